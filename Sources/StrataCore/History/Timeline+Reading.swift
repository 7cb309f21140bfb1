extension Timeline {
  /// The moment that the state is at.
  public var present: Moment { moment(presentID) }

  /// The moment that undo leads to in the end.
  public var oldest: Moment { moment(oldestID) }

  /// The number of moments, on all branches.
  ///
  /// - Complexity: O(1).
  public var count: Int { tree.count }

  /// The number of steps that can be undone.
  ///
  /// - Complexity: O(1).
  public var undoCount: Int { Int(tree.depth(presentID) - tree.depth(oldestID)) }

  /// Whether the present is another moment than the one that was saved.
  ///
  /// It is moments that are compared, not states: an edit that happens to restore what was saved is still
  /// unsaved, and undoing back to the saved moment is not.
  public var hasUnsavedChanges: Bool { presentID != savedID }

  /// The moment that was saved, unless it has been evicted.
  public var saved: Moment? { savedID.map(moment) }

  /// Returns the moment with the given id, or nil when it was evicted or never was.
  ///
  /// - Complexity: O(1).
  public subscript(id: Moment.ID) -> Moment? {
    tree.contains(id) ? moment(id) : nil
  }

  /// The moments that followed directly on the given one, the newest first; none when it was evicted.
  ///
  /// - Complexity: O(branches).
  public func branches(after id: Moment.ID) -> [Moment] {
    tree.contains(id) ? tree.children(of: id).map(moment) : []
  }

  /// The numbers of the moments that followed directly on the given one, the newest first; none when it was evicted.
  package func idsOfBranches(after id: Moment.ID) -> [Moment.ID] {
    tree.contains(id) ? tree.children(of: id) : []
  }

  /// The moments without a successor, in the order in which they were made: the ends of all branches.
  ///
  /// - Complexity: O(branches).
  public var tips: [Moment.ID] {
    olderTips.keys + (tree.contains(newestID) ? [newestID] : [])
  }

  /// The moments of the line: from the oldest one through the present to where going on and on would end.
  ///
  /// - Complexity: O(*n*).
  public var line: [Moment.ID] {
    let back = sequence(first: presentID, next: parent)
    return back.reversed() + sequence(first: presentID, next: successor).dropFirst()
  }

  func moment(_ id: Moment.ID) -> Moment { moment(id, words(of: id)) }

  /// A moment, given what it is called.
  func moment(_ id: Moment.ID, _ words: MomentWords) -> Moment {
    Moment(
      id: id,
      parent: parent(of: id),
      words,
      checkpoint: checkpointNames.isEmpty ? nil : checkpointNames[id]
    )
  }

  /// The moment after `id` on the line, or, where the line ends, its newest child.
  ///
  /// - Complexity: O(1), save where several branches leave from a moment of the line: O(log depth) there.
  @inline(__always)
  func successor(of id: Moment.ID) -> Moment.ID? {
    tree.isOneRun ? tree.next(to: id) : successorAmongBranches(of: id)
  }

  private func successorAmongBranches(of id: Moment.ID) -> Moment.ID? {
    guard let newest = tree.newestChild(of: id) else { return nil }
    guard id != lineEnd, tree.hasBranches(id), let next = tree.ancestor(of: lineEnd, at: tree.depth(id) + 1),
      parent(of: next) == id
    else { return newest }
    return next
  }

  /// The numbers of all moments, the oldest first.
  package var ids: [Moment.ID] {
    var ids: [Moment.ID] = []
    _ = pages.newest { id, _ in
      ids.append(id)
      return false
    }
    return ids.reversed()
  }
}
