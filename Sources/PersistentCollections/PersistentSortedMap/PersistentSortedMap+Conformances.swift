extension PersistentSortedMap {
  /// Returns whether both maps have equivalent elements at the same places.
  ///
  /// Nodes that both share, at the same positions, are not looked into.
  @inlinable
  func elementsEqual(_ other: PersistentSortedMap, by areEquivalent: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    var (left, right) = (CountedTreeParts(tree), CountedTreeParts(other.tree))
    return withExtendedLifetime((self, other)) {
      while let run = left.nextDifferentRun(&right) {
        for index in 0..<run.count where !areEquivalent(run.left[index], run.right[index]) { return false }
      }
      return true
    }
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

extension PersistentSortedMap: StructureSharing {
  /// Returns whether both maps are one and the same tree.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: PersistentSortedMap) -> Bool {
    tree.root === other.tree.root
  }

  /// Counts the nodes of this map that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  @inlinable
  public func addFootprint(to meter: inout FootprintMeter) {
    guard let root = tree.root else { return }
    withExtendedLifetime(root) { Node(root).addFootprint(to: &meter) }
  }

  /// Counts the nodes that this map has and an older version has not, and the reverse.
  ///
  /// - Complexity: O(nodes that differ, and their children).
  @inlinable
  public func addExchange(from older: PersistentSortedMap, to exchange: inout FootprintExchange) {
    tree.addExchange(from: older.tree, to: &exchange)
  }
}
