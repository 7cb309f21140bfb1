extension PersistentMap {
  /// Adds elements, and lets a closure decide about the values of keys that are there already.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*m* · log *n*) nodes are visited, where *m* is the number of new elements.
  @inlinable
  public mutating func merge(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in elements { try add(key, value, combine) }
  }

  /// Adds the elements of another map, and lets a closure decide about the values of keys that both have.
  ///
  /// The closure is given this map's value and the other one's.
  ///
  /// - Complexity: O(*m* · log *n*) nodes are visited, where *m* is the number of the other map's elements.
  @inlinable
  public mutating func merge(
    _ other: PersistentMap,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in other { try add(key, value, combine) }
  }

  /// Returns this map with more elements, and lets a closure decide about the values of keys that are there.
  @inlinable
  public func merging(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> PersistentMap {
    var result = self
    try result.merge(elements, uniquingKeysWith: combine)
    return result
  }

  /// Returns this map with the elements of another one.
  @inlinable
  public func merging(
    _ other: PersistentMap,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> PersistentMap {
    var result = self
    try result.merge(other, uniquingKeysWith: combine)
    return result
  }

  @inlinable
  mutating func add(
    _ key: Key,
    _ value: Value,
    _ combine: (Value, Value) throws -> Value
  ) rethrows {
    if let place = tree.locate(key, hash: key.treeHash, inserting: value)?.value {
      place.pointee = try combine(place.pointee, value)
    }
  }
}
