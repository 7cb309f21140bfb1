extension PersistentMap {
  /// Visits the places of entries that came, went, or are not the same, in no particular order.
  @inlinable
  package func visitDifferences(
    from old: PersistentMap,
    counting exchange: UnsafeMutablePointer<FootprintExchange>?,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) throws -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) throws -> Void
  ) rethrows {
    try tree.forEachDifference(from: old.tree, counting: exchange, by: areSame, body)
  }

  /// Returns whether the entry of a key, or its absence, is seen to be the same in both maps, because its node is shared.
  ///
  /// - Complexity: O(log *n*), and less the more both have in common.
  @inlinable
  package func sharesEntry(of key: Key, with other: PersistentMap) -> Bool {
    tree.sharesEntry(of: key, with: other.tree)
  }

  /// Lets the value of a key be changed where it lies, if it is there.
  @inlinable
  package mutating func withValue(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Void) {
    // The nodes on the way are held by this variable alone until it is used again.
    body(tree.locate(key, hash: key.treeHash, inserting: nil)?.value)
  }

  /// Returns the place of the entry of a key among all entries, whether the entry is present or not. Neighbours lie in
  /// one node, or in nodes side by side.
  @inlinable
  package static func place(of key: Key) -> UInt64 { key.treeHash }

  /// Visits the places of all entries, in the order of iteration.
  @inlinable
  package func forEachPlace(_ body: (EntryPlace<Key, Value>) -> Void) {
    tree.forEachPlace(body)
  }

  /// Counts the nodes that `meter` has not met yet, and visits the entries that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  ) {
    withoutActuallyEscaping(visit) { tree.addFootprint(to: &meter, visiting: $0) }
  }
}
