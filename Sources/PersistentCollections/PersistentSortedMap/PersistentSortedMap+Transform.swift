extension PersistentSortedMap {
  /// Returns the elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PersistentSortedMap {
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    for element in self where try isIncluded(element) { builder.append(element) }
    // Where all are included the map is the same, and shares everything.
    return builder.count == count ? self : PersistentSortedMap(&builder)
  }

  /// Returns a map of the same keys with what `transform` makes of their values.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> PersistentSortedMap<Key, T> {
    var builder = CountedTreeBuilder<Keyed<Key, T>>()
    for (key, value) in self { builder.append((key, try transform(value))) }
    return PersistentSortedMap<Key, T>(&builder)
  }

  /// Returns a map of the keys for whose values `transform` makes something, with what it makes.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func compactMapValues<T>(_ transform: (Value) throws -> T?) rethrows -> PersistentSortedMap<Key, T> {
    var builder = CountedTreeBuilder<Keyed<Key, T>>()
    for (key, value) in self {
      if let value = try transform(value) { builder.append((key, value)) }
    }
    return PersistentSortedMap<Key, T>(&builder)
  }
}

extension PersistentSortedMap {
  /// Adds elements, and lets a closure decide about the values of keys that are there already.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*m* · log *n*) keys are compared, where *m* is the number of new elements.
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
  /// - Complexity: O(log *n* + log *m*) if all keys of one map come before those of the other; else O(*m* ·
  ///   log *n*) or O(*n* + *m*), whichever is less.
  @inlinable
  public mutating func merge(
    _ other: PersistentSortedMap,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    guard let first = first, let last = last, let otherFirst = other.first, let otherLast = other.last else {
      if isEmpty { self = other }
      return
    }
    Tree.requireRoom(count, for: other.count)
    if last.key < otherFirst.key {
      tree.append(other.tree)
    } else if otherLast.key < first.key {
      var joined = other.tree
      joined.append(tree)
      tree = joined
    } else if other.count < count / 16 {
      for (key, value) in other { try add(key, value, combine) }
    } else {
      self = try zipped(with: other, combine)
    }
  }

  /// Goes through both maps at once.
  @inlinable
  func zipped(
    with other: PersistentSortedMap,
    _ combine: (Value, Value) throws -> Value
  ) rethrows -> PersistentSortedMap {
    var builder = CountedTreeBuilder<Keyed<Key, Value>>()
    var (left, right) = (makeIterator(), other.makeIterator())
    var (next, otherNext) = (left.next(), right.next())
    while let element = next, let otherElement = otherNext {
      if element.key < otherElement.key {
        builder.append(element)
        next = left.next()
      } else if otherElement.key < element.key {
        builder.append(otherElement)
        otherNext = right.next()
      } else {
        builder.append((element.key, try combine(element.value, otherElement.value)))
        (next, otherNext) = (left.next(), right.next())
      }
    }
    while let element = next {
      builder.append(element)
      next = left.next()
    }
    while let element = otherNext {
      builder.append(element)
      otherNext = right.next()
    }
    return PersistentSortedMap(&builder)
  }

  /// Returns this map with more elements, and lets a closure decide about the values of keys that are there.
  @inlinable
  public func merging(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> PersistentSortedMap {
    var result = self
    try result.merge(elements, uniquingKeysWith: combine)
    return result
  }

  /// Returns this map with the elements of another one.
  @inlinable
  public func merging(
    _ other: PersistentSortedMap,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> PersistentSortedMap {
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
