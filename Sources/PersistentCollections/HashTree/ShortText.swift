/// A text of at most 15 characters of ASCII, as two words that no other text has.
struct ShortText {
  /// The first eight bytes.
  let low: UInt64
  /// The others, and in the highest byte how many there are in all.
  let high: UInt64

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
