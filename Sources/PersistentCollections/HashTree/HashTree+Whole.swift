/// Operations on whole trees.
extension HashTree: PersistentTree {
  @usableFromInline package typealias Place = EntryPlace<Key, Value>

  /// Whether there are no entries.
  @inlinable package var isEmpty: Bool { root == nil }

  /// Whether both are one and the same tree.
  @inlinable
  package func isIdentical(to other: HashTree) -> Bool {
    root === other.root
  }

  /// Whether both have the entry of a key in a node that they share, or both have no entries; where not, it may still be the
  /// same.
  @inlinable
  func sharesEntry(of key: Key, with other: HashTree) -> Bool {
    guard let root, let otherRoot = other.root else { return self.root == nil && other.root == nil }
    return withExtendedLifetime((root, otherRoot)) {
      Node(root).sharesWay(to: key.treeHash, with: Node(otherRoot))
    }
  }

  /// The combination of this tree with another one.
  @inlinable
  package func combined(with other: HashTree, _ rule: CombinationRule) -> HashTree {
    guard let left = root else { return rule.keepsRight ? other : HashTree() }
    guard let right = other.root else { return rule.keepsLeft ? self : HashTree() }
    return withExtendedLifetime((left, right)) {
      HashTree(root: Node(left).combined(with: Node(right), at: .top, rule))
    }
  }

  /// The entries that a predicate holds for.
  @inlinable
  func filter(_ isIncluded: (Key, Value) throws -> Bool) rethrows -> HashTree {
    guard let root else { return self }
    return try withExtendedLifetime(root) {
      HashTree(root: try Node(root).filtered(at: .top, isIncluded))
    }
  }

  /// The same keys with other values.
  @inlinable
  func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> HashTree<Key, T> {
    guard let root else { return HashTree<Key, T>() }
    return try withExtendedLifetime(root) {
      HashTree<Key, T>(root: try Node(root).mappingValues(transform))
    }
  }

  /// Whether another tree has the same keys with equivalent values.
  @inlinable
  package func isEqual(to other: HashTree, by areEquivalent: (Value, Value) throws -> Bool) rethrows -> Bool {
    guard let root = borrowedRoot, let otherRoot = other.borrowedRoot else { return isIdentical(to: other) }
    defer {
      withExtendedLifetime(self) {}
      withExtendedLifetime(other) {}
    }
    return try root.isEqual(to: otherRoot, by: areEquivalent)
  }

  /// Feeds the entries to a hasher, in a way that their order does not matter.
  @inlinable
  func hash(into hasher: inout Hasher, _ combine: (Value, inout Hasher) -> Void) {
    var sum = 0
    forEachPlace { place in
      var entry = hasher
      entry.combine(place.key.pointee)
      combine(place.value.pointee, &entry)
      sum ^= entry.finalize()
    }
    hasher.combine(sum)
  }

  /// Whether another tree has all keys of this one.
  @inlinable
  package func isSubset(of other: HashTree) -> Bool {
    guard let root else { return true }
    guard let otherRoot = other.root else { return false }
    return withExtendedLifetime((root, otherRoot)) { Node(root).isSubset(of: Node(otherRoot), at: .top) }
  }

  /// Whether another tree has no key of this one.
  @inlinable
  package func isDisjoint(with other: HashTree) -> Bool {
    guard let root, let otherRoot = other.root else { return true }
    return withExtendedLifetime((root, otherRoot)) { Node(root).isDisjoint(with: Node(otherRoot), at: .top) }
  }

  /// Visits all differences between an older tree and this one, and counts the nodes that only one of them has, if that is
  /// asked for.
  @inlinable
  func forEachDifference(
    from old: HashTree,
    counting exchange: UnsafeMutablePointer<FootprintExchange>? = nil,
    by areEquivalent: (Place, Place) throws -> Bool,
    _ visit: (_ before: Place?, _ after: Place?) throws -> Void
  ) rethrows {
    if isIdentical(to: old) { return }
    guard let oldRoot = old.borrowedRoot, let root = borrowedRoot else {
      if let exchange { addExchange(from: old, to: &exchange.pointee) }
      try old.forEachPlace { try visit($0, nil) }
      try forEachPlace { try visit(nil, $0) }
      return
    }
    defer { withExtendedLifetime((old, self)) {} }
    try root.forEachDifference(from: oldRoot, at: .top, counting: exchange, by: areEquivalent, visit)
  }

  /// Visits the places of all entries.
  @inlinable
  func forEachPlace(_ visit: (Place) throws -> Void) rethrows {
    guard let root else { return }
    try withExtendedLifetime(root) { try Node(root).forEachPlace(visit) }
  }

  /// Counts the nodes that `meter` has not met yet, and visits the entries that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: ((Place, inout FootprintMeter) -> Void)?
  ) {
    guard let root else { return }
    withExtendedLifetime(root) { Node(root).addFootprint(to: &meter, visiting: visit) }
  }

  /// How many entries come before that of a key, or nil if it is not there.
  @inlinable
  func rank(of key: Key) -> Int? {
    guard let root else { return nil }
    return withExtendedLifetime(root) { Node(root).rank(of: key, hash: key.treeHash) }
  }

  /// Calls `body` with the entry that has `rank` entries before it.
  @inlinable
  func withEntry<Result>(atRank rank: Int, _ body: (Node.Location) -> Result) -> Result {
    guard let root, rank >= 0, rank < count else { preconditionFailure("Index is out of bounds") }
    return withExtendedLifetime(root) { body(Node(root).location(atRank: rank)) }
  }
}
