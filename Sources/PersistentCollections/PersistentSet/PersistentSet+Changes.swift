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

  /// Visits the places of elements that were inserted, removed, or are not the same, in no particular order.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - areSame: Whether two equal elements are no change.
  ///   - body: Visits the places before and after; one of them is nil for an inserted or removed element.
  @inlinable
  package func forEachDifference(
    from old: PersistentSet,
    by areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool,
    _ body: (_ before: UnsafePointer<Element>?, _ after: UnsafePointer<Element>?) -> Void
  ) {
    tree.forEachDifference(from: old.tree, by: { areSame($0.key, $1.key) }) { body($0?.key, $1?.key) }
  }

  /// Visits the places of all elements, in the order of iteration.
  @inlinable
  package func forEachPlace(_ body: (UnsafePointer<Element>) -> Void) {
    tree.forEachPlace { body($0.key) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the elements that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      tree.addFootprint(to: &meter) { visit($0.key, &$1) }
    }
  }
}
