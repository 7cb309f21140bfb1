/// A text of at most 15 characters of ASCII, as two words that no other text has.
@usableFromInline
struct ShortText: Equatable {
  /// The first eight bytes.
  @usableFromInline let low: UInt64
  /// The others, and in the highest byte how many there are in all.
  @usableFromInline let high: UInt64

  /// The words of a text of ASCII that holds its characters itself; nil for all others.
  ///
  /// They lie in such a text as they are wanted here, but for the first four bits of the last byte, its `mark`.
  @inlinable @inline(__always)
  init?(small text: String, mark: UInt64) {
    #if _pointerBitWidth(_64) && _endian(little)
      // A text is two words wherever this is compiled; what they mean was made sure of before the mark was known.
      let (low, high) = unsafeBitCast(text, to: (UInt64, UInt64).self)
      guard high &>> 60 == mark else { return nil }
      self.low = low
      self.high = high & 0x0FFF_FFFF_FFFF_FFFF
    #else
      return nil
    #endif
  }

  /// The mark by which ``init(small:mark:)`` recognizes small texts. If small texts lie in memory in another way than the
  /// initializer reads them, this is a mark that no text has.
  ///
  /// The layout is part of the standard library's binary interface on Apple's platforms and the same elsewhere. Should
  /// it ever change, lookups become slower and stay right.
  static var smallMark: UInt64 {
    let mark: UInt64 = 0xE
    let isAsExpected = (0..<32).allSatisfy { length in
      let text = String(decoding: (0..<length).map { UInt8(97 + $0 % 26) }, as: UTF8.self)
      return ShortText(small: text, mark: mark) == ShortText(text)
        && ShortText(small: text + "é", mark: mark) == nil
    }
    return isAsExpected ? mark : .max
  }

  /// Returns nil for a text that is longer or has other characters.
  init?(_ text: String) {
    if let words = text.utf8.withContiguousStorageIfAvailable({ Self.words(UnsafeRawBufferPointer($0)) }),
      let (low, high) = words
    {
      (self.low, self.high) = (low, high)
    } else if let plain = Self.withoutTwins(text), let short = ShortText(plain) {
      self = short
    } else {
      return nil
    }
  }

  private static func words(_ bytes: UnsafeRawBufferPointer) -> (low: UInt64, high: UInt64)? {
    let count = bytes.count
    guard count < 16 else { return nil }
    var (low, high): (UInt64, UInt64) = (0, 0)
    if count >= 8 {
      low = word(bytes, at: 0)
      // The last eight bytes, without those that the first word has.
      if count > 8 { high = word(bytes, at: count &- 8) &>> UInt64(8 &* (16 &- count)) }
    } else {
      for index in 0..<count { low |= UInt64(bytes[index]) &<< UInt64(8 &* index) }
    }
    guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return (low, high | UInt64(count) &<< 56)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The text with characters of ASCII in place of their twins, or nil if it has none.
  private static func withoutTwins(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    // A twin takes up to three bytes; what is longer is not short without twins either.
    guard text.utf8.count < 3 * 16, scalars.contains(where: { twin(of: $0) != nil }) else { return nil }
    var plain = ""
    for scalar in scalars { plain.unicodeScalars.append(twin(of: scalar) ?? scalar) }
    return plain
  }

  /// The character of ASCII that another character is equal to: Unicode has three of these, the signs for kelvin, for a
  /// Greek question and for a Greek grave accent, and promises that there will be no more.
  private static func twin(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\u{212A}": "K"
    case "\u{37E}": ";"
    case "\u{1FEF}": "`"
    default: nil
    }
  }
}
