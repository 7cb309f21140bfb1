extension PersistentSet: RankedContainer, TreeFace, StructureSharing {
  /// The place of an element: how many elements come before it.
  public typealias Index = Rank

  /// Goes through the elements of a set as it was when the iterator was made.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: HashTreeIterator<Element, Void>

    @inlinable
    init(_ base: HashTreeIterator<Element, Void>) {
      self.base = base
    }

    /// Returns the next element, or nil when there is none left.
    @inlinable
    public mutating func next() -> Element? {
      base.next()?.key
    }
  }

  /// Returns an iterator over the elements.
  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(HashTreeIterator(tree))
  }

  /// Accesses the element at an index.
  ///
  /// Going through all elements is faster with `for … in`, which does not look for every one anew.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Rank) -> Element {
    tree.withEntry(atRank: position.number) { $0.key.pointee }
  }

  /// Returns whether an element is there: what `contains` asks where the type of the collection is not known.
  @inlinable
  public func _customContainsEquatableElement(_ element: Element) -> Bool? { contains(element) }

  /// Returns the index of an element: what `firstIndex(of:)` asks.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func _customIndexOfEquatableElement(_ element: Element) -> Rank?? {
    .some(tree.rank(of: element).map { Rank($0) })
  }
}

// An iterator holds the tree it goes through, whose nodes are shared and therefore never written to.
extension PersistentSet.Iterator: @unchecked Sendable where Element: Sendable {}
