extension PersistentText {
  /// The code units of a text in UTF-16, in which other systems count.
  ///
  ///     let range = text.utf16Offsets(of: selection)           // an NSRange's location and length
  ///     let same = text.range(utf16Offsets: range)             // nil where there is no such place
  public struct UTF16View: BidirectionalCollection, Sendable {
    /// A part of the view.
    public typealias SubSequence = Slice<UTF16View>

    let text: PersistentText

    /// The index at which the text begins.
    public var startIndex: Index { text.startIndex }

    /// The index at which the text ends.
    public var endIndex: Index { text.endIndex }

    /// The number of code units.
    ///
    /// - Complexity: O(1).
    public var count: Int { text.measure[.utf16] }

    /// Accesses a part of the view: whole code units.
    public subscript(range: Range<Index>) -> Slice<UTF16View> {
      let start = unit(at: range.lowerBound)
      // A byte within a scalar is before what lies between the halves of its pair, once it is rounded down.
      return Slice(base: self, bounds: start..<Swift.max(start, unit(at: range.upperBound)))
    }

    /// Returns the beginning of the code unit at or around an index.
    private func unit(at index: Index) -> Index {
      Index(text.scalarOffset(of: index), of: .scalar, isWithinPair: index.isWithinPair, stamp: text.stamp)
    }

    /// Accesses the code unit at an index.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Index) -> UInt16 {
      let scalar = text.unicodeScalars[position]
      if scalar.value <= 0xFFFF { return UInt16(scalar.value) }
      return position.isWithinPair ? UTF16.trailSurrogate(scalar) : UTF16.leadSurrogate(scalar)
    }

    /// Returns the index behind the code unit at an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(after position: Index) -> Index {
      let scalar = text.unicodeScalars[position]
      guard scalar.value > 0xFFFF, !position.isWithinPair else {
        return text.unicodeScalars.index(after: position)
      }
      return Index(text.scalarOffset(of: position), of: .scalar, isWithinPair: true, stamp: text.stamp)
    }

    /// Returns the index of the code unit before an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(before position: Index) -> Index {
      if position.isWithinPair {
        return Index(text.scalarOffset(of: position), of: .scalar, stamp: text.stamp)
      }
      let before = text.unicodeScalars.index(before: position)
      let isPair = text.unicodeScalars[before].value > 0xFFFF
      return Index(before.offset, of: .scalar, isWithinPair: isPair, stamp: text.stamp)
    }

    /// Returns an index a number of code units away.
    ///
    /// - Complexity: O(log *n*).
    public func index(_ position: Index, offsetBy distance: Int) -> Index {
      if distance == 0, position.isScalar { return position }
      let number = number(of: position) + distance
      let index = text.index(number, .utf16)
      if text.number(of: index, .utf16) == number { return index }
      return Index(index.offset, of: .scalar, isWithinPair: true, stamp: text.stamp)
    }

    /// Returns an index a number of code units away, or nil if that is beyond a limit.
    ///
    /// - Complexity: O(log *n*).
    public func index(_ position: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
      let left = self.distance(from: position, to: limit)
      if distance >= 0 ? left >= 0 && left < distance : left <= 0 && left > distance { return nil }
      return index(position, offsetBy: distance)
    }

    /// Returns how many code units there are from one index to another.
    ///
    /// - Complexity: O(log *n*).
    public func distance(from start: Index, to end: Index) -> Int {
      number(of: end) - number(of: start)
    }

    private func number(of position: Index) -> Int {
      text.number(of: position, .utf16) + (position.isWithinPair ? 1 : 0)
    }
  }

  /// The code units of the text in UTF-16.
  public var utf16: UTF16View { UTF16View(text: self) }

  /// Returns the range as offsets in UTF-16, as an `NSRange` has them.
  ///
  /// - Complexity: O(log *n*).
  public func utf16Offsets(of range: Range<Index>) -> Range<Int> {
    let start = utf16.distance(from: startIndex, to: range.lowerBound)
    return start..<Swift.max(start, utf16.distance(from: startIndex, to: range.upperBound))
  }

  /// Returns the range at some offsets in UTF-16, or nil where the text is not that long.
  ///
  /// - Complexity: O(log *n*).
  public func range(utf16Offsets offsets: Range<Int>) -> Range<Index>? {
    guard offsets.lowerBound >= 0, offsets.upperBound <= utf16.count else { return nil }
    let start = utf16.index(startIndex, offsetBy: offsets.lowerBound)
    return start..<utf16.index(startIndex, offsetBy: offsets.upperBound)
  }
}
