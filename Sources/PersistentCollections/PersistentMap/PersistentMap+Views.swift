extension PersistentMap {
  /// The keys, in the order of the elements.
  @inlinable
  public var keys: Keys { Keys(self) }

  /// The values, in the order of the elements.
  @inlinable
  public var values: Values { Values(self) }

  /// A view of the keys of a map.
  public struct Keys: Collection {
    @usableFromInline let map: PersistentMap

    @inlinable
    init(_ map: PersistentMap) {
      self.map = map
    }

    /// Goes through the keys.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: HashTreeIterator<Key, Value>

      @inlinable
      init(_ base: HashTreeIterator<Key, Value>) {
        self.base = base
      }

      /// Returns the next key, or nil when there is none left.
      @inlinable
      public mutating func next() -> Key? { base.next()?.key }
    }

    /// Returns an iterator over the keys.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(HashTreeIterator(map.tree)) }

    /// The index of the first key.
    @inlinable
    public var startIndex: Index { map.startIndex }

    /// The index behind the last key.
    @inlinable
    public var endIndex: Index { map.endIndex }

    /// The number of keys.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var count: Int { map.count }

    /// Accesses the key at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Index) -> Key { map[position].key }

    /// Returns the index behind another one.
    @inlinable
    public func index(after index: Index) -> Index { map.index(after: index) }

    /// Returns whether a key is there.
    ///
    /// - Complexity: O(log *n*) nodes are visited.
    @inlinable
    public func contains(_ key: Key) -> Bool { map.tree.hasKey(key) }
  }

  /// A view of the values of a map.
  public struct Values: Collection {
    @usableFromInline let map: PersistentMap

    @inlinable
    init(_ map: PersistentMap) {
      self.map = map
    }

    /// Goes through the values.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: HashTreeIterator<Key, Value>

      @inlinable
      init(_ base: HashTreeIterator<Key, Value>) {
        self.base = base
      }

      /// Returns the next value, or nil when there is none left.
      @inlinable
      public mutating func next() -> Value? { base.next()?.value }
    }

    /// Returns an iterator over the values.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(HashTreeIterator(map.tree)) }

    /// The index of the first value.
    @inlinable
    public var startIndex: Index { map.startIndex }

    /// The index behind the last value.
    @inlinable
    public var endIndex: Index { map.endIndex }

    /// The number of values.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var count: Int { map.count }

    /// Accesses the value at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Index) -> Value { map[position].value }

    /// Returns the index behind another one.
    @inlinable
    public func index(after index: Index) -> Index { map.index(after: index) }
  }
}

extension PersistentMap.Keys: Equatable {
  /// Returns whether both have the same keys, in whatever order.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.map.tree.isSubset(of: right.map.tree)
  }
}

extension PersistentMap.Keys: Sendable where Key: Sendable, Value: Sendable {}
extension PersistentMap.Values: Sendable where Key: Sendable, Value: Sendable {}
