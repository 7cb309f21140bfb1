/// The keys of a map, in the order of its elements.
public struct MapKeys<Map: KeyedCollection>: RankedCollection {
  @usableFromInline let map: Map

  @inlinable
  init(_ map: Map) {
    self.map = map
  }

  /// Goes through the keys.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: Map.Iterator

    @inlinable
    init(_ base: Map.Iterator) {
      self.base = base
    }

    /// Returns the next key, or nil when there is none left.
    @inlinable
    public mutating func next() -> Map.Key? { base.next()?.key }
  }

  /// Returns an iterator over the keys.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(map.makeIterator()) }

  /// The number of keys.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { map.count }

  /// Accesses the key at an index.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Rank) -> Map.Key { map[position].key }

  /// Returns whether a key is there: what `contains` asks where the type of the collection is not known.
  @inlinable
  public func _customContainsEquatableElement(_ key: Map.Key) -> Bool? { map.hasKey(key) }

  /// Returns the index of a key: what `firstIndex(of:)` asks.
  @inlinable
  public func _customIndexOfEquatableElement(_ key: Map.Key) -> Rank?? { .some(map.index(forKey: key)) }

  /// Returns the index of a key: what `lastIndex(of:)` asks.
  @inlinable
  public func _customLastIndexOfEquatableElement(_ key: Map.Key) -> Rank?? { .some(map.index(forKey: key)) }
}

extension MapKeys: BidirectionalCollection where Map: BidirectionalCollection {}
extension MapKeys: RandomAccessCollection where Map: RandomAccessCollection {}
extension MapKeys: Sendable where Map: Sendable {}
extension MapKeys.Iterator: Sendable where Map.Iterator: Sendable {}

extension MapKeys: Equatable {
  /// Returns whether both have the same keys.
  ///
  /// Parts that both maps share are not looked into.
  @inlinable
  public static func == (left: MapKeys, right: MapKeys) -> Bool { left.map.hasSameKeys(as: right.map) }
}

extension MapKeys: CustomStringConvertible, CustomDebugStringConvertible {}

extension KeyedCollection {
  /// The keys, in the order of the elements.
  @inlinable
  public var keys: MapKeys<Self> { MapKeys(self) }
}
