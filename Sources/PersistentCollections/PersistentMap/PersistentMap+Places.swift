extension PersistentMap {
  /// Visits the places of entries that came, went, or are not the same, in no particular order.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - exchange: Where the nodes are counted that only one of both has; nil for nowhere.
  ///   - areSame: Whether two entries of equal keys are no change.
  ///   - body: What to do with the places before and after; one of them is nil where an entry came or went.
  @inlinable
  package func forEachDifference(
    from old: PersistentMap,
    counting exchange: UnsafeMutablePointer<FootprintExchange>? = nil,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    tree.forEachDifference(
      from: old.tree,
      counting: exchange,
      by: { areSame($0.place, $1.place) }
    ) { difference in
      switch difference {
      case .inserted(let after): body(nil, after.place)
      case .removed(let before): body(before.place, nil)
      case .updated(let before, let after): body(before.place, after.place)
      }
    }
  }

  /// Lets the value of a key be changed where it lies, if it is there.
  @inlinable
  package mutating func withValue(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Void) {
    // The nodes on the way are held by this variable alone until it is used again.
    body(tree.locate(key, hash: key.treeHash, inserting: nil)?.value)
  }

  /// Where among all entries that of a key lies, or would: neighbours lie in one node, or in nodes side by side.
  @inlinable
  package static func place(of key: Key) -> UInt64 { key.treeHash }

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
