/// Words that are looked for in texts, in capitals or not.
///
/// Most texts are ASCII, and there are a great many of them: their bytes are compared where they lie.
public struct SoughtWords: Sendable {
  private let words: [Word]

  private struct Word: Sendable {
    let text: String
    let bytes: [UInt8]
    let isASCII: Bool
  }

  /// The words of a text; nil where it has none.
  public init?(_ text: String) {
    let found = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard !found.isEmpty else { return nil }
    words = found.map { Word(text: $0, bytes: Array($0.utf8), isASCII: $0.utf8.allSatisfy { $0 < 0x80 }) }
  }

  /// Whether all of the words are somewhere in a text.
  public func areAll(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) {
        return words.allSatisfy { $0.isASCII && isPart($0.bytes, of: bytes) }
      }
      let letters = String(decoding: bytes, as: UTF8.self).lowercased()
      return words.allSatisfy { letters.contains($0.text) }
    }
  }

  private func isPart(_ word: [UInt8], of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= word.count, let first = word.first else { return false }
    return word.withUnsafeBufferPointer { word in
      for start in 0...text.count &- word.count where small(text[start]) == first {
        var offset = 1
        while offset < word.count, small(text[start &+ offset]) == word[offset] { offset &+= 1 }
        if offset == word.count { return true }
      }
      return false
    }
  }

  private func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
