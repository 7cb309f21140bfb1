/// Where an entry of a map lies, for as long as the map is held and not changed.
///
/// Descriptions of values look at entries where they are, without copying them.
@usableFromInline
package struct EntryPlace<Key, Value> {
  @usableFromInline package let key: UnsafePointer<Key>
  @usableFromInline package let value: UnsafePointer<Value>

  @inlinable
  package init(key: UnsafePointer<Key>, value: UnsafePointer<Value>) {
    self.key = key
    self.value = value
  }
}

extension PersistentMap {
  /// Visits the places of entries that came, went, or are not the same, in no particular order.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - areSame: Whether two entries of equal keys are no change.
  ///   - body: What to do with the places before and after; one of them is nil where an entry came or went.
  @inlinable
  package func forEachDifference(
    from old: PersistentMap,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    tree.forEachDifference(from: old.tree, by: { areSame($0.place, $1.place) }) { difference in
      switch difference {
      case .inserted(let after): body(nil, after.place)
      case .removed(let before): body(before.place, nil)
      case .updated(let before, let after): body(before.place, after.place)
      }
    }
  }

  /// Visits the places of all entries, in the order of iteration.
  @inlinable
  package func forEachPlace(_ body: (EntryPlace<Key, Value>) -> Void) {
    tree.forEachLocation { body($0.place) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the entries that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      tree.addFootprint(to: &meter) { visit($0.place, &$1) }
    }
  }
}

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
    tree.forEachDifference(from: old.tree, by: { areSame($0.place.key, $1.place.key) }) { difference in
      switch difference {
      case .inserted(let after): body(nil, after.place.key)
      case .removed(let before): body(before.place.key, nil)
      case .updated(let before, let after): body(before.place.key, after.place.key)
      }
    }
  }

  /// Visits the places of all elements, in the order of iteration.
  @inlinable
  package func forEachPlace(_ body: (UnsafePointer<Element>) -> Void) {
    tree.forEachLocation { body($0.place.key) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the elements that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      tree.addFootprint(to: &meter) { visit($0.place.key, &$1) }
    }
  }
}

extension BorrowedNode.Location {
  @inlinable var place: EntryPlace<Key, Value> { EntryPlace(key: key, value: value) }
}

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
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
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
