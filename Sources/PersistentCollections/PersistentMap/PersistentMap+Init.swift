extension PersistentMap: ExpressibleByDictionaryLiteral {
  /// Creates a map from a literal.
  ///
  /// A key that is there twice is a programmer's error, as it is for `Dictionary`.
  @inlinable
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(uniqueKeysWithValues: elements)
  }
}

extension PersistentMap {
  /// Creates a map of elements whose keys are all different.
  ///
  /// A key that is there twice is a programmer's error; where keys may repeat, use
  /// ``init(_:uniquingKeysWith:)``.
  ///
  /// - Complexity: O(*n*) on average, where *n* is the number of elements, each of which visits O(log *n*) nodes.
  @inlinable
  public init(uniqueKeysWithValues elements: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in elements {
      let isNew = tree.insert(key, value)
      precondition(isNew, "The key \(key) is there twice")
    }
  }

  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  ///
  /// The closure is given the value so far and the new one.
  @inlinable
  public init(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    self.init()
    try merge(elements, uniquingKeysWith: combine)
  }

  /// Creates a map of the elements of a sequence, by the key that a closure finds for each.
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

  /// Creates a map with the elements of a dictionary.
  @inlinable
  public init(_ dictionary: [Key: Value]) {
    self.init()
    for (key, value) in dictionary { _ = tree.insert(key, value) }
  }
}

extension Dictionary {
  /// Creates a dictionary with the elements of a map.
  @inlinable
  public init(_ map: PersistentMap<Key, Value>) {
    self.init(minimumCapacity: map.count)
    for (key, value) in map { self[key] = value }
  }
}
