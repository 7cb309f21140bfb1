extension PersistentSet: Hashable {
  /// Returns whether both sets have the same elements.
  ///
  /// - Complexity: O(1) if they are identical, O(changes · log *n*) for versions of one set, O(*n*) otherwise.
  @inlinable
  public static func == (left: PersistentSet, right: PersistentSet) -> Bool {
    left.tree.isEqual(to: right.tree) { _, _ in true }
  }

  /// Feeds the elements to a hasher, in a way that their order does not matter.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    tree.hash(into: &hasher) { _, _ in }
  }
}
