import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A persistent text")
struct PersistentTextTests {
  @Test("is made as a string is: of literals, interpolation, characters and parts")
  func making() {
    let literal: PersistentText = "Größe"
    let number = 7
    let interpolated: PersistentText = "number \(number)"
    #expect(String(literal) == "Größe" && String(interpolated) == "number 7")
    #expect(PersistentText(["a", "e\u{301}"] as [Character]) == "aé")
    #expect(PersistentText("xyz".dropFirst()) == "yz")
    #expect(PersistentText(literal.dropFirst(2)) == "öße")
    #expect(PersistentText(repeating: "b", count: 3) == "bbb")
    #expect(PersistentText().isEmpty && PersistentText("").isIdentical(to: PersistentText()))
    #expect(literal.description == "Größe" && "\(literal)" == "Größe")
    #expect(("a\"b" as PersistentText).debugDescription == "\"a\\\"b\"")
    #expect(String(literal[literal.index(after: literal.startIndex)...].prefix(3)) == "röß")
    #expect(Mirror(reflecting: literal).children.isEmpty)
  }

  @Test("is changed as a string is")
  func changing() {
    var text: PersistentText = "one three"
    text.insert(contentsOf: "two ", at: text.index(text.startIndex, offsetBy: 4))
    text.append("!")
    text += " And" as PersistentText
    text.write(" more")
    text.remove(at: text.startIndex)
    text.insert("O", at: text.startIndex)
    #expect(text == "One two three! And more")
    text.removeLast(5)
    text.removeFirst(4)
    text.removeSubrange(text.startIndex..<text.index(text.startIndex, offsetBy: 4))
    #expect(text == "three! And")
    text.removeAll { $0 == "e" }
    #expect(text == "thr! And" && String(text.filter(\.isLetter)) == "thrAnd")
    text.append(contentsOf: ["x", "y"] as [Character])
    text.append(contentsOf: "z".dropFirst(0))
    text.replaceSubrange(text.startIndex..<text.startIndex, with: Array("\u{301}a"))
    #expect(text == "\u{301}athr! Andxyz")
    text.removeAll()
    #expect(text.isEmpty && text == "" && text.lines.count == 1 && text.count == 0)
  }

  @Test("is searched by the algorithms of the standard library")
  func searching() {
    let text: PersistentText = "so it goes, so it went"
    #expect(text.contains("goes") && !text.contains("gone"))
    #expect(text.firstRange(of: "so it").map { text.utf16Offsets(of: $0) } == 0..<5)
    #expect(text.ranges(of: "so it").count == 2)
    #expect(text.split(separator: ",").map { String($0) } == ["so it goes", " so it went"])
    #expect(text.starts(with: "so") && text.first == "s" && text.last == "t")
    #expect(text.utf8.firstRange(of: "went".utf8) != nil)
    #expect(
      PersistentText("ate\u{301}").firstRange(of: "é") != nil && !PersistentText("te\u{301}").contains("e")
    )
  }

  @Test("is searched with what a string is searched with, and finds the same")
  func found() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<Soak.times(300) {
      let string = TextScraps.some(random.below(40), from: &random)
      let pattern = random.below(4) == 0 ? "" : TextScraps.some(1 + random.below(2), from: &random)
      let text = PersistentText(string)
      let expected = string.ranges(of: pattern).map { range in
        string.utf16.distance(
          from: string.startIndex,
          to: range.lowerBound
        )..<string.utf16.distance(
          from: string.startIndex,
          to: range.upperBound
        )
      }
      let names = "\(pattern.debugDescription) in \(string.debugDescription)"
      #expect(text.ranges(of: pattern).map { text.utf16Offsets(of: $0) } == expected, "\(names)")
      #expect(text.firstRange(of: pattern).map { text.utf16Offsets(of: $0) } == expected.first, "\(names)")
      #expect(text.contains(pattern) == !expected.isEmpty, "\(names)")
    }
  }

  @Test("is written to a stream, encoded and decoded as the string it is")
  func strings() throws {
    let string = String(repeating: "Ein längerer Text – e\u{301}\r\n", count: 40)
    let text = PersistentText(string)
    var target = ""
    text.write(to: &target)
    #expect(target.utf8.elementsEqual(string.utf8))
    let data = try JSONEncoder().encode([text])
    #expect(try data == JSONEncoder().encode([string]))
    #expect(try JSONDecoder().decode([PersistentText].self, from: data)[0].isWritten(as: text))
  }

  @Test("knows its lines, and lines and columns of places")
  func lines() {
    let text: PersistentText = "one\r\ntwo\n\n\rfo\u{2028}ur\n"
    #expect(text.lines.map { String($0) } == ["one", "two", "", "\rfo\u{2028}ur", ""])
    let place = text.utf16.index(text.startIndex, offsetBy: 7)
    #expect(text.lineAndColumn(of: place) == .init(line: 1, column: 2))
    #expect(text.index(of: .init(line: 1, column: 2)) == place)
    #expect(text.index(of: .init(line: 0, column: 3)).map { text[$0] } == "\r\n")
    #expect(text.index(of: .init(line: 4, column: 0)) == text.endIndex)
    for missing in [(0, 4), (4, 1), (5, 0), (-1, 0), (0, -1)] {
      #expect(text.index(of: .init(line: missing.0, column: missing.1)) == nil)
    }
    #expect(text.lines.number(at: text.endIndex) == 4)
    #expect(PersistentText.LineAndColumn(line: 1, column: 9) < .init(line: 2, column: 0))
  }

  @Test("gives offsets in UTF-16 and takes them, also between the halves of a pair")
  func utf16() {
    let text: PersistentText = "a😀b"
    #expect(Array(text.utf16) == Array("a😀b".utf16) && text.utf16.reversed().count == 4)
    for start in 0...4 {
      for end in start...4 {
        #expect(text.range(utf16Offsets: start..<end).map { text.utf16Offsets(of: $0) } == start..<end)
      }
    }
    #expect(text.range(utf16Offsets: 0..<5) == nil && text.range(utf16Offsets: -1..<2) == nil)
    let inside = text.utf16.index(text.startIndex, offsetBy: 2)
    #expect(text[inside] == "😀" && text.unicodeScalars[inside] == "😀")
    #expect(text.utf16.index(text.startIndex, offsetBy: 5, limitedBy: text.endIndex) == nil)
    #expect(text.unicodeScalars.index(text.endIndex, offsetBy: -4, limitedBy: text.startIndex) == nil)
    #expect(
      text.unicodeScalars.index(text.endIndex, offsetBy: -3, limitedBy: text.startIndex) == text.startIndex
    )
  }

  @Test(
    "compares, orders and hashes as strings do, however both are written",
    arguments: [1 as UInt64, 2, 3]
  )
  func canonical(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let spellings = [
      ["é", "e\u{301}"], ["Å", "\u{212B}", "A\u{30A}"], ["K", "\u{212A}"], [";", "\u{37E}"],
      ["q\u{323}\u{307}", "q\u{307}\u{323}"], ["한", "\u{1112}\u{1161}\u{11AB}"], ["x"], ["\r\n"], ["🇦🇹"],
      ["e"], ["\u{301}"], ["一"], ["\u{200D}"], ["\u{1112}"], ["\u{11AB}"],
    ]
    for _ in 0..<Soak.times(400) {
      let prefix = String(repeating: "p", count: random.below(3) * random.below(150))
      var (left, right) = (prefix, prefix)
      for _ in 0..<random.below(6) {
        let choice = spellings[random.below(spellings.count)]
        left += choice[random.below(choice.count)]
        let other = random.below(8) == 0 ? spellings[random.below(spellings.count)] : choice
        right += other[random.below(other.count)]
      }
      if random.below(4) == 0 { right += String(repeating: "s", count: random.below(150)) }
      let (text, other) = (PersistentText(left), PersistentText(right))
      let names = "\(left.debugDescription) and \(right.debugDescription)"
      #expect((text == other) == (left == right), "\(names)")
      // Strings that are written alike are in order; others are not always (Swift 6.3).
      let (normal, otherNormal) = (
        left.precomposedStringWithCanonicalMapping, right.precomposedStringWithCanonicalMapping
      )
      #expect((text < other) == (normal < otherNormal), "\(names)")
      #expect((other < text) == (otherNormal < normal), "\(names)")
      #expect(text.isWritten(as: other) == left.utf8.elementsEqual(right.utf8), "\(names)")
      if left == right { #expect(text.hashValue == other.hashValue, "\(names)") }
    }
  }

  @Test("is equal to another one that has more characters, where one of them is a picture with a stroke")
  func strokes() {
    // Struck through, the arrow is no picture that a joiner joins; spelt as an arrow and a stroke, it is.
    for (before, after) in [("", ""), ("p", "s"), (String(repeating: "\u{200D}p", count: 100), "\u{200D}❤")] {
      let (left, right) = (before + "❤\u{200D}\u{21AE}" + after, before + "❤\u{200D}\u{2194}\u{338}" + after)
      let (text, other) = (PersistentText(left), PersistentText(right))
      #expect(left == right && text.count > other.count)
      #expect(text == other && text.hashValue == other.hashValue && !(text < other) && !(other < text))
      #expect(!text.isWritten(as: other) && text != other + "!" && text < other + "!")
      let long = String(repeating: "x", count: 200)
      #expect((text + long).hashValue == (other + long).hashValue)
    }
  }

  @Test("is ordered by the next character where one is the beginning of another")
  func beginnings() {
    let ascending: [PersistentText] = ["", "q", "qa", "q\u{301}", "q\u{301}a", "q一", "\u{212A}一"]
    for (place, text) in ascending.enumerated() where place < 6 {
      for (otherPlace, other) in ascending.enumerated() where otherPlace < 6 {
        #expect((text < other) == (place < otherPlace), "\(text) and \(other)")
      }
    }
    // The sign of the kelvin is a K, which is before all small letters.
    #expect(ascending[6] < ascending[1] && !(ascending[1] < ascending[6]))
  }

  @Test("has indices that compare and hash by their places")
  func indices() {
    let text: PersistentText = "aé😀"
    let places = Array(text.indices) + [text.endIndex]
    #expect(places == places.sorted() && Set(places).count == 4)
    #expect(text.utf8.index(text.startIndex, offsetBy: 1) == places[1])
    #expect(text.unicodeScalars.index(after: places[0]).hashValue == places[1].hashValue)
    var copy = text
    copy.append("!")
    var same = PersistentText("aé😀")
    same.append("!")
    // Both came about by the same edits, so a place in one is one in the other.
    #expect(copy[same.index(before: same.endIndex)] == "!")
    #expect(text[places[2]] == "😀")
  }
}
