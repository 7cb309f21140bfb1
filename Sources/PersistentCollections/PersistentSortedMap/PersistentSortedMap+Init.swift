extension PersistentSortedMap: ExpressibleByDictionaryLiteral {
  /// Creates a map from a literal.
  ///
  /// A key that is there twice is a programmer's error, as it is for `Dictionary`.
  @inlinable
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(uniqueKeysWithValues: elements)
  }
}

extension PersistentSortedMap {
  /// Creates a map of elements whose keys are all different.
  ///
  /// A key that is there twice is a programmer's error; where keys may repeat, use
  /// ``init(_:uniquingKeysWith:)``.
  ///
  /// - Complexity: O(*n*) if the keys are in order, else O(*n* log *n*) comparisons.
  @inlinable
  public init(uniqueKeysWithValues elements: some Sequence<(Key, Value)>) {
    self.init(elements) { _, _ in preconditionFailure("A key of a PersistentSortedMap is there twice") }
  }

  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*n*) if the keys are in order, else O(*n* log *n*) comparisons.
  @inlinable
  public init(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    var sorted = Array(elements)
    if !Self.isAscending(sorted) { sorted.sort { $0.0 < $1.0 } }
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    var index = 0
    while index < sorted.count {
      let key = sorted[index].0
      var value = sorted[index].1
      index += 1
      while index < sorted.count, sorted[index].0 == key {
        value = try combine(value, sorted[index].1)
        index += 1
      }
      builder.append((key, value))
    }
    self.init(&builder)
  }

  /// Creates a map of elements that are made one after the other in the order of their keys, each where it stays.
  ///
  /// Returns nil at the first key that is not greater than the one before.
  ///
  /// - Parameter next: Makes the next element; nil when there is none.
  @inlinable
  package init?(ascending next: () throws -> Element?) rethrows {
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    var last: Key?
    while let element = try next() {
      if let last, !(last < element.key) { return nil }
      last = element.key
      builder.append(element)
    }
    self.init(&builder)
  }

  @inlinable
  static func isAscending(_ elements: [(Key, Value)]) -> Bool {
    for index in elements.indices.dropFirst() where !(elements[index - 1].0 < elements[index].0) {
      return false
    }
    return true
  }

  @inlinable
  init(_ builder: inout CountedTreeBuilder<Keyed<Key, Value>>) {
    let (tree, last) = builder.finish()
    self.init(tree: tree)
    self.tree.append(CountedTree(root: last))
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
}

extension PersistentSortedMap where Key: Hashable {
  /// Creates a map with the elements of a dictionary.
  @inlinable
  public init(_ dictionary: [Key: Value]) {
    self.init(uniqueKeysWithValues: dictionary.lazy.map { ($0.key, $0.value) })
  }

  /// Creates a map with the elements of an unordered one.
  @inlinable
  public init(_ map: PersistentMap<Key, Value>) {
    self.init(uniqueKeysWithValues: map.lazy.map { ($0.key, $0.value) })
  }
}

extension Dictionary where Key: Comparable {
  /// Creates a dictionary with the elements of a sorted map.
  @inlinable
  public init(_ map: PersistentSortedMap<Key, Value>) {
    self.init(minimumCapacity: map.count)
    for (key, value) in map { self[key] = value }
  }
}
