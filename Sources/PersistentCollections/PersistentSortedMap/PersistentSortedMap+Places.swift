extension PersistentSortedMap {
  /// Visits the places of all entries, in the order of the keys.
  @inlinable
  package func forEachPlace(_ body: (EntryPlace<Key, Value>) -> Void) {
    var parts = CountedTreeParts(tree)
    parts.forEachPlace { body(Self.place(of: $0)) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the entries that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      tree.addFootprint(to: &meter) { visit(Self.place(of: $0), &$1) }
    }
  }

  /// Where the key and the value of an element lie: a tuple has its parts one after the other, each at the next
  /// address that suits it.
  ///
  /// A pointer that `&` makes would be a modifying access, of a node that other threads may be reading.
  @inlinable
  static func place(of element: UnsafeMutablePointer<Element>) -> EntryPlace<Key, Value> {
    let key = UnsafeRawPointer(element)
    let alignment = MemoryLayout<Value>.alignment
    let offset = (MemoryLayout<Key>.size &+ alignment &- 1) & ~(alignment &- 1)
    return EntryPlace(
      key: key.assumingMemoryBound(to: Key.self),
      value: (key + offset).assumingMemoryBound(to: Value.self)
    )
  }
}
