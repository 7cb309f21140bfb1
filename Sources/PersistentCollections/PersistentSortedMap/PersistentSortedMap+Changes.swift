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
    try forEachDifference(
      from: old,
      by: { try areEquivalent($0.pointee.value, $1.pointee.value) }
    ) { before, after in
      switch (before?.pointee, after?.pointee) {
      case (let before?, let after?):
        try body(.updated(key: after.key, old: before.value, new: after.value))
      case (let before?, nil): try body(.removed(key: before.key, value: before.value))
      case (nil, let after?): try body(.inserted(key: after.key, value: after.value))
      case (nil, nil): break
      }
    }
  }

  /// Visits where elements lie that came, went, or are not equivalent, in the order of the keys; one of the places is
  /// nil where an element came or went.
  @inlinable
  func forEachDifference(
    from old: PersistentSortedMap,
    by areEquivalent: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>) throws -> Bool,
    _ body: (_ before: UnsafeMutablePointer<Element>?, _ after: UnsafeMutablePointer<Element>?) throws -> Void
  ) rethrows {
    var (before, after) = (CountedTreeParts(old.tree), CountedTreeParts(tree))
    defer { withExtendedLifetime((old, self)) {} }
    while let (oldLeaf, newLeaf) = before.nextDifferentLeaves(&after) {
      let (oldRun, newRun) = (before.run(of: oldLeaf), after.run(of: newLeaf))
      // Leaves have elements.
      guard let oldElements = oldRun.baseAddress, let newElements = newRun.baseAddress else { break }
      var (oldIndex, newIndex) = (0, 0)
      while oldIndex < oldRun.count && newIndex < newRun.count {
        let (oldElement, newElement) = (oldElements + oldIndex, newElements + newIndex)
        if oldElement.pointee.key < newElement.pointee.key {
          try body(oldElement, nil)
          oldIndex += 1
        } else if newElement.pointee.key < oldElement.pointee.key {
          try body(nil, newElement)
          newIndex += 1
        } else {
          if try !areEquivalent(oldElement, newElement) { try body(oldElement, newElement) }
          oldIndex += 1
          newIndex += 1
        }
      }
      before.drop(oldIndex, of: oldLeaf)
      after.drop(newIndex, of: newLeaf)
    }
    try before.forEachPlace { try body($0, nil) }
    try after.forEachPlace { try body(nil, $0) }
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
