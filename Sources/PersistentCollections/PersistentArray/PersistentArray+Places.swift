extension PersistentArray {
  /// Visits the places of all elements, in order.
  @inlinable
  package func forEachPlace(_ body: (UnsafePointer<Element>) -> Void) {
    var parts = CountedTreeParts(tree, tail: tail)
    parts.forEachPlace { body(UnsafePointer($0)) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the elements that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    withExtendedLifetime(self) {
      withoutActuallyEscaping(visit) { visit in
        for part in [tree.root, tail] {
          if let part { Node(part).addFootprint(to: &meter) { visit(UnsafePointer($0), &$1) } }
        }
      }
    }
  }
}
