extension PersistentSortedMap {
  /// Returns whether both maps have equivalent elements at the same places.
  ///
  /// Nodes that both share, at the same positions, are not looked into.
  @inlinable
  func elementsEqual(_ other: PersistentSortedMap, by areEquivalent: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    var (left, right) = (CountedTreeParts(tree), CountedTreeParts(other.tree))
    return left.elementsEqual(&right, by: areEquivalent)
  }
}

extension PersistentSortedMap: Equatable where Value: Equatable {
  /// Returns whether both maps have the same keys with equal values.
  ///
  /// - Complexity: O(elements in nodes that are not shared), at most O(*n*).
  @inlinable
  public static func == (left: PersistentSortedMap, right: PersistentSortedMap) -> Bool {
    left.elementsEqual(right) { $0.key == $1.key && $0.value == $1.value }
  }
}

extension PersistentSortedMap: Hashable where Key: Hashable, Value: Hashable {
  /// Feeds the keys and values to a hasher, in order, and how many there are.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (key, value) in self {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}
extension PersistentSortedMap: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}
extension PersistentSortedMap: Encodable where Key: Encodable, Value: Encodable {}
extension PersistentSortedMap: Decodable where Key: Decodable, Value: Decodable {}
