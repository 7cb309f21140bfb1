extension Timeline {
  /// The moment that the state is at.
  public var present: Moment { moment(presentID) }

  /// The moment that undo leads to in the end.
  public var oldest: Moment { moment(oldestID) }

  /// The number of moments, on all branches.
  ///
  /// - Complexity: O(1).
  public var count: Int { moments.count }

  /// The number of steps that can be undone.
  ///
  /// - Complexity: O(1).
  public var undoCount: Int { Int(links(presentID).depth - links(oldestID).depth) }

  /// Whether there is a step to undo.
  public var canUndo: Bool { presentID != oldestID }

  /// Whether there is a step to redo.
  public var canRedo: Bool { links(presentID).newestChild.id != nil }

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
    moments.links(of: id) == nil ? nil : moment(id)
  }

  /// The moments that followed directly on the given one, the newest first; none when it was evicted.
  ///
  /// - Complexity: O(branches).
  public func branches(after id: Moment.ID) -> [Moment] {
    var branches: [Moment] = []
    var next = moments.links(of: id)?.newestChild.id
    while let child = next {
      branches.append(moment(child))
      next = links(child).olderSibling.id
    }
    return branches
  }

  func moment(_ id: Moment.ID) -> Moment {
    let entry = entry(id)
    return Moment(id: id, parent: parent(of: id), label: entry.label, time: entry.time)
  }

  /// The moment after `id` on the line, or, where the line ends, its newest child.
  ///
  /// - Complexity: O(1), save where several branches leave from a moment of the line: O(log depth) there.
  func successor(of id: Moment.ID) -> Moment.ID? {
    let links = links(id)
    guard let newest = links.newestChild.id, self.links(newest).olderSibling != .none, id != lineEnd,
      let next = ancestor(of: lineEnd, at: links.depth + 1), self.links(next).parent == Link(id)
    else { return links.newestChild.id }
    return next
  }

  /// The ancestor of a moment at a depth, or nil when the moment is not as deep or the ancestor is gone.
  ///
  /// - Complexity: O(log depth).
  func ancestor(of id: Moment.ID, at depth: UInt32) -> Moment.ID? {
    guard depth >= links(oldestID).depth else { return nil }
    var id = id
    var links = links(id)
    guard depth <= links.depth else { return nil }
    while links.depth > depth {
      let link = links.leapDepth >= depth ? links.leap : links.parent
      guard let up = link.id else { return nil }
      id = up
      links = self.links(up)
    }
    return id
  }
}
