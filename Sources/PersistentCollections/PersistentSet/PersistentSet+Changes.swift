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
    tree.forEachDifference(from: old.tree, by: { _, _ in true }) { difference in
      switch difference {
      case .inserted(let place): inserted.append(place.key.pointee)
      case .removed(let place): removed.append(place.key.pointee)
      case .updated: break
      }
    }
    return (inserted, removed)
  }
}
