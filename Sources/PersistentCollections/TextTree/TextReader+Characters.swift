/// The boundaries of characters, by the rules of the standard library.
///
/// A break between two scalars may depend on the scalars before them: on the number of flags, or on the scalars that a
/// joiner joins. From the beginning of a character, the library's recognizer finds the end. A backward search looks for
/// the nearest offset that is a break with any text before it, and goes forward from there.
extension TextReader {
  /// Returns the end of the character that begins at an offset; the offset is before the end of the bounds.
  ///
  /// - Complexity: O(length of the character).
  @inline(__always) mutating func characterEnd(from offset: Int) -> Int {
    let first = byte(at: offset)
    let next = offset &+ 1
    // Two scalars of ASCII are two characters, unless they are CR LF.
    if first < 0x80, first != 0x0D, next == bounds.upperBound || byte(at: next) < 0x80 { return next }
    return recognizedEnd(from: offset)
  }

  @inline(never) private mutating func recognizedEnd(from offset: Int) -> Int {
    var recognizer = Unicode._CharacterRecognizer()
    var end = offset
    while end < bounds.upperBound {
      let (scalar, length) = scalar(at: end)
      if recognizer.hasBreak(before: scalar), end > offset { break }
      end &+= length
    }
    return end
  }

  /// Returns the beginning of the character that ends at an offset; a character does end there.
  ///
  /// - Complexity: O(length of the character), but O(length of the row) for the last of flags in a row.
  mutating func characterStart(before offset: Int) -> Int {
    let last = byte(at: offset &- 1)
    let isFirst = offset &- 1 == bounds.lowerBound
    if last < 0x80, last != 0x0A, isFirst || byte(at: offset &- 2) < 0x80 { return offset &- 1 }
    var start = scalarStart(before: offset)
    if offset < bounds.upperBound, isFlagHalf(offset), isFlagHalf(start) {
      // Between two flags there is an even number of halves on the left: no need to count them.
      start = scalarStart(before: start)
      if start > bounds.lowerBound, isFlagHalf(scalarStart(before: start)) { return start }
    }
    return lastBreak(in: certainBreak(before: start), start)
  }

  /// Returns the beginning of the character at or around an offset; the end stays the end.
  mutating func characterStart(at offset: Int) -> Int {
    if offset == bounds.lowerBound || offset == bounds.upperBound { return offset }
    let start = scalarStart(at: offset)
    return lastBreak(in: certainBreak(before: start), start)
  }

  /// The last offset up to a place that is a break whatever comes before it.
  private mutating func certainBreak(before start: Int) -> Int {
    var place = start
    while place > bounds.lowerBound, !isCertainBreak(place) { place = scalarStart(before: place) }
    return place
  }

  /// Whether a place is a break whatever comes before the scalar in front of it: that has to begin a character even
  /// behind a letter, so it is no part of anything that began earlier.
  private mutating func isCertainBreak(_ place: Int) -> Bool {
    var recognizer = Unicode._CharacterRecognizer()
    _ = recognizer.hasBreak(before: "x")
    let before = scalarStart(before: place)
    return recognizer.hasBreak(before: scalar(at: before).scalar)
      && recognizer.hasBreak(before: scalar(at: place).scalar)
  }

  /// The last break from one place, which is one, to another.
  private mutating func lastBreak(in first: Int, _ last: Int) -> Int {
    var recognizer = Unicode._CharacterRecognizer()
    var (place, found) = (first, first)
    while place <= last {
      let (scalar, length) = scalar(at: place)
      if recognizer.hasBreak(before: scalar) { found = place }
      place &+= length
    }
    return found
  }

  /// Whether the scalar that begins at an offset is half of a flag.
  private mutating func isFlagHalf(_ offset: Int) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar(at: offset).scalar.value)
  }

  /// The character between two offsets.
  mutating func character(_ start: Int, _ end: Int) -> Character {
    let first = byte(at: start)
    if end &- start == 1 { return Character(Unicode.Scalar(first)) }
    if end &- start == TextNode.scalarLength(first) { return Character(scalar(at: start).scalar) }
    return Character(string(start, end))
  }

  /// The text between two offsets, neither of which is within a scalar.
  mutating func string(_ start: Int, _ end: Int) -> String {
    String(unsafeUninitializedCapacity: end &- start) { target in
      var offset = start
      while offset < end {
        let run = run(from: offset)
        let taken = run[..<Swift.min(run.count, end &- offset)]
        _ = UnsafeMutableBufferPointer(rebasing: target[(offset &- start)...]).initialize(
          fromContentsOf: taken
        )
        offset &+= taken.count
      }
      return end &- start
    }
  }
}
