extension PersistentText: BidirectionalCollection {
  /// Goes through the characters of a text as it was when the iterator was made.
  public struct Iterator: IteratorProtocol {
    /// Holds what is read.
    private let text: PersistentText
    private var reader: TextReader?
    private var offset: Int

    init(_ text: PersistentText, _ bounds: Range<Int>) {
      self.text = text
      reader = text.root.map { TextReader(TextNode($0), bounds) }
      offset = bounds.lowerBound
    }

    /// Returns the next character, or nil when there is none left.
    public mutating func next() -> Character? {
      guard let limit = reader?.bounds.upperBound, offset < limit,
        let end = reader?.characterEnd(from: offset)
      else { return nil }
      let start = offset
      offset = end
      defer { withExtendedLifetime(text.root) {} }
      return reader?.character(start, end)
    }
  }

  /// All of the text as a part of itself.
  private var whole: Part { Part(self) }

  /// Returns an iterator over the characters.
  public func makeIterator() -> Iterator { whole.makeIterator() }

  /// Accesses a part of the text, which may begin and end within characters.
  ///
  /// - Complexity: O(1) for indices of scalars; O(log *n*) at most.
  public subscript(range: Range<Index>) -> Part { Part(self, range) }

  /// Accesses the character at an index; at one within a character, what is left of it from there, as in a string.
  ///
  /// - Complexity: O(log *n*).
  public subscript(position: Index) -> Character { whole[position] }

  /// Returns the index behind the character at an index.
  ///
  /// - Complexity: O(log *n*).
  public func index(after position: Index) -> Index { whole.index(after: position) }

  /// Returns the index of the character before an index.
  ///
  /// - Complexity: O(log *n*).
  public func index(before position: Index) -> Index { whole.index(before: position) }

  /// Returns an index a number of characters away.
  ///
  /// - Complexity: O(characters on the way): they are not counted in the tree.
  public func index(_ position: Index, offsetBy distance: Int) -> Index {
    whole.index(position, offsetBy: distance)
  }

  /// Returns an index a number of characters away, or nil if that is beyond a limit.
  ///
  /// - Complexity: O(characters on the way).
  public func index(_ position: Index, offsetBy distance: Int, limitedBy limit: Index) -> Index? {
    whole.index(position, offsetBy: distance, limitedBy: limit)
  }

  /// Returns how many characters there are from one index to another.
  ///
  /// - Complexity: O(characters between them).
  public func distance(from start: Index, to end: Index) -> Int { whole.distance(from: start, to: end) }

  /// A lower bound of the number of characters.
  public var underestimatedCount: Int { whole.underestimatedCount }
}
