extension Timeline {
  /// Removes moments until `limit` holds.
  mutating func trim(to limit: HistoryLimit, into remains: inout Remains) {
    evict(into: &remains) { $0.count - 1 > limit.steps }
  }

  /// Removes moments for as long as there are too many, and others than the present.
  ///
  /// The oldest tips of other branches go first, then the oldest moments of the line, and when only what can be
  /// redone is left beside the present, that goes from its far end.
  mutating func evict(into remains: inout Remains, while isOver: (Timeline) -> Bool) {
    guard count > 1, isOver(self) else { return }
    var end = endOfRedo
    while count > 1, isOver(self) {
      if let tip = oldestTip(otherThan: end) {
        removeTip(tip, into: &remains)
      } else if oldestID != presentID {
        removeOldest(into: &remains)
      } else {
        let last = end
        end = parent(of: last) ?? presentID
        removeTip(last, into: &remains)
      }
    }
  }

  /// The moment that is the next to go; nil when only the present is left.
  var nextToGo: Moment.ID? {
    if count == 1 { return nil }
    let end = endOfRedo
    return oldestTip(otherThan: end) ?? (oldestID != presentID ? oldestID : end)
  }

  /// The moment at which redoing again and again would end.
  ///
  /// - Complexity: O(1) where the line has been laid to its end, as after every step; else O(steps from there on).
  private var endOfRedo: Moment.ID {
    var end = lineEnd
    while let next = links(end).newestChild.id { end = next }
    return end
  }

  private func oldestTip(otherThan end: Moment.ID) -> Moment.ID? {
    if !olderTips.isEmpty, let tip = olderTips.keys.first(where: { $0 != end }) { return tip }
    return newestID != end && moments.links(of: newestID) != nil ? newestID : nil
  }

  private mutating func removeTip(_ tip: Moment.ID, into remains: inout Remains) {
    let links = links(tip)
    update(links.olderSibling) { $0.newerSibling = links.newerSibling }
    update(links.newerSibling) { $0.olderSibling = links.olderSibling }
    if tip != newestID { olderTips[tip] = nil }
    // A tip that is the oldest is the present, which stays.
    if let parent = links.parent.id {
      if links.newerSibling == .none { update(links.parent) { $0.newestChild = links.olderSibling } }
      if self.links(parent).newestChild == .none { olderTips[parent] = () }
      if lineEnd == tip { lineEnd = parent }
    }
    forget(tip, into: &remains)
  }

  private mutating func removeOldest(into remains: inout Remains) {
    let oldest = oldestID
    // All other branches are gone, so the oldest moment has one child, which the present descends from.
    guard let next = links(oldest).newestChild.id else {
      preconditionFailure("The present descends from the oldest moment, which has no children")
    }
    oldestID = next
    forget(oldest, into: &remains)
  }

  /// Removes one moment that a limit once removed: a tip, or the oldest where one way leads on from it.
  ///
  /// - Returns: whether it was such a moment, and not the present.
  mutating func remove(_ id: Moment.ID, into remains: inout Remains) -> Bool {
    guard id != presentID, let links = moments.links(of: id) else { return false }
    if links.newestChild == .none {
      removeTip(id, into: &remains)
    } else if id == oldestID, let child = links.newestChild.id, self.links(child).olderSibling == .none {
      removeOldest(into: &remains)
    } else {
      return false
    }
    return true
  }

  private mutating func forget(_ id: Moment.ID, into remains: inout Remains) {
    if let entry = moments.remove(id) {
      remains.add(entry.kept, of: id)
      discount(id, entry)
    }
    if savedID == id { savedID = nil }
  }
}
