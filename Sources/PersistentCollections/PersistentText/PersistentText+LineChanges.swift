extension PersistentText {
  /// Lines of an older version, and the lines of a newer version that took their place.
  ///
  /// An empty `old` means that lines were inserted; an empty `new` means that lines were removed.
  public struct LineChange: Hashable, Sendable {
    /// The numbers of the lines in the older version.
    public var old: Range<Int>
    /// The numbers of the lines in the newer version.
    public var new: Range<Int>

    /// Creates a change from the lines on both of its sides.
    public init(old: Range<Int>, new: Range<Int>) {
      (self.old, self.new) = (old, new)
    }
  }

  /// Returns which lines are different in an older version, in ascending order; none of them touches the next one.
  ///
  ///     for change in text.lineChanges(from: before) {
  ///       for line in before.lines[change.old] { print("-", String(line)) }
  ///       for line in text.lines[change.new] { print("+", String(line)) }
  ///     }
  ///
  /// Lines are the same where they are written alike, also in whether a carriage return ends them. Of lines that were
  /// rewritten together the fewest are told, unless they are very many.
  ///
  /// - Complexity: As ``changes(from:)``, and O(*l*) for *l* bytes in the lines that these changes touch.
  public func lineChanges(from older: PersistentText) -> [LineChange] {
    var touched: [Splice] = []
    for change in changes(from: older) {
      let lines = (older.lineNumbers(of: change.oldRange), lineNumbers(of: change.newRange))
      touched.append(lines, joiningWithin: 0)
    }
    var found: [Splice] = []
    for lines in touched {
      for edit in edits(in: lines, from: older) { found.append(edit, joiningWithin: 1) }
    }
    return found.map { LineChange(old: $0.old, new: $0.new) }
  }

  /// The lines that some bytes are in, or that begin or end where no bytes are.
  private func lineNumbers(of bytes: Range<Int>) -> Range<Int> {
    lines.number(at: index(bytes.lowerBound))..<lines.number(at: index(bytes.upperBound)) + 1
  }

  /// The different lines among lines that changes touch.
  private func edits(in lines: Splice, from older: PersistentText) -> [Splice] {
    let (old, new) = (older.rows(lines.old), rows(lines.new))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (oldShift, newShift) = (lines.old.lowerBound, lines.new.lowerBound)
    let oldRange = lines.old.lowerBound + start..<lines.old.upperBound - end
    let newRange = lines.new.lowerBound + start..<lines.new.upperBound - end
    let edits = ShortestEdits(from: oldRange, to: newRange) { old[$0 - oldShift] == new[$1 - newShift] }?
      .edits
    return edits ?? [(oldRange, newRange)]
  }

  /// Lines as bytes, without their line feeds.
  private func rows(_ numbers: Range<Int>) -> [ArraySlice<UInt8>] {
    let start = lines.start(at: numbers.lowerBound).offset
    let end = numbers.upperBound < lines.endIndex ? lines.start(at: numbers.upperBound).offset - 1 : byteCount
    return Array(string(start..<end).utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}
