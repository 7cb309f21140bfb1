extension PersistentSortedMap {
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
      for (key, value) in other { try _merge(key, value, uniquingKeysWith: combine) }
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

  /// Adds the elements of another map, and keeps one map's elements where both have a key.
  ///
  /// Parts that both maps share are skipped without a look at them.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n* + *m*) at most.
  @inlinable
  public mutating func merge(_ other: PersistentSortedMap, keeping kept: KeptElement) {
    if isEmpty { self = other }
    var changed: [Element] = []
    other.forEachDifference(from: self, by: { _, _ in kept == .current }) { _, after in
      if let after { changed.append((after.key.pointee, after.value.pointee)) }
    }
    if changed.count > count / 16 {
      self = zipped(with: other) { kept == .current ? $0 : $1 }
      return
    }
    for element in changed {
      let (rank, isFound) = find(element.key)
      if isFound {
        tree.unshare(at: rank).pointee = element
      } else {
        Tree.requireRoom(count, for: 1)
        tree.insert(element, at: rank)
      }
    }
  }
}
