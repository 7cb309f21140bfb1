/// A collection of keys with their values, each key once: what both kinds of persistent map are.
///
/// Whatever a map can do without knowing how it lies in memory is written here, once.
public protocol KeyedCollection<Key, Value>: RankedCollection where Element == (key: Key, value: Value) {
  /// What values are found by.
  associatedtype Key
  /// What is found.
  associatedtype Value

  /// Creates a map without elements.
  init()

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

  /// Removes the element at an index and returns it.
  @discardableResult
  mutating func remove(at index: Index) -> Element

  /// Returns the elements that a predicate holds for.
  func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self

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
}

/// Taking elements away.
extension KeyedCollection {
  /// Removes the first element and returns it, or nil if there is none.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  public mutating func popFirst() -> Element? {
    isEmpty ? nil : remove(at: startIndex)
  }

  /// Removes the first element and returns it; there has to be one.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: startIndex)
  }

  /// Removes the elements that a predicate holds for.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: is of no account: nodes are never larger than they must be.
  /// - Complexity: O(*n*) if nothing shares the elements, else O(1).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    self = Self()
  }
}

/// Room in advance, which there is no need of.
extension KeyedCollection {
  /// Creates a map without elements; the capacity is of no account, for nodes are never larger than they must be.
  @inlinable
  public init(minimumCapacity: Int) { self.init() }

  /// Does nothing: nodes are never larger than they must be.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {}
}
