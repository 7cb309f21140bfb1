extension Timeline {
  /// Removes moments until `limit` holds.
  mutating func trim(to limit: Int?, into deferred: inout DeferredReleases) {
    if let limit, count - 1 > limit { evict(into: &deferred) { $0.count - 1 > limit } }
  }

  /// Removes moments for as long as there are too many, and others than the present.
  ///
  /// The oldest tips of other branches go first, then the oldest moments of the line, and when only what can be
  /// redone is left beside the present, that goes from its far end.
  mutating func evict(into deferred: inout DeferredReleases, while isOver: (Timeline) -> Bool) {
    guard count > 1, isOver(self) else { return }
    var end = endOfRedo
    while count > 1, isOver(self) {
      if let tip = oldestTip(otherThan: end) {
        removeTip(tip, into: &deferred)
      } else if oldestID != presentID {
        removeOldest(into: &deferred)
      } else {
        let last = end
        end = parent(of: last) ?? presentID
        removeTip(last, into: &deferred)
      }
    }
  }

  /// The moment that is the next to go; nil when only the present is left.
  var nextToEvict: Moment.ID? {
    if count == 1 { return nil }
    let end = endOfRedo
    return oldestTip(otherThan: end) ?? (oldestID != presentID ? oldestID : end)
  }

  /// The moment at which redoing again and again would end.
  ///
  /// - Complexity: O(1) where the line has been laid to its end, as after every step; else O(steps from there on).
  var endOfRedo: Moment.ID {
    var end = lineEnd
    while let next = tree.newestChild(of: end) { end = next }
    return end
  }

  private func oldestTip(otherThan end: Moment.ID) -> Moment.ID? {
    if !olderTips.isEmpty, let tip = olderTips.keys.first(where: { $0 != end }) { return tip }
    return newestID != end && tree.contains(newestID) ? newestID : nil
  }

  private mutating func removeTip(_ tip: Moment.ID, into deferred: inout DeferredReleases) {
    let parent = parent(of: tip)
    if tip != newestID { olderTips[tip] = nil }
    if let end = tree.removeTip(tip) { olderTips[end] = () }
    // A tip that is the oldest is the present, which stays: all others have a parent.
    if lineEnd == tip, let parent {
      let before = lineBefore.flatMap { $0.first == tip && tree.contains($0.end) ? $0.end : nil }
      lineEnd = before ?? parent
    }
    forget(tip, into: &deferred)
  }

  private mutating func removeOldest(into deferred: inout DeferredReleases) {
    let oldest = oldestID
    // All other branches are gone, so the oldest moment has one child, which the present descends from.
    tree.removeOldest()
    forget(oldest, into: &deferred)
  }

  /// Removes a moment on which none followed.
  ///
  /// - Returns: whether it was such a moment, and not the present.
  mutating func removeTip(ifOne id: Moment.ID, into deferred: inout DeferredReleases) -> Bool {
    guard id != presentID, tree.contains(id), tree.newestChild(of: id) == nil else { return false }
    removeTip(id, into: &deferred)
    return true
  }

  /// Removes one moment that a limit once removed: a tip, or the oldest where one way leads on from it.
  ///
  /// - Returns: whether it was such a moment, and not the present.
  mutating func remove(_ id: Moment.ID, into deferred: inout DeferredReleases) -> Bool {
    if removeTip(ifOne: id, into: &deferred) { return true }
    guard id != presentID, id == oldestID, !tree.hasBranches(id) else { return false }
    removeOldest(into: &deferred)
    return true
  }

  /// Removes the moments that follow on the present, on whatever branch.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* moments made since the present.
  mutating func forgetAhead(into deferred: inout DeferredReleases) {
    // A moment is older than those that follow on it: these are gone when its turn comes.
    for number in stride(from: Int(newestID.raw), to: Int(presentID.raw), by: -1) {
      let id = Moment.ID(raw: UInt32(number))
      if tree.contains(id), isOnTheWay(presentID, to: id) { removeTip(id, into: &deferred) }
    }
  }

  private mutating func forget(_ id: Moment.ID, into deferred: inout DeferredReleases) {
    pages.remove(id, into: &deferred)
    deferred.add(evicted: id)
    if savedID == id { savedID = nil }
    if !checkpointNames.isEmpty { checkpointNames[id] = nil }
  }
}
