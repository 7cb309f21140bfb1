import StrataCore
import Testing

@Suite("Texts without hidden characters")
struct PrintableTests {
  @Test(
    "Characters that command a terminal, reorder a line or hide are shown as escapes",
    arguments: [
      ("plain é 👨‍👩‍👧", "plain é 👨‍👩‍👧"), ("a\u{1B}[2Jb", #"a\u{1b}[2Jb"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\u{E0101}b\u{FE0F}", #"a\u{e0101}b\u{fe0f}"#), ("葛\u{E0101}", "葛\u{E0101}"), ("❤️‍🔥 👩🏽‍🚀 1️⃣", "❤️‍🔥 👩🏽‍🚀 1️⃣"),
      ("a\u{200D}b 👩\u{200D}", #"a\u{200d}b 👩\u{200d}"#),
      // Tags can carry a text that is not seen.
      ("\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}", #"🏴\u{e0068}\u{e0069}\u{e007f}"#),
      ("\u{E0041}\u{2066}\u{AD}", #"\u{e0041}\u{2066}\u{ad}"#), ("a\nb", #"a\u{a}b"#),
      ("a\u{2028}b", #"a\u{2028}b"#),
      ("\u{85}", #"\u{85}"#), ("x\u{FFF9}y", #"x\u{fff9}y"#), ("a\u{200C}\u{AD}b", #"a\u{200c}\u{ad}b"#),
    ]
  )
  func escapes(text: String, shown: String) {
    #expect(printable(text) == shown)
  }

  @Test(
    "Joiners in words, emoji and syllables remain, and so do soft hyphens in a word",
    arguments: [
      "می\u{200C}خواهم", "ه\u{200D}", "क्\u{200D}ष", "ശ്\u{200D}", "ක්\u{200D}ර", "👩\u{200D}👩\u{200D}👧",
      "🏳️\u{200D}🌈",
      "Donau\u{AD}dampf\u{AD}schiff", "ᠨᠠ\u{180B}", "葛\u{E0100}", "שָׁלוֹם", "日本語",
    ]
  )
  func legitimate(text: String) throws {
    #expect(printable(text) == text)
    let json = try PlainValue(json: printable(json: PlainValue.text(text).json))
    #expect(json == .text(text))
  }

  @Test("A second joiner is an escape: several in a row could hide a text")
  func repeated() {
    #expect(printable("می\u{200C}\u{200C}\u{200D}خ") == "می\u{200C}\\u{200c}\\u{200d}خ")
    #expect(printable("न\u{200D}\u{200D}") == "न\u{200D}\\u{200d}")
  }

  @Test("Each control character, bidirectional control and invisible character is an escape, in JSON too")
  func everyCharacter() throws {
    var count = 0
    for value in (0...0x10FFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isHidden =
        properties.generalCategory == .control || properties.isBidiControl
        || [0x2028, 0x2029].contains(value)
        || properties.isDefaultIgnorableCodePoint
      guard isHidden else { continue }
      count += 1
      let text = "a\(scalar)b"
      let isSoftHyphen = value == 0xAD
      #expect(printable(text) == (isSoftHyphen ? text : "a\\u{\(String(value, radix: 16))}b"))
      let json = printable(json: PlainValue.text(text).json)
      #expect(try PlainValue(json: json) == .text(text))
      let isRaw = String(decoding: json, as: UTF8.self).unicodeScalars.contains(scalar)
      #expect(isRaw == properties.isVariationSelector, "\(String(value, radix: 16))")
    }
    #expect(count > 4_000)
  }
}
