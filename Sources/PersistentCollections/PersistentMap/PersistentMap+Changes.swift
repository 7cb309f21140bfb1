extension PersistentMap {
  /// Visits everything that happened between another version of this map and this one, in no particular order.
  ///
  /// Parts that both versions share are skipped without a look at them. The maps need not be versions of one
  /// another; then all elements are compared.
  ///
  /// - Parameters:
  ///   - old: the version to start from.
  ///   - areEquivalent: whether two values of a key count as the same.
  ///   - body: what to do with a change.
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func forEachChange(
    from old: PersistentMap,
    by areEquivalent: (Value, Value) throws -> Bool,
    _ body: (Change<Key, Value>) throws -> Void
  ) rethrows {
    try tree.forEachDifference(
      from: old.tree,
      by: { try areEquivalent($0.value.pointee, $1.value.pointee) }
    ) { difference in
      switch difference {
      case .inserted(let place):
        try body(.inserted(key: place.key.pointee, value: place.value.pointee))
      case .removed(let place):
        try body(.removed(key: place.key.pointee, value: place.value.pointee))
      case .updated(let old, let new):
        try body(.updated(key: new.key.pointee, old: old.value.pointee, new: new.value.pointee))
      }
    }
  }

  /// Returns everything that happened between another version of this map and this one.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(
    from old: PersistentMap,
    by areEquivalent: (Value, Value) throws -> Bool
  ) rethrows -> [Change<Key, Value>] {
    var changes: [Change<Key, Value>] = []
    try forEachChange(from: old, by: areEquivalent) { changes.append($0) }
    return changes
  }
}

extension PersistentMap where Value: Equatable {
  /// Returns everything that happened between another version of this map and this one.
  ///
  ///     let before = map
  ///     map["Ada"] = 1815
  ///     map.changes(from: before)   // [.inserted(key: "Ada", value: 1815)]
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(from old: PersistentMap) -> [Change<Key, Value>] {
    changes(from: old, by: ==)
  }
}
