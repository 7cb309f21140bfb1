extension Timeline {
  /// The moments that nothing followed, in the order in which they were made: where the branches end, and the line.
  ///
  /// - Complexity: O(branches).
  public var tips: [Moment.ID] {
    olderTips.keys + (tree.contains(newestID) ? [newestID] : [])
  }
}
