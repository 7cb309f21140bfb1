/// A text that is written front to back, as the bytes of its UTF-8.
///
/// An export has some hundred thousand short texts: to make each by itself, and to put them together then, takes several times as
/// long as to put their bytes where they belong.
struct WrittenText {
  private(set) var bytes: [UInt8] = []

  /// Writes words that stand for themselves.
  mutating func append(_ words: String) { bytes.append(contentsOf: words.utf8) }

  /// Writes a text as one line that can command nothing, as ``onOneLine(_:)`` has it.
  ///
  /// - Parameters:
  ///   - isSign: Whether a byte of ASCII must not stand there as it is.
  ///   - escape: Writes such a byte.
  mutating func append(
    line text: String,
    escaping isSign: (UInt8) -> Bool,
    by escape: (UInt8, inout WrittenText) -> Void
  ) {
    var text = text
    // Most are plain, and stand there as they are.
    let isPlain = text.withUTF8 { text in
      guard text.allSatisfy({ (0x20..<0x7F).contains($0) && !isSign($0) }) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    if isPlain { return }
    for byte in onOneLine(text).utf8 {
      if isSign(byte) { escape(byte, &self) } else { bytes.append(byte) }
    }
  }

  /// Writes a byte of ASCII.
  mutating func append(byte: UInt8) { bytes.append(byte) }
}
