extension PersistentText {
  /// Lines of one version that lines of another one took the place of.
  ///
  /// Where `old` is empty, lines were inserted; where `new` is, they were removed.
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
    var touched: [LineChange] = []
    for change in changes(from: older) {
      let (old, new) = (older.lineNumbers(of: change.oldRange), lineNumbers(of: change.newRange))
      if let last = touched.last, old.lowerBound < last.old.upperBound || new.lowerBound < last.new.upperBound
      {
        touched[touched.count - 1] = LineChange(
          old: last.old.lowerBound..<Swift.max(last.old.upperBound, old.upperBound),
          new: last.new.lowerBound..<Swift.max(last.new.upperBound, new.upperBound)
        )
      } else {
        touched.append(LineChange(old: old, new: new))
      }
    }
    var found: [LineChange] = []
    for change in touched {
      for change in differentLines(in: change, from: older) {
        if let last = found.last, last.old.upperBound == change.old.lowerBound {
          found[found.count - 1] = LineChange(
            old: last.old.lowerBound..<change.old.upperBound,
            new: last.new.lowerBound..<change.new.upperBound
          )
        } else {
          found.append(change)
        }
      }
    }
    return found
  }

  /// The lines that some bytes are in, or that begin or end where no bytes are.
  private func lineNumbers(of bytes: Range<Int>) -> Range<Int> {
    lines.number(at: index(bytes.lowerBound))..<lines.number(at: index(bytes.upperBound)) + 1
  }

  /// What is different among lines of which some are.
  private func differentLines(in change: LineChange, from older: PersistentText) -> [LineChange] {
    let (old, new) = (older.rows(change.old), rows(change.new))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
    let (oldStart, newStart) = (change.old.lowerBound + start, change.new.lowerBound + start)
    let whole = (old: 0..<oldMiddle.count, new: 0..<newMiddle.count)
    let isPlain = oldMiddle.isEmpty || newMiddle.isEmpty
    let edits = isPlain ? [whole] : ShortestEdits(from: oldMiddle, to: newMiddle)?.edits ?? [whole]
    return edits.filter { !$0.old.isEmpty || !$0.new.isEmpty }.map { edit in
      LineChange(
        old: oldStart + edit.old.lowerBound..<oldStart + edit.old.upperBound,
        new: newStart + edit.new.lowerBound..<newStart + edit.new.upperBound
      )
    }
  }

  /// Lines as bytes, without their line feeds.
  private func rows(_ numbers: Range<Int>) -> [ArraySlice<UInt8>] {
    let start = lines.start(at: numbers.lowerBound).offset
    let end = numbers.upperBound < lines.endIndex ? lines.start(at: numbers.upperBound).offset - 1 : byteCount
    return Array(string(start..<end).utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}
