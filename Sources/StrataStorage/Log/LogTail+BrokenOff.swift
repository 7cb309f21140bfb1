extension LogTail {
  /// Whether this is what writing leaves that was broken off before its sync returned.
  ///
  /// That is the beginning of the next line; or any part of what was written, with zeroes or with what the disk had there
  /// before in place of the blocks that did not get there. A line that is there to its end, and is wrong in a byte or
  /// two, was damaged later: it may have been acknowledged.
  ///
  /// - Complexity: O(bytes).
  mutating func isBrokenOff() throws(SystemError) -> Bool {
    var (place, foreign, hasNewline) = (range.lowerBound, 0, false)
    while place < range.upperBound, try fill(at: place) {
      for (offset, byte) in block.bytes[(place - block.start)...].enumerated() {
        if byte == newlineByte {
          hasNewline = true
        } else if isForeign(byte) {
          foreign += 1
          // One may be a letter of which a bit was flipped; but the first and the last one of a line are none that a
          // flipped bit makes a zero of: there ends, or begins, a block that was not written.
          let isAtEnd = [range.lowerBound, range.upperBound - 1].contains(place + offset)
          if foreign > 1 || byte == 0 && isAtEnd { return true }
        }
      }
      place = block.start + block.bytes.count
    }
    if hasNewline { return false }
    return try isBeginningOfLine()
  }

  private mutating func isBeginningOfLine() throws(SystemError) -> Bool {
    let count = min(LogLine.headLimit, range.count)
    let text = try fileSystem.bytes(of: file, at: range.lowerBound, count: count)
    let next = sequence &+ 1
    if let line = text.withBytes({ LogLine(headOf: $0, at: 0) }) {
      guard case .change(next, _) = line.kind else { return false }
      return line.end > range.count
    }
    return range.count < LogLine.headLimit && LogLine.isBeginning(text, ofChange: next)
  }
}

extension LogLine {
  /// Whether a text is the beginning of what stands before the JSON of a change.
  static func isBeginning(_ text: [UInt8], ofChange number: Int) -> Bool {
    let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count <= 3, let name = words.first else { return false }
    let names = ["s\(number)", "c\(number)"].map { Array($0.utf8) }
    guard names.contains(where: { words.count == 1 ? $0.starts(with: name) : $0.elementsEqual(name) }) else {
      return false
    }
    let isLength =
      words.dropFirst().first.map { digits in
        digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } && (words.count == 2 || !digits.isEmpty)
      } ?? true
    let isChecksum = words.dropFirst(2).first.map { $0.count <= 8 && $0.allSatisfy(isHexadecimal) } ?? true
    return isLength && isChecksum
  }
}

private let newlineByte = UInt8(ascii: "\n")

/// Whether no line has this byte: JSON has no other control characters than the one at its end, nor has UTF-8 all bytes.
private func isForeign(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == 0xC0 || byte == 0xC1 || byte > 0xF4
}
