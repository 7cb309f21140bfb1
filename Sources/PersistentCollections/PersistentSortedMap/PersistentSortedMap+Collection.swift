extension PersistentSortedMap: RandomAccessCollection {
  /// The place of an element: how many elements come before it.
  ///
  /// An index is good as long as the map it comes from does not change.
  public struct Index: Comparable, Hashable, Sendable {
    @usableFromInline let rank: Int

    @inlinable
    init(rank: Int) {
      self.rank = rank
    }

    /// Returns whether one element comes before another.
    @inlinable
    public static func < (left: Index, right: Index) -> Bool {
      left.rank < right.rank
    }
  }

  /// A part of a map; taking one is O(1). For a map of its own, take a range of keys.
  public typealias SubSequence = Slice<PersistentSortedMap>
  /// The indices of all elements.
  public typealias Indices = DefaultIndices<PersistentSortedMap>

  /// The index of the element with the smallest key, or the end index of a map without elements.
  @inlinable
  public var startIndex: Index { Index(rank: 0) }

  /// The index behind the last element.
  @inlinable
  public var endIndex: Index { Index(rank: count) }

  /// Accesses the element at an index.
  ///
  /// Going through all elements is faster with `for … in`, which does not look for every one anew.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Index) -> Element {
    element(atRank: position.rank)
  }

  /// Returns the index behind another one.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(after index: Index) -> Index { Index(rank: index.rank + 1) }

  /// Returns the index before another one.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(before index: Index) -> Index { Index(rank: index.rank - 1) }

  /// Returns the index that is `distance` elements away.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(rank: index.rank + distance) }

  /// Returns how many elements there are from one index to another.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func distance(from start: Index, to end: Index) -> Int { end.rank - start.rank }

  /// Returns the index of a key, or nil if it is not there.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func index(forKey key: Key) -> Index? {
    let (rank, isFound) = find(key)
    return isFound ? Index(rank: rank) : nil
  }

  /// Goes through the elements of a map as it was when the iterator was made, in the order of their keys.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: CountedTreeIterator<Keyed<Key, Value>>

    @inlinable
    init(_ base: CountedTreeIterator<Keyed<Key, Value>>) {
      self.base = base
    }

    /// Returns the next element, or nil when there is none left.
    @inlinable @inline(__always)
    public mutating func next() -> Element? {
      base.next()
    }
  }

  /// Returns an iterator over the elements.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(CountedTreeIterator(tree, positions: 0..<count))
  }

  /// The number of elements.
  @inlinable
  public var underestimatedCount: Int { count }
}
