extension PersistentText {
  /// The lines of a text, found by their numbers.
  ///
  ///     let text: PersistentText = "one\ntwo\n"
  ///     text.lines.count        // 3: what is behind the last end of a line is a line, too
  ///     String(text.lines[1])   // "two"
  ///
  /// A line ends with a line feed, which may have a carriage return before it; neither is part of the line. No other
  /// scalar ends a line.
  public struct Lines: RandomAccessCollection, Sendable {
    /// A part of the view.
    public typealias SubSequence = Slice<Lines>

    let text: PersistentText

    /// The number of the first line.
    public var startIndex: Int { 0 }

    /// The number of lines: there is one more than there are ends of lines.
    public var endIndex: Int { text.measure[.line] + 1 }

    /// Accesses a line, without its end.
    ///
    /// - Complexity: O(log *n*).
    public subscript(number: Int) -> Part {
      text[range(at: number)]
    }

    /// Returns where a line is, without its end.
    ///
    /// - Complexity: O(log *n*).
    public func range(at number: Int) -> Range<PersistentText.Index> {
      let start = start(at: number)
      guard number + 1 < endIndex else { return start..<text.endIndex }
      // The line ends with one byte or two, and at least one is there.
      let end = self.start(at: number + 1).offset - 1
      let hasReturn = end > start.offset && text.withReader { $0.byte(at: end - 1) == 0x0D } ?? false
      return start..<text.index(hasReturn ? end - 1 : end)
    }

    /// Returns where a line begins.
    ///
    /// The end of the text is not the start of a line behind the last.
    ///
    /// - Complexity: O(log *n*).
    public func start(at number: Int) -> PersistentText.Index {
      precondition(number >= 0 && number < endIndex, "PersistentText has no such line")
      return text.index(text.withNode { $0?.offset(of: number, .line) ?? 0 })
    }

    /// Returns the number of the line that has an index.
    ///
    /// - Complexity: O(log *n*).
    public func number(at index: PersistentText.Index) -> Int {
      text.number(of: index, .line)
    }
  }

  /// The lines of the text.
  public var lines: Lines { Lines(text: self) }

  /// A place in a text as people are told it: a line and a column, both counted from zero.
  public struct LineAndColumn: Hashable, Comparable, Sendable {
    /// The number of the line.
    public var line: Int
    /// The number of characters before the place in its line.
    public var column: Int

    /// Creates a place from its two numbers.
    public init(line: Int, column: Int) {
      (self.line, self.column) = (line, column)
    }

    /// Returns whether one place is before another.
    public static func < (left: LineAndColumn, right: LineAndColumn) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// Returns the line and the column of an index.
  ///
  /// - Complexity: O(log *n* + column).
  public func lineAndColumn(of index: Index) -> LineAndColumn {
    let line = lines.number(at: index)
    return LineAndColumn(line: line, column: distance(from: lines.start(at: line), to: index))
  }

  /// Returns the index at a line and a column, or nil where there is no such place.
  ///
  /// The column behind the last character of a line is the last one there is.
  ///
  /// - Complexity: O(log *n* + column).
  public func index(of place: LineAndColumn) -> Index? {
    guard lines.indices.contains(place.line), place.column >= 0 else { return nil }
    let range = lines.range(at: place.line)
    return index(range.lowerBound, offsetBy: place.column, limitedBy: range.upperBound)
  }
}
