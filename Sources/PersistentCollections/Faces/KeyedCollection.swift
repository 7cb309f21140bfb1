/// A collection of keys with their values, each key once: the common protocol of both kinds of persistent map.
///
/// Its extensions have all methods that do not depend on how a map lies in memory.
public protocol KeyedCollection<Key, Value>: RankedContainer where Element == (key: Key, value: Value) {
  /// The type of the keys, by which values are found.
  associatedtype Key
  /// The type of the values.
  associatedtype Value

  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  init(_ elements: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value)
    rethrows

  /// Accesses the value of a key; nil stands for no value.
  subscript(key: Key) -> Value? { get set }

  /// Accesses the value of a key, or a default where the key is not there.
  subscript(key: Key, default defaultValue: @autoclosure () -> Value) -> Value { get set }

  /// Accesses the value at an index.
  subscript(valueAt index: Index) -> Value { get set }

  /// Returns whether a key is there; cheaper than to get a value and compare it with nil, which copies it where values are
  /// `Equatable`.
  func hasKey(_ key: Key) -> Bool

  /// Returns whether another map has the same keys.
  func hasSameKeys(as other: Self) -> Bool

  /// Returns the index of a key, or nil if it is not there.
  func index(forKey key: Key) -> Index?

  /// Sets the value of a key and returns the value that it had before, or nil if the key is new.
  @discardableResult
  mutating func updateValue(_ value: Value, forKey key: Key) -> Value?

  /// Removes a key and returns the value that it had, or nil if it was not there.
  @discardableResult
  mutating func removeValue(forKey key: Key) -> Value?

  /// Adds an element, and lets a closure decide about the value of a key that is there already.
  mutating func _merge(
    _ key: Key,
    _ value: Value,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows

  /// Adds the elements of another map, and lets a closure decide about the values of keys that both have.
  mutating func merge(_ other: Self, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows

  /// Adds the elements of another map, and keeps one map's elements where both have a key.
  mutating func merge(_ other: Self, keeping kept: KeptElement)

  /// Visits all changes from another version of this map to this one, a sorted map's in the order of the keys.
  ///
  /// Parts that both versions share are skipped. All elements are compared where the maps are not versions of one another.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - areEquivalent: Whether two values of a key count as the same.
  ///   - body: Called with each change.
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  func forEachChange(
    from old: Self,
    by areEquivalent: (Value, Value) throws -> Bool,
    _ body: (Change<Key, Value>) throws -> Void
  ) rethrows
}
