extension PersistentMap {
  /// Returns the elements that a predicate holds for.
  ///
  /// Nodes whose elements all stay are shared with this map; if all stay, the result is identical to it.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> PersistentMap {
    PersistentMap(tree: try tree.filter { try isIncluded(($0, $1)) })
  }

  /// Returns a map of the same keys with other values.
  ///
  /// - Complexity: O(*n*); no key is hashed.
  @inlinable
  public func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> PersistentMap<Key, T> {
    PersistentMap<Key, T>(tree: try tree.mapValues(transform))
  }

  /// Returns a map of the keys that a closure finds a new value for.
  ///
  /// - Complexity: O(*n* · log *n*) nodes are visited.
  @inlinable
  public func compactMapValues<T>(_ transform: (Value) throws -> T?) rethrows -> PersistentMap<Key, T> {
    var result = PersistentMap<Key, T>()
    for (key, value) in self {
      if let value = try transform(value) { _ = result.tree.insert(key, value) }
    }
    return result
  }
}
