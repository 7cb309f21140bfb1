import Measuring

/// Short texts that are easy to get wrong, alone or beside each other.
enum TextScraps {
  static let all: [String] = [
    "", "a", "e", "x", " ", "\n", "\r", "\r\n", "\t", "\0",
    // One character in several spellings, marks alone, and in another order.
    "é", "e\u{301}", "\u{301}", "\u{323}\u{307}", "\u{307}\u{323}", "Å", "\u{212B}", "A\u{30A}", "K",
    "\u{212A}",
    // Two, three and four bytes.
    "ß", "д", "–", "漢", "語", "𝔘", "😀",
    // Flags and halves of them, families, skin tones, keycaps, joiners and selectors alone.
    "🇦🇹", "\u{1F1E6}", "👨‍👩‍👧‍👦", "👍🏽", "\u{1F3FD}", "1️⃣", "\u{200D}", "\u{FE0F}", "❤️‍🔥",
    // Syllables of Korean, whole and in parts; conjuncts of Hindi and their parts; Thai; right to left.
    "한", "\u{1112}\u{1161}\u{11AB}", "\u{1112}", "\u{1161}", "\u{11AB}", "क्ष", "\u{94D}", "ष", "\u{0E33}", "שׁ",
    // Prepended scalars, separators, and scalars that do not end a line here.
    "\u{600}", "\u{110BD}", "\u{2028}", "\u{85}", "\u{B}", "\u{FEFF}", "\u{10FFFF}",
    "one line\n", "and a longer one that goes on\r\n", "\n\n\n",
  ]

  /// The scalars that stand for all kinds that breaking tells apart.
  static let scalars: [Unicode.Scalar] = [
    "a", "\r", "\n", "\u{1}", "\u{301}", "\u{200D}", "\u{1F1E6}", "\u{600}", "\u{903}", "\u{1100}",
    "\u{1160}",
    "\u{11A8}", "\u{AC00}", "\u{AC01}", "❤", "\u{1F3FD}", "\u{915}", "\u{94D}", "\u{FE0F}", "é",
  ]

  /// Some scraps one after the other.
  static func some(_ count: Int, from random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<count {
      let scrap = all[random.below(all.count)]
      // Rows of the same come about by no accident.
      for _ in 0..<(random.below(12) == 0 ? random.below(30) : 1) { text += scrap }
    }
    return text
  }
}
