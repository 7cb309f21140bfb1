extension Timeline {
  /// The moment that the state is at.
  public var present: Moment { moment(presentID) }

  /// The moment that undo leads to in the end.
  public var oldest: Moment { moment(oldestID) }

  /// The number of moments, on all branches.
  public var count: Int { entries.count }

  /// The number of steps that can be undone.
  ///
  /// - Complexity: O(1).
  public var undoCount: Int { Int(entry(presentID).depth - entry(oldestID).depth) }

  /// Whether there is a step to undo.
  public var canUndo: Bool { presentID != oldestID }

  /// Whether there is a step to redo.
  public var canRedo: Bool { entry(presentID).newestChild.id != nil }

  /// Whether the present is another moment than the one that was saved.
  ///
  /// It is moments that are compared, not states: an edit that happens to restore what was saved is still
  /// unsaved, and undoing back to the saved moment is not.
  public var hasUnsavedChanges: Bool { presentID != savedID }

  /// The moment that was saved, unless it has been evicted.
  public var saved: Moment? { savedID.map(moment) }

  /// Returns the moment with the given id, or nil when it was evicted or never was.
  public subscript(id: Moment.ID) -> Moment? {
    entries[id] == nil ? nil : moment(id)
  }

  /// The moments that followed directly on the given one, the newest first.
  public func branches(after id: Moment.ID) -> [Moment] {
    var branches: [Moment] = []
    var next = entries[id]?.newestChild.id
    while let child = next {
      branches.append(moment(child))
      next = entry(child).olderSibling.id
    }
    return branches
  }

  func moment(_ id: Moment.ID) -> Moment {
    let entry = entry(id)
    return Moment(id: id, parent: entry.parent.id, label: entry.label, time: entry.time)
  }

  /// The moment after `id` on the line, or, where the line ends, its newest child.
  func successor(of id: Moment.ID) -> Moment.ID? {
    let entry = entry(id)
    if id != lineEnd, let next = ancestor(of: lineEnd, at: entry.depth + 1),
      self.entry(next).parent == Link(id)
    {
      return next
    }
    return entry.newestChild.id
  }

  /// The ancestor of a moment at a depth, or nil when the moment is not as deep or the ancestor is gone.
  ///
  /// - Complexity: O(log depth).
  func ancestor(of id: Moment.ID, at depth: UInt32) -> Moment.ID? {
    guard depth >= entry(oldestID).depth else { return nil }
    var id = id
    var entry = entry(id)
    guard depth <= entry.depth else { return nil }
    while entry.depth > depth {
      let link = entry.leapDepth >= depth ? entry.leap : entry.parent
      guard let up = link.id else { return nil }
      id = up
      entry = self.entry(up)
    }
    return id
  }
}
