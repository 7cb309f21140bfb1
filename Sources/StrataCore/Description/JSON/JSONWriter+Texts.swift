import PersistentCollections

extension JSONWriter {
  /// Writes a text in quotes, with the escapes that JSON asks for and no others.
  package mutating func write(_ text: String) {
    advance(to: beginValue(1))
    quote()
    append(escaping: text)
    quote()
  }

  /// Writes a text behind a sign as one text.
  mutating func write(_ sign: Unicode.Scalar, _ text: String) {
    advance(to: beginValue(1))
    quote()
    append(UInt8(ascii: sign))
    append(escaping: text)
    quote()
  }

  private mutating func append(escaping text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append(escaping: $0) }
    if isWritten == nil {
      // A text of a foreign framework, which keeps it in its own encoding.
      var native = text
      native.withUTF8 { append(escaping: $0) }
    }
  }

  /// Writes a persistent text as the text that it is, run by run.
  mutating func write(_ text: PersistentText) {
    advance(to: beginValue(1))
    quote()
    text.utf8.forEachRun { append(escaping: $0) }
    quote()
  }

  private mutating func quote() { append(UInt8(ascii: "\"")) }

  private mutating func append(_ byte: UInt8) {
    let place = room(for: 1)
    place.pointee = byte
    advance(to: place + 1)
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    // In stretches, so that room for the worst of them is not much.
    while !rest.isEmpty {
      append(escapingStretch: UnsafeBufferPointer(rebasing: rest.prefix(4_096)))
      rest = rest.dropFirst(4_096)
    }
  }

  private mutating func append(escapingStretch text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    var place = room(for: text.count * Self.longestEscape)
    var index = 0
    while index + 8 <= text.count {
      let word = UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
      if Self.isPlain(word) {
        UnsafeMutableRawPointer(place).storeBytes(of: word, as: UInt64.self)
        place += 8
      } else {
        for byte in text[index..<index + 8] { Self.put(escaping: byte, at: &place) }
      }
      index += 8
    }
    for byte in text[index...] { Self.put(escaping: byte, at: &place) }
    advance(to: place)
  }

  private static var longestEscape: Int { 6 }

  /// Whether none of eight bytes has to be escaped.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool { marks(ofSpecial: word) == 0 }

  /// The highest bits of those of eight bytes that have to be escaped, and maybe of some behind the first of them.
  ///
  /// Less one, a byte that is zero has its highest bit set, which it had not; so a byte is looked for by making it
  /// zero. What borrows from its neighbour is found itself, so a neighbour that is found for it does not matter.
  @inline(__always)
  static func marks(ofSpecial word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found =
      (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80)
  }

  @inline(__always)
  private static func put(escaping byte: UInt8, at place: inout UnsafeMutablePointer<UInt8>) {
    if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      place.pointee = byte
      place += 1
    } else {
      put(escapeOf: byte, at: &place)
    }
  }

  private static func put(escapeOf byte: UInt8, at place: inout UnsafeMutablePointer<UInt8>) {
    let letter: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default: letter = UInt8(ascii: "u")
    }
    (place[0], place[1]) = (UInt8(ascii: "\\"), letter)
    place += 2
    guard letter == UInt8(ascii: "u") else { return }
    (place[0], place[1]) = (UInt8(ascii: "0"), UInt8(ascii: "0"))
    for (offset, digit) in [byte >> 4, byte & 15].enumerated() {
      place[2 + offset] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    place += 4
  }
}
