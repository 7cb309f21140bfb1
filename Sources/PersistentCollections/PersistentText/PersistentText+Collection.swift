extension PersistentText: BidirectionalCollection {
  /// Goes through the characters of a text as it was when the iterator was made.
  public struct Iterator: IteratorProtocol {
    /// Holds what is read.
    private let text: PersistentText
    private var reader: TextReader?
    private var offset = 0

    init(_ text: PersistentText) {
      self.text = text
      reader = text.root.map { TextReader(TextNode($0)) }
    }

    /// Returns the next character, or nil when there is none left.
    public mutating func next() -> Character? {
      guard let count = reader?.count, offset < count, let end = reader?.characterEnd(from: offset) else {
        return nil
      }
      let start = offset
      offset = end
      defer { withExtendedLifetime(text.root) {} }
      return reader?.character(start, end)
    }
  }

  /// Returns an iterator over the characters.
  public func makeIterator() -> Iterator {
    Iterator(self)
  }

  /// Accesses the character at an index; at one within a character, what is left of it from there, as in a string.
  ///
  /// - Complexity: O(log *n*).
  public subscript(position: Index) -> Character {
    let start = scalarOffset(of: position)
    precondition(start < byteCount, "PersistentText index is at the end")
    // There is a character, so there is a text to read.
    return withReader { $0.character(start, $0.characterEnd(from: start)) }.unsafelyUnwrapped
  }

  /// Returns the index behind the character at an index.
  ///
  /// - Complexity: O(log *n*).
  public func index(after position: Index) -> Index {
    let start = characterOffset(of: position)
    precondition(start < byteCount, "PersistentText index is at the end")
    return index(withReader { $0.characterEnd(from: start) } ?? 0)
  }

  /// Returns the index of the character before an index.
  ///
  /// - Complexity: O(log *n*).
  public func index(before position: Index) -> Index {
    let end = characterOffset(of: position)
    precondition(end > 0, "PersistentText index is at the beginning")
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
    // A limit that is not on the way is none.
    let limitOffset = offset(of: limit)
    let end = distance >= 0 && limitOffset >= place ? limitOffset : byteCount
    let start = distance < 0 && limitOffset <= place ? limitOffset : 0
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
    return left == 0 && place <= end && place >= start ? index(place) : nil
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

  /// The number of characters.
  ///
  /// - Complexity: O(*n*). `utf8.count`, `unicodeScalars.count` and `utf16.count` take O(1).
  public var count: Int { distance(from: startIndex, to: endIndex) }

  /// A lower bound of the number of characters.
  public var underestimatedCount: Int { isEmpty ? 0 : 1 }
}
