extension Timeline {
  /// Descriptions of all errors in the tree; empty for a correct tree.
  ///
  /// - Complexity: O(*n* log *n*): for tests.
  package var brokenInvariants: [String] {
    let ids = self.ids
    var broken = tree.brokenInvariants(ids)
    if snapshot(at: presentID) == nil { broken.append("the present has no snapshot") }
    for id in ids where pages.isUnpacked(id) {
      if let parent = parent(of: id), snapshot(at: parent) == nil {
        broken.append("the step to \(id) is not packed, and the snapshot before it is missing")
      }
    }
    let ends = ids.filter { tree.newestChild(of: $0) == nil && $0 != newestID }
    if Array(olderTips.keys) != ends { broken.append("the tips are \(olderTips), the ends \(ends)") }
    if let last = ids.last, last > newestID { broken.append("\(last) is newer than the newest") }
    if !tree.contains(presentID) { broken.append("the present is gone") }
    if tree.ancestor(of: lineEnd, at: tree.depth(presentID)) != presentID {
      broken.append("the present \(presentID) is not on the line to \(lineEnd)")
    }
    for id in checkpointNames.keys where !tree.contains(id) { broken.append("the checkpoint \(id) is gone") }
    if let savedID, !tree.contains(savedID) { broken.append("the saved moment is gone") }
    return broken
  }
}
