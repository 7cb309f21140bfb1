/// Texts in JSON: where they end, whether they are what they should be, and what they say.
package enum JSONText {
  struct End {
    var position: Int
    var isEscaped: Bool
  }

  struct Failure: Error {
    var position: Int
    var reason: JSONError.Reason
  }

  /// Finds the closing quote of a text and checks everything before it; nil when there is none.
  static func end(of text: Bytes, from start: Int) -> Result<End, Failure>? {
    var position = start
    var isEscaped = false
    while position < text.count {
      position = endOfPlain(in: text, from: position)
      guard position < text.count else { return nil }
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""):
        return .success(End(position: position, isEscaped: isEscaped))
      case UInt8(ascii: "\\"):
        isEscaped = true
        guard position + 1 < text.count else { return nil }
        switch lengthOfEscape(in: text, at: position) {
        case .success(let length): position += length
        case .failure(let failure): return .failure(failure)
        }
      case 0..<0x20:
        let expected = "an escape instead of a control character"
        return .failure(Failure(position: position, reason: .unexpected(expected: expected)))
      case 0..<0x80:
        position += 1
      default:
        guard let length = lengthOfCharacter(in: text, at: position) else {
          return .failure(Failure(position: position, reason: .badEncoding))
        }
        position += length
      }
    }
    return nil
  }

  /// Goes past letters that mean themselves, eight at a time as far as there are so many.
  @inline(__always)
  private static func endOfPlain(in text: Bytes, from start: Int) -> Int {
    var position = start
    while position + 8 <= text.count {
      let word = UInt64(littleEndian: text.word(at: position, as: UInt64.self))
      let found = JSONWriter.marks(ofSpecial: word) | word & 0x8080_8080_8080_8080
      // Wrong marks are always behind right ones, so the first mark is right.
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    return position
  }

  /// Checks an escape, with both halves of a pair, and returns how many bytes it takes.
  private static func lengthOfEscape(
    in text: Bytes,
    at position: Int
  ) -> Result<Int, Failure> {
    func failure(_ reason: JSONError.Reason) -> Result<Int, Failure> {
      .failure(Failure(position: position, reason: reason))
    }
    guard text[position + 1] == UInt8(ascii: "u") else {
      return short(text[position + 1]) == nil ? failure(.unexpected(expected: "an escape")) : .success(2)
    }
    guard let unit = unit(in: text, at: position) else {
      return failure(.unexpected(expected: "four hexadecimal digits"))
    }
    if UTF16.isTrailSurrogate(unit) { return failure(.badEncoding) }
    guard UTF16.isLeadSurrogate(unit) else { return .success(6) }
    guard let trail = self.unit(in: text, at: position + 6), UTF16.isTrailSurrogate(trail) else {
      return failure(.badEncoding)
    }
    return .success(12)
  }

  /// The unit that `\uXXXX` at `position` stands for.
  private static func unit(in text: some RandomAccessCollection<UInt8>, at position: Int) -> UInt16? {
    let bytes = text.dropFirst(position).prefix(6)
    guard bytes.count == 6, bytes.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
    var unit: UInt16 = 0
    for byte in bytes.dropFirst(2) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private static func short(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// How many bytes the character at `position` takes, or nil when it is none: too long for its value, half of a
  /// pair, or beyond the last one.
  private static func lengthOfCharacter(in text: Bytes, at position: Int) -> Int? {
    let first = text[position]
    let (length, seconds): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, seconds) = (2, 0x80...0xBF)
    case 0xE0: (length, seconds) = (3, 0xA0...0xBF)
    case 0xED: (length, seconds) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, seconds) = (3, 0x80...0xBF)
    case 0xF0: (length, seconds) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, seconds) = (4, 0x80...0xBF)
    case 0xF4: (length, seconds) = (4, 0x80...0x8F)
    default: return nil
    }
    guard position + length <= text.count, seconds.contains(text[position + 1]) else { return nil }
    for byte in text[(position + 2)..<(position + length)] where byte & 0xC0 != 0x80 { return nil }
    return length
  }

  /// The string of a checked text.
  package static func string(_ bytes: Bytes, isEscaped: Bool) -> String {
    isEscaped ? unescaped(bytes) : bytes.text
  }

  /// The string of a checked text, with its escapes replaced.
  static func unescaped(_ bytes: Bytes) -> String {
    String(unsafeUninitializedCapacity: bytes.count) {
      unescape(bytes, to: $0)
    }
  }

  /// Puts what a checked text says elsewhere, its escapes replaced, and returns how many bytes that are; no more than
  /// there were.
  static func unescape(
    _ text: Bytes,
    to target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (position, count) = (0, 0)
    func put(_ byte: UInt8) {
      target[count] = byte
      count += 1
    }
    while position < text.count {
      guard text[position] == UInt8(ascii: "\\") else {
        put(text[position])
        position += 1
        continue
      }
      if let byte = short(text[position + 1]) {
        put(byte)
        position += 2
      } else if let unit = unit(in: text, at: position) {
        let trail = UTF16.isLeadSurrogate(unit) ? self.unit(in: text, at: position + 6) : nil
        let scalars = String(decoding: [unit] + (trail.map { [$0] } ?? []), as: UTF16.self)
        for byte in scalars.utf8 { put(byte) }
        position += trail == nil ? 6 : 12
      } else {
        position += 1
      }
    }
    return count
  }
}
