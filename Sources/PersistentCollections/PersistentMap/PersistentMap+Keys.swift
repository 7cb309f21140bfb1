/// The keys of a map as a set: `PersistentSet(map.keys)` makes one without hashing a key, and the operations of sets are
/// those of that one.
extension MapKeys {
  /// Returns the keys and the elements of a sequence.
  @inlinable
  public func union<Key, Value>(_ elements: some Sequence<Key>) -> PersistentSet<Key>
  where Map == PersistentMap<Key, Value> {
    PersistentSet(self).union(elements)
  }

  /// Returns the keys that a sequence has too.
  @inlinable
  public func intersection<Key, Value>(_ elements: some Sequence<Key>) -> PersistentSet<Key>
  where Map == PersistentMap<Key, Value> {
    PersistentSet(self).intersection(elements)
  }

  /// Returns the keys that a sequence does not have.
  @inlinable
  public func subtracting<Key, Value>(_ elements: some Sequence<Key>) -> PersistentSet<Key>
  where Map == PersistentMap<Key, Value> {
    PersistentSet(self).subtracting(elements)
  }

  /// Returns what only the keys or only a sequence have.
  @inlinable
  public func symmetricDifference<Key, Value>(_ elements: some Sequence<Key>) -> PersistentSet<Key>
  where Map == PersistentMap<Key, Value> {
    PersistentSet(self).symmetricDifference(elements)
  }

  /// Returns whether a sequence has all keys.
  @inlinable
  public func isSubset<Key, Value>(of elements: some Sequence<Key>) -> Bool
  where Map == PersistentMap<Key, Value> {
    PersistentSet(self).isSubset(of: elements)
  }

  /// Returns whether the keys have all elements of a sequence.
  @inlinable
  public func isSuperset(of elements: some Sequence<Map.Key>) -> Bool {
    elements.allSatisfy(contains)
  }

  /// Returns whether the keys have no element in common with a sequence.
  @inlinable
  public func isDisjoint(with elements: some Sequence<Map.Key>) -> Bool {
    !elements.contains(where: contains)
  }
}

extension PersistentSet {
  /// Creates a set of the keys of a map.
  ///
  /// - Complexity: O(*n*); no key is hashed.
  @inlinable
  public init<Value>(_ keys: PersistentMap<Element, Value>.Keys) {
    tree = keys.map.tree.mapValues { _ in }
  }
}
