extension PersistentSortedMap {
  /// Returns the elements that a predicate holds for.
  ///
  /// If all stay, the result is identical to this map; where few go, it shares nodes with it.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PersistentSortedMap {
    PersistentSortedMap(tree: try tree.filtered { try isIncluded($0.pointee) })
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
