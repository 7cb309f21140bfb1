extension Timeline {
  /// Removes moments until `limit` holds, and returns them.
  ///
  /// The oldest tips of other branches go first, then the oldest moments of the line, and when only what can be
  /// redone is left beside the present, that goes from its far end.
  mutating func trim(to limit: HistoryLimit) -> [Moment.ID] {
    var evicted: [Moment.ID] = []
    while count - 1 > limit.steps {
      evicted.append(evictOne())
    }
    return evicted
  }

  private mutating func evictOne() -> Moment.ID {
    let end = endOfRedo
    if let tip = tips.keys.first(where: { $0 != end }) {
      removeTip(tip)
      return tip
    }
    if oldestID != presentID { return removeOldest() }
    removeTip(end)
    return end
  }

  /// The moment at which redoing again and again would end.
  ///
  /// - Complexity: O(1) where the present is a tip, as after every step; else O(steps that can be redone).
  private var endOfRedo: Moment.ID {
    var end = presentID
    while let next = successor(of: end) { end = next }
    return end
  }

  private mutating func removeTip(_ tip: Moment.ID) {
    let entry = entry(tip)
    update(entry.olderSibling) { $0.newerSibling = entry.newerSibling }
    update(entry.newerSibling) { $0.olderSibling = entry.olderSibling }
    tips[tip] = nil
    if let parent = entry.parent.id {
      if entry.newerSibling == .none { update(entry.parent) { $0.newestChild = entry.olderSibling } }
      if self.entry(parent).newestChild == .none {
        tips[parent] = ()
      }
      if lineEnd == tip { lineEnd = parent }
    }
    forget(tip)
  }

  private mutating func removeOldest() -> Moment.ID {
    let oldest = oldestID
    // All other branches are gone, so the oldest moment has one child, which the present descends from.
    guard let next = entry(oldest).newestChild.id else {
      preconditionFailure("The present descends from the oldest moment, which has no children")
    }
    update(Link(next)) { $0.parent = .none }
    oldestID = next
    forget(oldest)
    return oldest
  }

  private mutating func forget(_ id: Moment.ID) {
    entries[id] = nil
    if savedID == id { savedID = nil }
  }
}
