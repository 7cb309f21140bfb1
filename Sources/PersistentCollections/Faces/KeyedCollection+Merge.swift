/// Whose element is kept where two maps have a key.
public enum KeptElement: Sendable {
  /// The element of the map that is merged into.
  case current
  /// The element of the other map.
  case new
}

/// Merging. A closure is asked about *every* key that both have, as with `Dictionary`, so that what it makes depends on
/// the elements alone; where it is known which element to keep, `keeping:` skips what two maps share.
extension KeyedCollection {
  /// Adds elements, and lets a closure decide about the values of keys that are there already.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is the number of new elements.
  @inlinable
  public mutating func merge(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in elements { try _merge(key, value, uniquingKeysWith: combine) }
  }

  /// Adds elements, such as those of a dictionary or of another map, and lets a closure decide about the values of keys
  /// that are there already.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is the number of new elements.
  @inlinable
  @_disfavoredOverload
  public mutating func merge(
    _ elements: some Sequence<(key: Key, value: Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    if let other = elements as? Self { return try merge(other, uniquingKeysWith: combine) }
    for (key, value) in elements { try _merge(key, value, uniquingKeysWith: combine) }
  }

  /// Adds the elements of another map, and lets a closure decide about the values of keys that both have.
  ///
  /// The closure is given this map's value and the other one's.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is the number of the other map's elements.
  @inlinable
  public mutating func merge(
    _ other: Self,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in other { try _merge(key, value, uniquingKeysWith: combine) }
  }

  /// Returns this map with more elements, and lets a closure decide about the values of keys that are there.
  @inlinable
  public func merging(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> Self {
    var result = self
    try result.merge(elements, uniquingKeysWith: combine)
    return result
  }

  /// Returns this map with more elements, and lets a closure decide about the values of keys that are there.
  @inlinable
  @_disfavoredOverload
  public func merging(
    _ elements: some Sequence<(key: Key, value: Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> Self {
    var result = self
    try result.merge(elements, uniquingKeysWith: combine)
    return result
  }

  /// Returns this map with the elements of another one, and keeps one map's elements where both have a key.
  ///
  ///     let settings = defaults.merging(chosen, keeping: .new)
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n* + *m*) at most.
  @inlinable
  public func merging(_ other: Self, keeping kept: KeptElement) -> Self {
    var result = self
    result.merge(other, keeping: kept)
    return result
  }
}
