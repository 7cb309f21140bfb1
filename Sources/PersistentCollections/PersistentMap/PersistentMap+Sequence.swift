extension PersistentMap: Sequence {
  /// A key with its value.
  public typealias Element = (key: Key, value: Value)

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
