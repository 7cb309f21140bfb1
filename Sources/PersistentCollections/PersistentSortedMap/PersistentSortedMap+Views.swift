extension PersistentSortedMap {
  /// The keys, in ascending order.
  @inlinable
  public var keys: Keys { Keys(self) }

  /// The values, in the order of their keys.
  @inlinable
  public var values: Values { Values(self) }

  /// A view of the keys of a map.
  public struct Keys: RandomAccessCollection {
    @usableFromInline let map: PersistentSortedMap

    @inlinable
    init(_ map: PersistentSortedMap) {
      self.map = map
    }

    /// Goes through the keys.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: PersistentSortedMap.Iterator

      @inlinable
      init(_ base: PersistentSortedMap.Iterator) {
        self.base = base
      }

      /// Returns the next key, or nil when there is none left.
      @inlinable
      public mutating func next() -> Key? { base.next()?.key }
    }

    /// A part of the keys.
    public typealias SubSequence = Slice<Keys>
    /// The indices of all keys.
    public typealias Indices = DefaultIndices<Keys>

    /// Returns an iterator over the keys.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(map.makeIterator()) }

    /// The index of the first key.
    @inlinable
    public var startIndex: Index { map.startIndex }

    /// The index behind the last key.
    @inlinable
    public var endIndex: Index { map.endIndex }

    /// Accesses the key at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Index) -> Key { map[position].key }

    /// Returns the index behind another one.
    @inlinable
    public func index(after index: Index) -> Index { map.index(after: index) }

    /// Returns the index before another one.
    @inlinable
    public func index(before index: Index) -> Index { map.index(before: index) }

    /// Returns the index that is `distance` keys away.
    @inlinable
    public func index(_ index: Index, offsetBy distance: Int) -> Index {
      map.index(index, offsetBy: distance)
    }

    /// Returns how many keys there are from one index to another.
    @inlinable
    public func distance(from start: Index, to end: Index) -> Int { map.distance(from: start, to: end) }

    /// Returns whether a key is there.
    ///
    /// - Complexity: O(log *n*) keys are compared.
    @inlinable
    public func contains(_ key: Key) -> Bool { map.find(key).isFound }
  }

  /// A view of the values of a map.
  public struct Values: RandomAccessCollection {
    @usableFromInline let map: PersistentSortedMap

    @inlinable
    init(_ map: PersistentSortedMap) {
      self.map = map
    }

    /// Goes through the values.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var base: PersistentSortedMap.Iterator

      @inlinable
      init(_ base: PersistentSortedMap.Iterator) {
        self.base = base
      }

      /// Returns the next value, or nil when there is none left.
      @inlinable
      public mutating func next() -> Value? { base.next()?.value }
    }

    /// A part of the values.
    public typealias SubSequence = Slice<Values>
    /// The indices of all values.
    public typealias Indices = DefaultIndices<Values>

    /// Returns an iterator over the values.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(map.makeIterator()) }

    /// The index of the first value.
    @inlinable
    public var startIndex: Index { map.startIndex }

    /// The index behind the last value.
    @inlinable
    public var endIndex: Index { map.endIndex }

    /// Accesses the value at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Index) -> Value { map[position].value }

    /// Returns the index behind another one.
    @inlinable
    public func index(after index: Index) -> Index { map.index(after: index) }

    /// Returns the index before another one.
    @inlinable
    public func index(before index: Index) -> Index { map.index(before: index) }

    /// Returns the index that is `distance` values away.
    @inlinable
    public func index(_ index: Index, offsetBy distance: Int) -> Index {
      map.index(index, offsetBy: distance)
    }

    /// Returns how many values there are from one index to another.
    @inlinable
    public func distance(from start: Index, to end: Index) -> Int { map.distance(from: start, to: end) }
  }
}

extension PersistentSortedMap.Keys: Equatable {
  /// Returns whether both have the same keys.
  ///
  /// Nodes that both share are not looked into.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.map.elementsEqual(right.map) { $0.key == $1.key }
  }
}

extension PersistentSortedMap.Keys: Sendable where Key: Sendable, Value: Sendable {}
extension PersistentSortedMap.Values: Sendable where Key: Sendable, Value: Sendable {}
