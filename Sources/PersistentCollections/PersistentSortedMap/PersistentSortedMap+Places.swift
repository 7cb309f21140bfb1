extension PersistentSortedMap {
  /// Visits the places of entries that came, went, or are not the same, in the order of the keys.
  @inlinable
  package func visitDifferences(
    from old: PersistentSortedMap,
    counting exchange: UnsafeMutablePointer<FootprintExchange>?,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) throws -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) throws -> Void
  ) rethrows {
    // The nodes are counted by a walk of their own: versions of one map need not be divided at the same places.
    if let exchange { addExchange(from: old, to: &exchange.pointee) }
    var (before, after) = (CountedTreeParts(old.tree), CountedTreeParts(tree))
    defer { withExtendedLifetime((old, self)) {} }
    while let (oldLeaf, newLeaf) = before.nextDifferentLeaves(&after) {
      let (oldRun, newRun) = (before.run(of: oldLeaf), after.run(of: newLeaf))
      // Leaves have elements.
      guard let oldElements = oldRun.baseAddress, let newElements = newRun.baseAddress else { break }
      var (oldIndex, newIndex) = (0, 0)
      while oldIndex < oldRun.count && newIndex < newRun.count {
        let (oldElement, newElement) = (oldElements + oldIndex, newElements + newIndex)
        if oldElement.pointee.key < newElement.pointee.key {
          try body(Self.place(of: oldElement), nil)
          oldIndex += 1
        } else if newElement.pointee.key < oldElement.pointee.key {
          try body(nil, Self.place(of: newElement))
          newIndex += 1
        } else {
          let (oldPlace, newPlace) = (Self.place(of: oldElement), Self.place(of: newElement))
          if try !areSame(oldPlace, newPlace) { try body(oldPlace, newPlace) }
          oldIndex += 1
          newIndex += 1
        }
      }
      before.drop(oldIndex, of: oldLeaf)
      after.drop(newIndex, of: newLeaf)
    }
    try before.forEachPlace { try body(Self.place(of: $0), nil) }
    try after.forEachPlace { try body(nil, Self.place(of: $0)) }
  }

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

  /// Returns the place of the key and the value of an element. A tuple has its parts one after the other, each at the
  /// next address that suits the part.
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
