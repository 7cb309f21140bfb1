extension PersistentSet {
  /// Visits the places of elements that came, went, or are not the same, in no particular order.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - areSame: Whether two equal elements are no change.
  ///   - body: What to do with the places before and after; one of them is nil where an element came or went.
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
