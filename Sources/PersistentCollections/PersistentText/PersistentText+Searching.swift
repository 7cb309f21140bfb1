/// Searching, at the speed of reading: as in strings, characters are compared, so "é" is found in both its spellings.
///
/// The other searching methods of the standard library are there for any collection. Regular expressions match strings
/// only: match those of the lines, or a string of the part that is of interest.
extension PersistentText {
  /// Returns where some characters are for the first time; nil if they are not there.
  ///
  /// - Complexity: O(*n* · *m*) at worst, for *m* characters to look for; O(*n*) usually.
  public func firstRange<Characters: Collection<Character>>(of other: Characters) -> Range<Index>? {
    firstRange(of: Array(other), from: 0).map { index($0.lowerBound)..<index($0.upperBound) }
  }

  /// Returns all places where some characters are, none of which begins before the last one has ended.
  ///
  /// - Complexity: That of ``firstRange(of:)``.
  public func ranges<Characters: Collection<Character>>(of other: Characters) -> [Range<Index>] {
    let pattern = Array(other)
    var ranges: [Range<Index>] = []
    var start = 0
    while let range = firstRange(of: pattern, from: start) {
      ranges.append(index(range.lowerBound)..<index(range.upperBound))
      guard range.upperBound < byteCount else { break }
      // Nothing is found everywhere: behind each character once.
      start = pattern.isEmpty ? end(ofCharacterAt: range.upperBound) : range.upperBound
    }
    return ranges
  }

  /// Returns whether some characters are anywhere in the text.
  ///
  /// - Complexity: That of ``firstRange(of:)``.
  public func contains<Characters: Collection<Character>>(_ other: Characters) -> Bool {
    firstRange(of: Array(other), from: 0) != nil
  }

  private func end(ofCharacterAt start: Int) -> Int { withReader { $0.characterEnd(from: start) } ?? start }

  private func firstRange(of pattern: [Character], from start: Int) -> Range<Int>? {
    guard let first = pattern.first else { return start..<start }
    // A letter of one byte is compared with others of one byte as that.
    let letter = first.utf8.count == 1 ? first.utf8.first : nil
    let byteCount = byteCount
    let found: Range<Int>?? = withReader { reader in
      var place = start
      while place < byteCount {
        let next = reader.characterEnd(from: place)
        let isCandidate =
          next &- place == 1 && letter != nil
          ? reader.byte(at: place) == letter : reader.character(place, next) == first
        if isCandidate, let end = reader.end(of: pattern.dropFirst(), from: next) { return place..<end }
        place = next
      }
      return nil
    }
    return found ?? nil
  }
}

extension TextReader {
  /// Returns the end of the characters of a pattern that begin at an offset; nil if other characters stand there.
  fileprivate mutating func end(of pattern: ArraySlice<Character>, from start: Int) -> Int? {
    var place = start
    for wanted in pattern {
      guard place < bounds.upperBound else { return nil }
      let next = characterEnd(from: place)
      guard character(place, next) == wanted else { return nil }
      place = next
    }
    return place
  }
}
