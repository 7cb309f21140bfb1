extension PersistentSortedMap {
  /// Visits everything that happened between another version of this map and this one, in the order of the
  /// keys.
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
    from old: PersistentSortedMap,
    by areEquivalent: (Value, Value) throws -> Bool,
    _ body: (Change<Key, Value>) throws -> Void
  ) rethrows {
    var (before, after) = (CountedTreeParts(old.tree), CountedTreeParts(tree))
    defer { withExtendedLifetime((old, self)) {} }
    while let (oldLeaf, newLeaf) = before.nextDifferentLeaves(&after) {
      let (oldRun, newRun) = (before.run(of: oldLeaf), after.run(of: newLeaf))
      var (oldIndex, newIndex) = (0, 0)
      while oldIndex < oldRun.count && newIndex < newRun.count {
        let (oldElement, newElement) = (oldRun[oldIndex], newRun[newIndex])
        if oldElement.key < newElement.key {
          try body(.removed(key: oldElement.key, value: oldElement.value))
          oldIndex += 1
        } else if newElement.key < oldElement.key {
          try body(.inserted(key: newElement.key, value: newElement.value))
          newIndex += 1
        } else {
          if try !areEquivalent(oldElement.value, newElement.value) {
            try body(.updated(key: newElement.key, old: oldElement.value, new: newElement.value))
          }
          oldIndex += 1
          newIndex += 1
        }
      }
      before.drop(oldIndex, of: oldLeaf)
      after.drop(newIndex, of: newLeaf)
    }
    while let run = before.nextRun() {
      for (key, value) in run { try body(.removed(key: key, value: value)) }
    }
    while let run = after.nextRun() {
      for (key, value) in run { try body(.inserted(key: key, value: value)) }
    }
  }

  /// Returns everything that happened between another version of this map and this one, in the order of the
  /// keys.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(
    from old: PersistentSortedMap,
    by areEquivalent: (Value, Value) throws -> Bool
  ) rethrows -> [Change<Key, Value>] {
    var changes: [Change<Key, Value>] = []
    try forEachChange(from: old, by: areEquivalent) { changes.append($0) }
    return changes
  }
}

extension PersistentSortedMap where Value: Equatable {
  /// Returns everything that happened between another version of this map and this one, in the order of the
  /// keys.
  ///
  ///     let before = map
  ///     map["Ada"] = 1815
  ///     map.changes(from: before)   // [.inserted(key: "Ada", value: 1815)]
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func changes(from old: PersistentSortedMap) -> [Change<Key, Value>] {
    changes(from: old, by: ==)
  }
}
