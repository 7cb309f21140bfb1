extension KeyedCollection {
  /// Creates a map of elements whose keys are all different.
  ///
  /// A key that is there twice is a programmer's error; where keys may repeat, use
  /// ``init(_:uniquingKeysWith:)``.
  ///
  /// - Complexity: O(*n* · log *n*), and O(*n*) for a sorted map of keys that are in order.
  @inlinable
  public init(uniqueKeysWithValues elements: some Sequence<(Key, Value)>) {
    self.init(elements) { _, _ in preconditionFailure("A key of a \(Self.self) is there twice") }
  }

  /// Creates a map of elements whose keys are all different.
  ///
  /// A key that is there twice is a programmer's error.
  ///
  /// - Complexity: O(*n* · log *n*), and O(*n*) for a sorted map of keys that are in order.
  @inlinable
  @_disfavoredOverload
  public init(uniqueKeysWithValues elements: some Sequence<(key: Key, value: Value)>) {
    self.init(uniqueKeysWithValues: elements.lazy.map { ($0.key, $0.value) })
  }

  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*n* · log *n*), and O(*n*) for a sorted map of keys that are in order.
  @inlinable
  @_disfavoredOverload
  public init(
    _ elements: some Sequence<(key: Key, value: Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    try self.init(elements.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
  }

  /// Creates a map from a literal.
  ///
  /// A key that is there twice is a programmer's error, as it is for `Dictionary`.
  @inlinable
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(uniqueKeysWithValues: elements)
  }

  /// Creates a map of the elements of a sequence, by the key that a closure finds for each.
  ///
  /// - Complexity: O(*n* · log *n*).
  @inlinable
  public init<S: Sequence>(
    grouping elements: S,
    by keyForElement: (S.Element) throws -> Key
  ) rethrows where Value == [S.Element] {
    self.init()
    for element in elements {
      self[try keyForElement(element), default: []].append(element)
    }
  }

  /// Creates a map with the elements of another one, of whatever kind.
  ///
  /// - Complexity: O(*n* · log *n*), O(1) for a map of the same kind.
  @inlinable
  public init(_ map: some KeyedCollection<Key, Value>) {
    if let map = map as? Self { self = map } else { self.init(uniqueKeysWithValues: map) }
  }
}

extension KeyedCollection where Key: Hashable {
  /// Creates a map with the elements of a dictionary.
  ///
  /// - Complexity: O(*n* · log *n*).
  @inlinable
  public init(_ dictionary: [Key: Value]) {
    self.init(uniqueKeysWithValues: dictionary)
  }
}

extension Dictionary {
  /// Creates a dictionary with the elements of a map.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ map: some KeyedCollection<Key, Value>) {
    self.init(minimumCapacity: map.count)
    for (key, value) in map { self[key] = value }
  }
}
