extension PersistentMap: Equatable where Value: Equatable {
  /// Returns whether both maps have the same keys with equal values.
  ///
  /// - Complexity: O(1) if they are identical, O(changes · log *n*) for versions of one map, O(*n*) otherwise.
  @inlinable
  public static func == (left: PersistentMap, right: PersistentMap) -> Bool {
    left.tree.isEqual(to: right.tree, by: ==)
  }
}

extension PersistentMap: Hashable where Value: Hashable {
  /// Feeds the elements to a hasher, in a way that their order does not matter.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    tree.hash(into: &hasher) { $1.combine($0) }
  }
}

extension PersistentMap: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
extension PersistentMap: Encodable where Key: Encodable, Value: Encodable {}
extension PersistentMap: Decodable where Key: Decodable, Value: Decodable {}
