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
    guard let root = tree.root else { return }
    withExtendedLifetime(root) {
      withoutActuallyEscaping(visit) { visit in
        Node(root).addFootprint(to: &meter) { element, meter in
          visit(Self.place(of: element), &meter)
        }
      }
    }
  }

  /// Visits the places of entries that came, went, or are not the same, in the order of the keys.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - areSame: Whether two entries of equal keys are no change.
  ///   - body: What to do with the places before and after; one of them is nil where an entry came or went.
  @inlinable
  package func forEachDifference(
    from old: PersistentSortedMap,
    counting exchange: UnsafeMutablePointer<FootprintExchange>? = nil,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    // Its nodes are no places in a tree that is divided the same in all versions: they are counted by a walk of their own.
    if let exchange { addExchange(from: old, to: &exchange.pointee) }
    forEachDifference(from: old) { before, after in
      areSame(Self.place(of: before), Self.place(of: after))
    } _: { before, after in
      body(before.map { Self.place(of: $0) }, after.map { Self.place(of: $0) })
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
