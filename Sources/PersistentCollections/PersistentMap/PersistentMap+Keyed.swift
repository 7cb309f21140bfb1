extension PersistentMap: KeyedCollection, TreeMap, StructureSharing, ExpressibleByDictionaryLiteral {
  /// A view of the keys.
  public typealias Keys = MapKeys<PersistentMap>
  /// A view of the values.
  public typealias Values = MapValues<PersistentMap>

  /// Creates a map and lets a closure decide about the values of keys that are there more than once.
  ///
  /// The closure is given the value so far and the new one.
  ///
  /// - Complexity: O(*n* · log *n*) nodes are visited.
  @inlinable
  public init(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    self.init()
    try merge(elements, uniquingKeysWith: combine)
  }

  /// Returns whether a key is there.
  ///
  /// - Complexity: O(log *n*) nodes are visited.
  @inlinable
  public func hasKey(_ key: Key) -> Bool { tree.hasKey(key) }

  /// Returns whether another map has the same keys.
  ///
  /// - Complexity: O(1) if they are identical, O(changes · log *n*) for versions of one map, O(*n*) otherwise.
  @inlinable
  public func hasSameKeys(as other: PersistentMap) -> Bool {
    count == other.count && tree.isSubset(of: other.tree)
  }

  /// Returns the index of a key, or nil if it is not there.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(forKey key: Key) -> Rank? {
    tree.rank(of: key).map { Rank($0) }
  }

  /// Accesses the value at an index.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared when setting.
  @inlinable
  public subscript(valueAt index: Rank) -> Value {
    get { tree.withEntry(atRank: index.number) { $0.value.pointee } }
    _modify { yield &tree.unshare(atRank: index.number).pointee }
  }

  /// Adds an element, and lets a closure decide about the value of a key that is there already.
  @inlinable
  public mutating func _merge(
    _ key: Key,
    _ value: Value,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    if let place = tree.locate(key, hash: key.treeHash, inserting: value)?.value {
      place.pointee = try combine(place.pointee, value)
    }
  }

  /// Adds the elements of another map, and keeps one map's elements where both have a key.
  ///
  /// Parts that both maps share are skipped without a look at them.
  ///
  /// - Complexity: O(changes · log *n*) for versions of one map, O(*n* + *m*) at most.
  @inlinable
  public mutating func merge(_ other: PersistentMap, keeping kept: KeptElement) {
    switch kept {
    case .current: tree = tree.combined(with: other.tree, .union)
    case .new: tree = other.tree.combined(with: tree, .union)
    }
  }
}
