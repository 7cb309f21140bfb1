extension History {
  /// The moments that came after another one on the way to the present, the first one first; nil where that is not on the
  /// way.
  ///
  /// - Complexity: O(moments between).
  package func steps(after id: Moment.ID) -> [Moment.ID]? {
    let tree = timeline.tree
    guard tree.ancestor(of: timeline.presentID, at: tree.depth(id)) == id else { return nil }
    var steps: [Moment.ID] = []
    var next = timeline.presentID
    while next != id, let parent = tree.parent(of: next) {
      steps.append(next)
      next = parent
    }
    return steps.reversed()
  }

  /// What the step to a moment changed; the moment is not the oldest.
  ///
  /// This runs the app's code.
  ///
  /// - Throws: ``PatchError`` when the step cannot be read.
  package func change(of id: Moment.ID, _ description: PartDescription) throws(PatchError) -> Patch {
    let kept = timeline.snapshot(at: id)
    if let kept, !kept.step.isEmpty { return try Patch(packed: kept.step) }
    if let step = timeline.step(to: id) { return try step.read().patch }
    guard let parent = timeline.parent(of: id), let before = timeline.snapshot(at: parent), let kept else {
      preconditionFailure("A step that is not packed lies between two snapshots, and that to \(id) does not")
    }
    return try description.step(before, kept).patch
  }
}
