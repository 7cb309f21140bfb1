extension PersistentMap: StructureSharing {
  /// Returns whether both maps are one and the same tree.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: PersistentMap) -> Bool {
    tree.isIdentical(to: other.tree)
  }

  /// Counts the nodes of this map that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  @inlinable
  public func addFootprint(to meter: inout FootprintMeter) {
    tree.addFootprint(to: &meter)
  }

  /// Counts the nodes that this map has and an older version has not, and the reverse.
  ///
  /// - Complexity: O(nodes that differ, and their children).
  @inlinable
  public func addExchange(from older: PersistentMap, to exchange: inout FootprintExchange) {
    tree.addExchange(from: older.tree, to: &exchange)
  }

  /// Returns whether the entry of a key, or its absence, is seen to be the same in both maps, for what it lies in is shared.
  ///
  /// - Complexity: O(log *n*), and less the more both have in common.
  @inlinable
  package func sharesEntry(of key: Key, with other: PersistentMap) -> Bool {
    tree.sharesEntry(of: key, with: other.tree)
  }
}
