extension PersistentSet {
  /// Returns the elements that were inserted and removed between another version of this set and this one.
  ///
  /// Parts that both versions share are skipped without a look at them.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one set, O(*n*) at most.
  @inlinable
  public func changes(from old: PersistentSet) -> (inserted: [Element], removed: [Element]) {
    var inserted: [Element] = []
    var removed: [Element] = []
    tree.forEachDifference(from: old.tree, by: { _, _ in true }) { before, after in
      if let before { removed.append(before.key.pointee) }
      if let after { inserted.append(after.key.pointee) }
    }
    return (inserted, removed)
  }
}
