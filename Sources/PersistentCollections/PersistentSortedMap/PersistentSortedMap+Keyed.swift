extension PersistentSortedMap: KeyOrderedCollection, TreeMap, StructureSharing, ExpressibleByDictionaryLiteral
{
  /// A view of the keys, in ascending order.
  public typealias Keys = MapKeys<PersistentSortedMap>
  /// A view of the values, in the order of their keys.
  public typealias Values = MapValues<PersistentSortedMap>

  /// Returns whether a key is there.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func hasKey(_ key: Key) -> Bool { find(key).isFound }

  /// Returns whether another map has the same keys.
  ///
  /// - Complexity: O(elements in nodes that are not shared), at most O(*n*).
  @inlinable
  public func hasSameKeys(as other: PersistentSortedMap) -> Bool {
    elementsEqual(other) { $0.key == $1.key }
  }

  /// Returns the index of a key, or nil if it is not there.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func index(forKey key: Key) -> Rank? {
    let (rank, isFound) = find(key)
    return isFound ? Rank(rank) : nil
  }

  /// Accesses the value at an index.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared when setting.
  @inlinable
  public subscript(valueAt index: Rank) -> Value {
    get { element(atRank: index.number).value }
    _modify {
      requireElement(at: index.number)
      yield &tree.unshare(at: index.number).pointee.value
    }
  }

  /// Adds an element, and lets a closure decide about the value of a key that is there already.
  @inlinable
  public mutating func _merge(
    _ key: Key,
    _ value: Value,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    let (rank, isFound) = find(key)
    guard isFound else {
      Tree.requireRoom(count, for: 1)
      tree.insert((key, value), at: rank)
      return
    }
    let combined = try combine(tree.withElement(at: rank) { $0.pointee.value }, value)
    tree.unshare(at: rank).pointee.value = combined
  }
}
