extension KeyedCollection {
  /// Returns all changes from another version of this map to this one, a sorted map's in the order of the keys.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(
    from old: Self,
    by areEquivalent: (Value, Value) throws -> Bool
  ) rethrows -> [Change<Key, Value>] {
    var changes: [Change<Key, Value>] = []
    try forEachChange(from: old, by: areEquivalent) { changes.append($0) }
    return changes
  }
}

extension KeyedCollection where Value: Equatable {
  /// Returns all changes from another version of this map to this one, a sorted map's in the order of the keys.
  ///
  ///     let before = map
  ///     map["Ada"] = 1815
  ///     map.changes(from: before)   // [.inserted(key: "Ada", value: 1815)]
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(from old: Self) -> [Change<Key, Value>] {
    changes(from: old, by: ==)
  }
}
