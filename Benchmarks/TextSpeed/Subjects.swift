import Measuring
import PersistentCollections

/// A text into which letters are typed, at offsets in UTF-8.
protocol TypedText {
  /// The name of the type in its figures.
  static var typeName: String { get }
  init(_ text: String)
  mutating func type(_ letter: String, at offset: Int)
  /// How many versions are kept: some copy everything for each of them.
  static func steps(_ run: Suite.Run) -> Int
}

extension PersistentText: TypedText {
  static var typeName: String { "PersistentText" }
  static func steps(_ run: Suite.Run) -> Int { run.isQuick ? 100 : 10_000 }

  mutating func type(_ letter: String, at offset: Int) {
    let place = utf8.index(startIndex, offsetBy: offset)
    replaceSubrange(place..<place, with: letter)
  }
}

extension String: TypedText {
  static var typeName: String { "String" }
  static func steps(_ run: Suite.Run) -> Int {
    run.isQuick ? 100 : Swift.max(10, Swift.min(10_000, 200_000_000 / run.n))
  }

  mutating func type(_ letter: String, at offset: Int) {
    insert(contentsOf: letter, at: utf8.index(startIndex, offsetBy: offset))
  }
}

/// The lines of a text in an array, as simple editors have them.
struct LineArray: TypedText {
  static var typeName: String { "Array of lines" }
  static func steps(_ run: Suite.Run) -> Int { String.steps(run) }

  private var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  mutating func type(_ letter: String, at offset: Int) {
    var (line, left) = (0, offset)
    while left > lines[line].utf8.count {
      left -= lines[line].utf8.count + 1
      line += 1
    }
    lines[line].type(letter, at: left)
  }
}

/// Invented prose: lines of some ten words, of which one in twenty has letters that are not ASCII.
enum Prose {
  static func text(bytes: Int) -> String {
    let words = [
      "the", "text", "of", "every", "version", "is", "kept", "a", "letter", "between", "others", "and",
    ]
    let others = ["Größe", "–", "naïve", "漢字", "😀", "e\u{301}te\u{301}"]
    var random = SplitMix64(seed: 24)
    var text = ""
    text.reserveCapacity(bytes + 40)
    var column = 0
    while text.utf8.count < bytes {
      let isOther = random.below(20) == 0
      text += isOther ? others[random.below(others.count)] : words[random.below(words.count)]
      column += 1
      text += column.isMultiple(of: 11) ? "\n" : " "
    }
    return text
  }

  /// Returns the offsets at which letters are typed one after the other into some bytes: a word or two, then on
  /// elsewhere, as a person types.
  static func places(_ count: Int, in bytes: [UInt8]) -> [Int] {
    var random = SplitMix64(seed: 25)
    var place = 0
    return (0..<count).map { step in
      place = step.isMultiple(of: 100) ? scalarStart(random.below(bytes.count), in: bytes) : place + 1
      return place
    }
  }

  /// An offset at or before another one at which a scalar begins.
  static func scalarStart(_ offset: Int, in bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
