extension PersistentText: StructureSharing {
  /// Returns whether both texts are one and the same storage.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: PersistentText) -> Bool {
    root === other.root
  }

  /// Counts the nodes of this text that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  public func addFootprint(to meter: inout FootprintMeter) {
    withNode { $0?.addFootprint(to: &meter) }
  }

  /// Counts the nodes that this text has and an older version has not, and the reverse.
  ///
  /// Nodes that a text has twice, as after it was joined with a part of itself, may be counted twice.
  ///
  /// - Complexity: O(nodes that differ, and their children).
  public func addExchange(from older: PersistentText, to exchange: inout FootprintExchange) {
    withExtendedLifetime((self, older)) {
      TextNode.addExchange(
        from: older.root.map { TextNode($0) },
        to: root.map { TextNode($0) },
        &exchange
      )
    }
  }

  /// A broken invariant of the tree, for tests; nil if all invariants hold.
  package var brokenInvariant: String? { withNode { $0.flatMap { $0.brokenInvariant() } } }
}
