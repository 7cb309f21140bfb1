/// The values of a map, in the order of its elements. They can be changed, each where it lies.
///
///     for index in scores.values.indices { scores.values[index] += 1 }
public struct MapValues<Map: KeyedCollection>: RankedCollection, MutableCollection {
  @usableFromInline var map: Map

  @inlinable
  init(_ map: Map) {
    self.map = map
  }

  /// Goes through the values.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: Map.Iterator

    @inlinable
    init(_ base: Map.Iterator) {
      self.base = base
    }

    /// Returns the next value, or nil when there is none left.
    @inlinable
    public mutating func next() -> Map.Value? { base.next()?.value }
  }

  /// Returns an iterator over the values.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(map.makeIterator()) }

  /// The number of values.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { map.count }

  /// Accesses the value at an index.
  ///
  /// - Complexity: O(log *n*); setting copies nodes that are shared.
  @inlinable
  public subscript(position: Rank) -> Map.Value {
    get { map[valueAt: position] }
    _modify { yield &map[valueAt: position] }
  }
}

extension MapValues: BidirectionalCollection where Map: BidirectionalCollection {}
extension MapValues: RandomAccessCollection where Map: RandomAccessCollection {}
extension MapValues: Sendable where Map: Sendable {}
extension MapValues.Iterator: Sendable where Map.Iterator: Sendable {}

extension MapValues: CustomStringConvertible, CustomDebugStringConvertible {}

extension KeyedCollection {
  /// The values, in the order of the elements.
  @inlinable
  public var values: MapValues<Self> {
    get { MapValues(self) }
    _modify {
      // The view is the only one to hold the map while it is changed.
      var values = MapValues(self)
      self = Self()
      defer { self = values.map }
      yield &values
    }
  }
}
