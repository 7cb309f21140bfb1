extension PersistentText {
  /// A part of a text: what a substring is to a string.
  ///
  /// A part begins and ends anywhere between two scalars, also within a character; its characters are those that a
  /// string of it has. Its indices are those of the text, which it holds as a whole: to keep a part for long, make a
  /// text or a string of it.
  public struct Part: BidirectionalCollection, Sendable {
    /// The text that it is a part of.
    public private(set) var base: PersistentText
    /// The range of the part, in bytes.
    private(set) var bounds: Range<Int>
    /// Whether a character of the text is known to begin at both ends: then all its characters are those of the text.
    private var isWhole: Bool

    /// All of a text.
    init(_ base: PersistentText) {
      (self.base, bounds, isWhole) = (base, 0..<base.byteCount, true)
    }

    init(_ base: PersistentText, _ range: Range<Index>) {
      self.base = base
      bounds = base.offsets(of: range)
      isWhole = range.lowerBound.isCharacter && range.upperBound.isCharacter
    }

    /// The index at which the part begins.
    public var startIndex: Index { index(bounds.lowerBound) }

    /// The index at which the part ends.
    public var endIndex: Index { index(bounds.upperBound) }

    /// Returns an iterator over the characters.
    public func makeIterator() -> PersistentText.Iterator {
      Iterator(base, bounds)
    }

    /// Accesses a part of the part.
    ///
    /// - Complexity: O(log *n*) at most.
    public subscript(range: Range<Index>) -> Part {
      let part = Part(base, range)
      precondition(
        part.bounds.lowerBound >= bounds.lowerBound && part.bounds.upperBound <= bounds.upperBound,
        "PersistentText.Part range is out of bounds"
      )
      return part
    }

    /// Accesses the character at an index; at one within a character, what is left of it from there, as in a string.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Index) -> Character {
      let start = inside(base.scalarOffset(of: position))
      precondition(start < bounds.upperBound, "PersistentText index is at the end")
      // There is a character, so there is a text to read.
      return withReader { $0.character(start, $0.characterEnd(from: start)) }.unsafelyUnwrapped
    }

    /// Returns the index behind the character at an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(after position: Index) -> Index {
      let start = characterOffset(of: position)
      precondition(start < bounds.upperBound, "PersistentText index is at the end")
      return index(withReader { $0.characterEnd(from: start) } ?? 0)
    }

    /// Returns the index of the character before an index.
    ///
    /// - Complexity: O(log *n*).
    public func index(before position: Index) -> Index {
      let end = characterOffset(of: position)
      precondition(end > bounds.lowerBound, "PersistentText index is at the beginning")
      return index(withReader { $0.characterStart(before: end) } ?? 0)
    }

    /// Returns an index a number of characters away.
    ///
    /// - Complexity: O(characters on the way): they are not counted in the tree.
    public func index(_ position: Index, offsetBy distance: Int) -> Index {
      let limit = distance < 0 ? startIndex : endIndex
      guard let index = index(position, offsetBy: distance, limitedBy: limit) else {
        preconditionFailure("PersistentText index is out of range")
      }
      return index
    }

    /// Returns an index a number of characters away, or nil if that is beyond a limit.
    ///
    /// - Complexity: O(characters on the way).
    public func index(_ position: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
      var (place, left) = (characterOffset(of: position), distance)
      let limitOffset = base.offset(of: limit)
      // A limit that is not on the way is none.
      let isOnTheWay = distance < 0 ? limit <= position : limit >= position
      let end = isOnTheWay ? Swift.min(limitOffset, bounds.upperBound) : bounds.upperBound
      let start = isOnTheWay ? Swift.max(limitOffset, bounds.lowerBound) : bounds.lowerBound
      withReader { reader in
        while left > 0, place < end {
          place = reader.characterEnd(from: place)
          left -= 1
        }
        while left < 0, place > start {
          place = reader.characterStart(before: place)
          left += 1
        }
      }
      let found = index(place)
      let isBeyond = isOnTheWay && (distance < 0 ? found < limit : found > limit)
      return left == 0 && !isBeyond ? found : nil
    }

    /// Returns how many characters there are from one index to another.
    ///
    /// - Complexity: O(characters between them).
    public func distance(from start: Index, to end: Index) -> Int {
      let (first, last) = (characterOffset(of: start), characterOffset(of: end))
      var (place, count) = (Swift.min(first, last), 0)
      withReader { reader in
        while place < Swift.max(first, last) {
          place = reader.characterEnd(from: place)
          count += 1
        }
      }
      return first <= last ? count : -count
    }

    /// A lower bound of the number of characters.
    public var underestimatedCount: Int { bounds.isEmpty ? 0 : 1 }

    /// A place at which a character of the part begins: one of the text as well, if it is known to be.
    private func index(_ offset: Int) -> Index {
      Index(offset, of: isWhole ? .character : .scalar, stamp: base.stamp)
    }

    /// The offset at which the character of the part begins that an index is within or at.
    private func characterOffset(of index: Index) -> Int {
      let offset = inside(base.offset(of: index))
      if isWhole && index.isCharacter { return offset }
      return withReader { $0.characterStart(at: offset) } ?? 0
    }

    private func inside(_ offset: Int) -> Int {
      precondition(
        offset >= bounds.lowerBound && offset <= bounds.upperBound,
        "PersistentText.Part index is out of bounds"
      )
      return offset
    }

    /// Calls `body` with a reader of the part; returns nil if the text is empty.
    private func withReader<Result>(_ body: (inout TextReader) -> Result) -> Result? {
      base.withReader(bounds, body)
    }
  }
}

extension PersistentText.Part: RangeReplaceableCollection {
  /// Creates a part of an empty text.
  public init() { self.init(PersistentText()) }

  /// Replaces the characters in a range by others, in this part and in its base, which is a copy of the text.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* new characters; O(log *n*) for those of another text.
  public mutating func replaceSubrange<Characters: Collection<Character>>(
    _ range: Range<PersistentText.Index>,
    with newCharacters: Characters
  ) {
    let (start, rest) = (bounds.lowerBound, base.byteCount - bounds.upperBound)
    base.replaceSubrange(self[range].range, with: newCharacters)
    bounds = start..<base.byteCount - rest
    // The new characters may join the text before the part or behind it.
    isWhole = start == 0 && rest == 0
  }

  /// The part, as a range of indices of the text.
  private var range: Range<PersistentText.Index> { startIndex..<endIndex }
}

extension PersistentText.Part: Hashable {
  /// Returns whether both parts are canonically equivalent, as strings are equal.
  ///
  /// - Complexity: O(*n*).
  public static func == (left: Self, right: Self) -> Bool {
    PersistentText(left) == PersistentText(right)
  }

  /// Feeds the characters to a hasher, so that equal parts have equal hashes.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) { PersistentText(self).hash(into: &hasher) }
}

extension PersistentText.Part: CustomStringConvertible, CustomDebugStringConvertible, TextOutputStreamable {
  /// The part as a string.
  public var description: String { String(self) }

  /// The part as a string that is quoted and escaped.
  public var debugDescription: String { String(self).debugDescription }

  /// Writes the part to a stream, leaf by leaf.
  public func write<Target: TextOutputStream>(to target: inout Target) {
    _ = base.withReader(bounds) { reader in
      var offset = bounds.lowerBound
      while offset < bounds.upperBound {
        let run = reader.run(from: offset)
        let taken = run.prefix(bounds.upperBound - offset)
        target.write(String(decoding: taken, as: UTF8.self))
        offset += taken.count
      }
    }
  }
}
