extension PersistentArray: Sequence {
  /// Goes through the elements of an array as it was when the iterator was made.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: CountedTreeIterator<Positioned<Element>>

    @inlinable
    init(_ base: CountedTreeIterator<Positioned<Element>>) {
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
    Iterator(iterator(over: 0..<count))
  }

  @inlinable
  func iterator(over range: Range<Int>) -> CountedTreeIterator<Positioned<Element>> {
    CountedTreeIterator(tree, tail: tail, positions: range)
  }

  /// Calls `body` with the elements in runs that lie together in memory, from the first to the last.
  ///
  ///     var sum = 0
  ///     numbers.forEachRun { run in for number in run { sum += number } }
  ///
  /// This is the fastest way through an array. How long the runs are is not specified; none is empty. The
  /// pointers are good for the duration of the call.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func forEachRun<Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    var iterator = iterator(over: 0..<count)
    defer { withExtendedLifetime(iterator) {} }
    while let run = iterator.nextRun() {
      try body(UnsafeBufferPointer(run))
    }
  }

  /// Returns an array of what `transform` makes of the elements.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func map<T, Failure: Error>(
    _ transform: (Element) throws(Failure) -> T
  ) throws(Failure) -> [T] {
    var result: [T] = []
    result.reserveCapacity(count)
    var iterator = makeIterator()
    while let element = iterator.next() {
      result.append(try transform(element))
    }
    return result
  }

  /// Fills a buffer with the first elements, run by run: what `Array` asks of a sequence.
  @inlinable
  public func _copyContents(
    initializing buffer: UnsafeMutableBufferPointer<Element>
  ) -> (Iterator, UnsafeMutableBufferPointer<Element>.Index) {
    var filled = 0
    let taken = Swift.min(count, buffer.count)
    var iterator = iterator(over: 0..<taken)
    defer { withExtendedLifetime(iterator) {} }
    while let run = iterator.nextRun() {
      _ = UnsafeMutableBufferPointer(rebasing: buffer[filled...]).initialize(from: run)
      filled += run.count
    }
    return (Iterator(self.iterator(over: taken..<count)), filled)
  }
}

// An iterator holds the nodes it goes through, which are shared and therefore never written to.
extension PersistentArray.Iterator: @unchecked Sendable where Element: Sendable {}

extension CountedTreeBuilder {
  /// Adds the elements of a sequence, those that lie together in one go.
  @inlinable
  mutating func append<S: Sequence>(contentsOf elements: S) where S.Element == Content.Element {
    let isDone: Void? = elements.withContiguousStorageIfAvailable { buffer in
      guard let start = buffer.baseAddress else { return }
      // The elements are read only; the pointer type is the one that all memory of nodes has.
      append(copying: UnsafeMutablePointer(mutating: start), count: buffer.count)
    }
    if isDone == nil {
      for element in elements { append(element) }
    }
  }
}
