extension Timeline {
  /// Whether a moment is on the way from the oldest to the present one, or another one.
  func isOnTheWay(_ id: Moment.ID, to end: Moment.ID? = nil) -> Bool {
    let end = end ?? presentID
    return tree.contains(id) && tree.contains(end) && tree.ancestor(of: end, at: tree.depth(id)) == id
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
