extension PersistentArray {
  /// Returns what leads from an older version to this one, in ascending order.
  ///
  ///     var restored = older
  ///     restored.apply(newer.changes(from: older))   // equals newer
  ///
  /// Nodes that both versions share are not looked into, wherever they are. So elements that are merely
  /// further on or back than they were cost nothing, and are no changes.
  ///
  /// - Parameters:
  ///   - older: the version to start from.
  ///   - areEquivalent: whether an element counts as unchanged. Every element has to be equivalent to itself:
  ///     elements in shared nodes are not asked about.
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions; O(*n* + *m*) if they have nothing in
  ///   common.
  @inlinable
  public func changes(
    from older: PersistentArray,
    by areEquivalent: (Element, Element) -> Bool
  ) -> [ArrayChange<Element>] {
    var changes: [ArrayChange<Element>] = []
    forEachGap(from: older) { old, oldStart, new, newStart in
      let places = ArrayComparison.changes(from: old.count, to: new.count) { areEquivalent(old[$0], new[$1]) }
      changes += places.map { oldRange, newRange in
        ArrayChange(
          from: Array(old[oldRange]),
          at: oldStart + oldRange.lowerBound,
          to: Array(new[newRange]),
          at: newStart + newRange.lowerBound
        )
      }
    }
    return changes
  }

  /// Calls `body` for the elements of an older version and of this one, and where they begin, that stand between
  /// nodes which both share; from the beginning to the end.
  @inlinable
  package func forEachGap(
    from older: PersistentArray,
    _ body: (_ old: [Element], _ oldStart: Int, _ new: [Element], _ newStart: Int) -> Void
  ) {
    if isIdentical(to: older) { return }
    // The same leaf behind both is in no gap.
    let (oldTree, newTree) = tail === older.tail ? (older.tree, tree) : (older.wholeTree, wholeTree)
    oldTree.forEachGap(to: newTree) { oldRange, newRange in
      body(
        Array(CountedTreeIterator(oldTree, positions: oldRange)),
        oldRange.lowerBound,
        Array(CountedTreeIterator(newTree, positions: newRange)),
        newRange.lowerBound
      )
    }
  }

  /// Makes changes that were found between two versions, if this is the older one.
  ///
  /// `changes.map(\.inverse)` leads back.
  ///
  /// - Precondition: the changes fit: their old ranges are in ascending order and within bounds.
  /// - Complexity: O(*d* · log *n*) for *d* changes.
  @inlinable
  public mutating func apply(_ changes: [ArrayChange<Element>]) {
    for change in changes.reversed() {
      replaceSubrange(change.oldRange, with: change.new)
    }
  }
}

extension PersistentArray where Element: Equatable {
  /// Returns what leads from an older version to this one, in ascending order.
  ///
  ///     var restored = older
  ///     restored.apply(newer.changes(from: older))   // equals newer
  ///
  /// Nodes that both versions share are not looked into, wherever they are.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions; O(*n* + *m*) if they have nothing in
  ///   common.
  @inlinable
  public func changes(from older: PersistentArray) -> [ArrayChange<Element>] {
    changes(from: older, by: ==)
  }
}
