extension Timeline {
  /// Whether a moment is on the way from the oldest to the present one, or another one.
  func isOnTheWay(_ id: Moment.ID, to end: Moment.ID? = nil) -> Bool {
    let end = end ?? presentID
    return tree.contains(id) && tree.contains(end) && tree.ancestor(of: end, at: tree.depth(id)) == id
  }

  /// The last moment on the way to the present that is not newer than another one; the oldest where all are.
  ///
  /// - Complexity: O(1) where that is the present, else O(log² *n*) for *n* moments.
  func last(onTheWayUpTo id: Moment.ID) -> Moment.ID {
    if presentID <= id { return presentID }
    let depths = Int(tree.depth(tree.oldest))..<Int(tree.depth(presentID)) + 1
    let newer = depths.partitioningIndex { tree.ancestor(of: presentID, at: UInt32($0)) ?? presentID > id }
    return tree.ancestor(of: presentID, at: UInt32(Swift.max(newer - 1, depths.lowerBound))) ?? tree.oldest
  }

  /// The last moment on the way to both of two moments.
  ///
  /// - Complexity: O(log² *n*) for *n* moments.
  func parting(of id: Moment.ID, from other: Moment.ID) -> Moment.ID {
    let depths = Int(tree.depth(tree.oldest))..<Int(Swift.min(tree.depth(id), tree.depth(other))) + 1
    let apart = depths.partitioningIndex {
      tree.ancestor(of: id, at: UInt32($0)) != tree.ancestor(of: other, at: UInt32($0))
    }
    return tree.ancestor(of: id, at: UInt32(apart - 1)) ?? tree.oldest
  }

  /// The moments that came after another one on the way to the present or to another one, the first one first; nil where
  /// that is not on the way.
  ///
  /// - Complexity: O(moments between).
  func steps(after id: Moment.ID, to end: Moment.ID? = nil) -> [Moment.ID]? {
    guard isOnTheWay(id, to: end) else { return nil }
    var steps: [Moment.ID] = []
    var next = end ?? presentID
    while next != id, let parent = parent(of: next) {
      steps.append(next)
      next = parent
    }
    return steps.reversed()
  }
}
