/// A collection that is one tree, and has size and structure sharing from the tree.
@usableFromInline
package protocol TreeFace: RankedContainer, StructureSharing {
  associatedtype Tree: PersistentTree

  var tree: Tree { get set }

  init(tree: Tree)
}

extension TreeFace {
  /// The number of elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { tree.count }

  /// Whether there are no elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var isEmpty: Bool { tree.isEmpty }

  /// Returns whether both collections are one and the same tree.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: Self) -> Bool { tree.isIdentical(to: other.tree) }

  /// Counts the nodes of this collection that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  @inlinable
  public func addFootprint(to meter: inout FootprintMeter) { tree.addFootprint(to: &meter, visiting: nil) }

  /// Counts the nodes that this collection has and an older version has not, and the reverse.
  ///
  /// - Complexity: O(nodes that differ, and their children).
  @inlinable
  public func addExchange(from older: Self, to exchange: inout FootprintExchange) {
    tree.addExchange(from: older.tree, to: &exchange)
  }
}

/// A map that is one tree.
@usableFromInline
package protocol TreeMap: TreeFace, KeyedCollection {
  /// Visits the places of entries that came, went, or are not the same; a sorted map's in the order of the keys.
  ///
  /// - Parameters:
  ///   - old: The version to start from.
  ///   - exchange: Counts the nodes that only one of both maps has; nil to count nothing.
  ///   - areSame: Whether two entries of equal keys are no change.
  ///   - body: Called with the places before and after; one of them is nil where an entry came or went.
  func visitDifferences(
    from old: Self,
    counting exchange: UnsafeMutablePointer<FootprintExchange>?,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) throws -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) throws -> Void
  ) rethrows
}

extension TreeMap {
  /// Visits the places of entries that came, went, or are not the same; a sorted map's in the order of the keys.
  ///
  /// A method that rethrows cannot fulfil a requirement that does not throw: descriptions require this one.
  @inlinable
  package func forEachDifference(
    from old: Self,
    counting exchange: UnsafeMutablePointer<FootprintExchange>? = nil,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  ) {
    visitDifferences(from: old, counting: exchange, by: areSame, body)
  }

  /// Visits all changes from another version of this map to this one, a sorted map's in the order of the keys.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n*) at most.
  @inlinable
  public func forEachChange(
    from old: Self,
    by areEquivalent: (Value, Value) throws -> Bool,
    _ body: (Change<Key, Value>) throws -> Void
  ) rethrows {
    try visitDifferences(from: old, counting: nil) { before, after in
      try areEquivalent(before.value.pointee, after.value.pointee)
    } _: { before, after in
      switch (before, after) {
      case (let before?, let after?):
        try body(.updated(key: after.key.pointee, old: before.value.pointee, new: after.value.pointee))
      case (let before?, nil): try body(.removed(key: before.key.pointee, value: before.value.pointee))
      case (nil, let after?): try body(.inserted(key: after.key.pointee, value: after.value.pointee))
      case (nil, nil): break
      }
    }
  }
}
