extension PersistentText {
  /// The bytes of a text in UTF-8.
  public struct UTF8View: RandomAccessCollection, Sendable {
    /// A part of the view.
    public typealias SubSequence = Slice<UTF8View>

    let text: PersistentText

    /// Goes through the bytes of a text as it was when the iterator was made.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var runs: TextRuns
      @usableFromInline var cursor: UnsafePointer<UInt8>?
      @usableFromInline var end: UnsafePointer<UInt8>?

      @usableFromInline
      init(_ runs: TextRuns) {
        self.runs = runs
      }

      /// Returns the next byte, or nil when there is none left.
      @inlinable @inline(__always)
      public mutating func next() -> UInt8? {
        if cursor == end {
          guard let run = runs.next() else { return nil }
          cursor = run.baseAddress
          end = cursor.map { $0 + run.count }
        }
        // Only at an end is there no byte, and here is none.
        let place = cursor.unsafelyUnwrapped
        cursor = place + 1
        defer { withExtendedLifetime(runs) {} }
        return place.pointee
      }
    }

    /// Returns an iterator over the bytes.
    public func makeIterator() -> Iterator { Iterator(TextRuns(text)) }

    /// The index at which the text begins.
    public var startIndex: Index { text.startIndex }

    /// The index at which the text ends.
    public var endIndex: Index { text.endIndex }

    /// The number of bytes.
    ///
    /// - Complexity: O(1).
    public var count: Int { text.byteCount }

    /// Accesses a part of the view.
    public subscript(range: Range<Index>) -> Slice<UTF8View> {
      // An index between the halves of a surrogate pair has no place among the bytes.
      func byte(at index: Index) -> Index { Index(text.offset(of: index), of: .byte, stamp: text.stamp) }
      return Slice(base: self, bounds: byte(at: range.lowerBound)..<byte(at: range.upperBound))
    }

    /// Accesses the byte at an index.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Index) -> UInt8 {
      let offset = text.offset(of: position)
      precondition(offset < count, "PersistentText index is at the end")
      // There is a byte, so there is a text to read.
      return text.withReader { $0.byte(at: offset) }.unsafelyUnwrapped
    }

    /// Returns the index behind the byte at an index.
    public func index(after position: Index) -> Index { index(position, offsetBy: 1) }

    /// Returns the index of the byte before an index.
    public func index(before position: Index) -> Index { index(position, offsetBy: -1) }

    /// Returns an index a number of bytes away.
    ///
    /// - Complexity: O(1).
    public func index(_ position: Index, offsetBy distance: Int) -> Index {
      let offset = text.offset(of: position) + distance
      precondition(offset >= 0 && offset <= count, "PersistentText index is out of range")
      return Index(offset, of: .byte, stamp: text.stamp)
    }

    /// Returns how many bytes there are from one index to another.
    ///
    /// - Complexity: O(1).
    public func distance(from start: Index, to end: Index) -> Int {
      text.offset(of: end) - text.offset(of: start)
    }

    /// Calls `body` with the bytes in runs that lie together in memory, from the first to the last.
    ///
    /// This is the fastest way through a text. How long the runs are is not specified; none is empty, and none
    /// ends within a scalar. The pointers are good for the duration of the call.
    ///
    /// - Complexity: O(*n*).
    public func forEachRun<Failure: Error>(
      _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
      var runs = TextRuns(text)
      defer { withExtendedLifetime(runs) {} }
      while let run = runs.next() { try body(run) }
    }

    /// Returns all bytes in a contiguous array: what `Array` asks of a sequence.
    public func _copyToContiguousArray() -> ContiguousArray<UInt8> {
      if isEmpty { return [] }
      return ContiguousArray(unsafeUninitializedCapacity: count) { target, initialized in
        forEachRun { run in
          _ = UnsafeMutableBufferPointer(rebasing: target[initialized...]).initialize(fromContentsOf: run)
          initialized += run.count
        }
      }
    }
  }

  /// The bytes of the text in UTF-8.
  public var utf8: UTF8View { UTF8View(text: self) }
}

/// Goes through the bytes of a text leaf by leaf.
@usableFromInline
struct TextRuns: Sendable {
  /// Holds what is read.
  private let text: PersistentText
  private var offset = 0

  init(_ text: PersistentText) {
    self.text = text
  }

  @usableFromInline
  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard let root = text.root, offset < text.byteCount else { return nil }
    let (leaf, start) = TextNode(root).leaf(at: offset)
    offset = start + leaf.count
    return leaf.bytes.assumingMemoryBound(to: UInt8.self)
  }
}
