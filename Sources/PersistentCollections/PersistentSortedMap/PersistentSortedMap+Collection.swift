extension PersistentSortedMap: RankedCollection, RandomAccessCollection {
  /// The place of an element: how many elements come before it.
  public typealias Index = Rank
  /// A part of a map; taking one is O(1). For a map of its own, take a range of keys.
  public typealias SubSequence = Slice<PersistentSortedMap>
  /// The indices of all elements.
  public typealias Indices = DefaultIndices<PersistentSortedMap>

  /// Accesses the element at an index.
  ///
  /// Going through all elements is faster with `for … in`, which does not look for every one anew.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Rank) -> Element {
    element(atRank: position.number)
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
}

// An iterator holds the tree it goes through, whose nodes are shared and therefore never written to.
extension PersistentSortedMap.Iterator: @unchecked Sendable where Key: Sendable, Value: Sendable {}
