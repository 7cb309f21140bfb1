extension PersistentMap: RankedCollection {
  /// The place of an element: how many elements come before it.
  public typealias Index = Rank

  /// A key with its value.
  public typealias Element = (key: Key, value: Value)

  /// Accesses the element at an index.
  ///
  /// Going through all elements is faster with `for … in`, which does not look for every one anew.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Rank) -> Element {
    tree.withEntry(atRank: position.number) { ($0.key.pointee, $0.value.pointee) }
  }

  /// Goes through the elements of a map as it was when the iterator was made.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: HashTreeIterator<Key, Value>

    @inlinable
    init(_ base: HashTreeIterator<Key, Value>) {
      self.base = base
    }

    /// Returns the next element, or nil when there is none left.
    @inlinable
    public mutating func next() -> Element? {
      base.next()
    }
  }

  /// Returns an iterator over the elements.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(HashTreeIterator(tree))
  }
}

// An iterator holds the tree it goes through, whose nodes are shared and therefore never written to.
extension PersistentMap.Iterator: @unchecked Sendable where Key: Sendable, Value: Sendable {}
