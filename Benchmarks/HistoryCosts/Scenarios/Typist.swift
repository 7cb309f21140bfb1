import Measuring

/// Types into a text as a person does: words, the ends of some of them taken back and typed again, and then on
/// elsewhere.
///
/// All letters take one byte, here and in the text, so that a place is where a letter begins.
struct Typist {
  /// A change of one letter.
  enum Keystroke: Equatable {
    case insert(Character, at: Int)
    case remove(at: Int)
  }

  private static let words = [
    "the ", "text ", "of ", "every ", "version ", "is ", "kept, ", "a ", "letter ", "between ", "others ",
    "and\n",
  ]

  private var random: SplitMix64
  /// How many letters there are, and behind how many of them the next one is typed.
  private var count: Int
  private var place: Int
  /// The word, how many of its letters stand before the place, and how many of those are taken back.
  private var word = ""[...]
  private var typed = 0
  private var wrong = 0

  /// A typist at the end of a text of so many letters.
  init(_ count: Int, _ random: SplitMix64) {
    (self.count, place, self.random) = (count, count, random)
  }

  /// Returns what happens next.
  mutating func next() -> Keystroke {
    if wrong > 0 {
      (wrong, typed, place, count) = (wrong - 1, typed - 1, place - 1, count - 1)
      return .remove(at: place)
    }
    if typed == word.count {
      if random.below(8) == 0 { place = random.below(count + 1) }
      (word, typed) = (Self.words[random.below(Self.words.count)][...], 0)
    }
    let letter = word[word.index(word.startIndex, offsetBy: typed)]
    defer {
      (typed, place, count) = (typed + 1, place + 1, count + 1)
      if typed == word.count, random.below(10) == 0 { wrong = 1 + random.below(typed) }
    }
    return .insert(letter, at: place)
  }

  /// A text of so many letters, as it is typed.
  static func text(of count: Int) -> String {
    var random = SplitMix64(seed: 24)
    var text = ""
    text.reserveCapacity(count)
    while text.utf8.count < count {
      text += words[random.below(words.count)].prefix(count - text.utf8.count)
    }
    return text
  }
}
