extension PersistentText {
  /// The Unicode scalars of a text.
  public struct UnicodeScalarView: BidirectionalCollection, Sendable {
    /// A part of the view.
    public typealias SubSequence = Slice<UnicodeScalarView>

    let text: PersistentText

    /// Goes through the scalars of a text as it was when the iterator was made.
    public struct Iterator: IteratorProtocol {
      private var decoder = UTF8()
      private var bytes: UTF8View.Iterator

      init(_ text: PersistentText) {
        bytes = text.utf8.makeIterator()
      }

      /// Returns the next scalar, or nil when there is none left.
      public mutating func next() -> Unicode.Scalar? {
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return scalar
      }
    }

    /// Returns an iterator over the scalars.
    public func makeIterator() -> Iterator { Iterator(text) }

    /// The index at which the text begins.
    public var startIndex: Index { text.startIndex }

    /// The index at which the text ends.
    public var endIndex: Index { text.endIndex }

    /// The number of scalars.
    ///
    /// - Complexity: O(1).
    public var count: Int { text.measure[.scalar] }

    /// Accesses a part of the view: whole scalars.
    public subscript(range: Range<Index>) -> Slice<UnicodeScalarView> {
      let offsets = text.offsets(of: range)
      func index(_ offset: Int) -> Index { Index(offset, of: .scalar, stamp: text.stamp) }
      return Slice(base: self, bounds: index(offsets.lowerBound)..<index(offsets.upperBound))
    }

    /// Accesses the scalar at an index.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Index) -> Unicode.Scalar {
      scalar(at: position).scalar
    }

    private func scalar(at position: Index) -> (scalar: Unicode.Scalar, end: Int) {
      let offset = text.scalarOffset(of: position)
      precondition(offset < text.byteCount, "PersistentText index is at the end")
      // There is a scalar, so there is a text to read.
      let (scalar, length) = text.withReader { $0.scalar(at: offset) }.unsafelyUnwrapped
      return (scalar, offset + length)
    }

    /// Returns the index behind the scalar at an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(after position: Index) -> Index {
      Index(scalar(at: position).end, of: .scalar, stamp: text.stamp)
    }

    /// Returns the index of the scalar before an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(before position: Index) -> Index {
      let offset = text.scalarOffset(of: position)
      precondition(offset > 0, "PersistentText index is at the beginning")
      return Index(text.withReader { $0.scalarStart(before: offset) } ?? 0, of: .scalar, stamp: text.stamp)
    }

    /// Returns an index a number of scalars away.
    ///
    /// - Complexity: O(log *n*).
    public func index(_ position: Index, offsetBy distance: Int) -> Index {
      if distance == 0, position.isScalar { return position }
      return text.index(text.number(of: position, .scalar) + distance, .scalar)
    }

    /// Returns an index a number of scalars away, or nil if that is beyond a limit.
    ///
    /// - Complexity: O(log *n*).
    public func index(_ position: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
      _ = text.offset(of: limit)
      guard distance < 0 ? limit <= position : limit >= position else {
        return index(position, offsetBy: distance)
      }
      guard 0...count ~= text.number(of: position, .scalar) + distance else { return nil }
      let found = index(position, offsetBy: distance)
      return (distance < 0 ? found < limit : found > limit) ? nil : found
    }

    /// Returns how many scalars there are from one index to another.
    ///
    /// - Complexity: O(log *n*).
    public func distance(from start: Index, to end: Index) -> Int {
      text.number(of: end, .scalar) - text.number(of: start, .scalar)
    }
  }

  /// The Unicode scalars of the text.
  public var unicodeScalars: UnicodeScalarView { UnicodeScalarView(text: self) }
}

extension PersistentText {
  /// How many of some unit are before an index, rounded down to a scalar.
  func number(of index: Index, _ unit: TextUnit) -> Int {
    let offset = scalarOffset(of: index)
    return withNode { $0?.measure(before: offset)[unit] ?? 0 }
  }

  /// The index at which a number of some unit is reached.
  func index(_ number: Int, _ unit: TextUnit) -> Index {
    precondition(number >= 0 && number <= measure[unit], "PersistentText index is out of range")
    return Index(withNode { $0?.offset(of: number, unit) ?? 0 }, of: .scalar, stamp: stamp)
  }
}
