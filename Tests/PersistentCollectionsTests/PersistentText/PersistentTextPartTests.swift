import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A part of a persistent text")
struct PersistentTextPartTests {
  @Test("has the characters of a substring, wherever it begins and ends", arguments: [1 as UInt64, 2, 3])
  func substrings(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(60) {
      let string =
        String(repeating: "x", count: random.below(2) * (110 + random.below(20)))
        + TextScraps.some(random.below(16), from: &random)
      for _ in 0..<6 {
        let start = random.below(string.utf8.count + 1)
        let end = start + random.below(min(20, string.utf8.count - start) + 1)
        if let wrong = wrong(start..<end, of: string) {
          Issue.record("\(wrong) at \(start)..<\(end) of \(string.debugDescription)")
          return
        }
      }
    }
  }

  /// The first difference between a part and the substring of the same bytes; nil if there is none.
  private func wrong(_ range: Range<Int>, of string: String) -> String? {
    let text = PersistentText(string)
    let part = text[text.place(range.lowerBound)..<text.place(range.upperBound)]
    let substring = string[string.place(range.lowerBound)..<string.place(range.upperBound)]
    if !String(part).utf8.elementsEqual(substring.utf8) { return "bytes" }
    if !PersistentText(part).utf8.elementsEqual(substring.utf8) { return "bytes of a text" }
    if !part.elementsEqual(substring, by: { $0.isWritten(as: $1) }) { return "characters" }
    if !part.reversed().elementsEqual(substring.reversed(), by: { $0.isWritten(as: $1) }) {
      return "backward"
    }
    if part.count != substring.count { return "count" }
    for (place, other) in zip(part.indices, substring.indices) {
      // In the text, too, the place is what it is there.
      if text.distance(from: text.startIndex, to: place)
        != string.distance(from: string.startIndex, to: other)
      {
        return "place in the text"
      }
    }
    if part.indices.map(text.offset) != substring.indices.map(string.offset) { return "places" }
    let (bounds, otherBounds) = (part.startIndex...part.endIndex, substring.startIndex...substring.endIndex)
    for offset in range.lowerBound...range.upperBound {
      let (place, other) = (text.place(offset), string.place(offset))
      guard bounds.contains(place), otherBounds.contains(other) else { continue }
      let before = substring.distance(from: substring.startIndex, to: other)
      if part.distance(from: part.startIndex, to: place) != before { return "distance of \(offset)" }
      if before > 0, text.offset(part.index(before: place)) != string.offset(substring.index(before: other)) {
        return "character before \(offset)"
      }
      if place == part.endIndex { continue }
      if !part[place].isWritten(as: substring[other]) { return "character at \(offset)" }
      if text.offset(part.index(after: place)) != string.offset(substring.index(after: other)) {
        return "character after \(offset)"
      }
    }
    return nil
  }

  @Test(
    "gives the places that a substring gives, up to a limit that is anywhere",
    arguments: [6 as UInt64, 7]
  )
  func limits(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(300) {
      let string = TextScraps.some(1 + random.below(6), from: &random)
      let (text, count) = (PersistentText(string), string.utf8.count)
      let (start, limit, distance) = (random.below(count + 1), random.below(count + 1), random.below(7) - 3)
      // A limit that is not on the way does not stop a place outside the text, which is an error.
      guard distance < 0 ? limit <= start : limit >= start else { continue }
      let (place, end) = (text.place(start), text.place(limit))
      let (other, otherEnd) = (string.place(start), string.place(limit))
      #expect(
        text.index(place, offsetBy: distance, limitedBy: end).map(text.offset)
          == string.index(other, offsetBy: distance, limitedBy: otherEnd).map(string.offset),
        "\(distance) from \(start) up to \(limit) in \(string.debugDescription)"
      )
      #expect(
        text.unicodeScalars.index(place, offsetBy: distance, limitedBy: end).map(text.offset)
          == string.unicodeScalars.index(other, offsetBy: distance, limitedBy: otherEnd).map(string.offset),
        "\(distance) scalars from \(start) up to \(limit) in \(string.debugDescription)"
      )
    }
  }

  @Test("of its scalars or units has whole ones, wherever it begins and ends")
  func views() {
    let (text, string) = ("aé😀漢" as PersistentText, "aé😀漢")
    let places =
      (0...10).map(text.place) + text.utf16.indices.filter { !text.unicodeScalars.indices.contains($0) }
    let others =
      (0...10).map(string.place) + string.utf16.indices.filter { !string.unicodeScalars.indices.contains($0) }
    #expect(places.count == 12 && others.count == 12)
    for (start, otherStart) in zip(places, others) {
      for (end, otherEnd) in zip(places, others) where start <= end {
        let (range, otherRange) = (start..<end, otherStart..<otherEnd)
        #expect(text.unicodeScalars[range].elementsEqual(string.unicodeScalars[otherRange]))
        #expect(String(text[range]) == String(string[otherRange]))
        let units = text.utf16[range]
        #expect(units.count == Array(units).count && units.reversed().count == units.count)
        #expect(text.utf16Offsets(of: range).count == units.count)
        let bytes = text.utf8[range]
        #expect(bytes.elementsEqual(Array(text.utf8)[text.offset(start)..<text.offset(end)]))
      }
    }
  }

  @Test("is cut, compared, printed and made a text, and begins where the text's next character does")
  func using() {
    let text: PersistentText = "one\ntwo\none"
    #expect(text.lines[0] == text.lines[2] && text.lines[0] != text.lines[1])
    #expect(Set(text.lines).count == 2)
    #expect("\(text.lines[1])" == "two" && text.lines[1].debugDescription == "\"two\"")
    var rest = text[...]
    #expect(rest.popFirst() == "o" && rest.popFirst() == "n" && rest.popFirst() == "e" && rest.first == "\n")
    #expect(rest.base.isIdentical(to: text) && String(rest.dropFirst().prefix(3)) == "two")
    #expect(PersistentText(text[...]).isIdentical(to: text))
    #expect(text.index(after: rest.startIndex) == text.lines.start(at: 1))
    var printed = ""
    print(text.lines[1], terminator: "", to: &printed)
    #expect(printed == "two" && PersistentText().lines[0].isEmpty)
    #expect(PersistentText.Part("é") == PersistentText("e\u{301}")[...] && PersistentText.Part().isEmpty)
  }

  @Test("is changed as a substring is, and leaves the text as it was", arguments: [4 as UInt64, 5])
  func changing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(100) {
      let string = TextScraps.some(random.below(16), from: &random)
      let text = PersistentText(string)
      let start = random.below(string.utf8.count + 1)
      let end = start + random.below(string.utf8.count - start + 1)
      var part = text[text.place(start)..<text.place(end)]
      var substring = string[string.place(start)..<string.place(end)]
      for _ in 0..<4 {
        let scrap = TextScraps.some(random.below(3), from: &random)
        let (places, others) = (
          Array(part.indices) + [part.endIndex], Array(substring.indices) + [substring.endIndex]
        )
        guard places.count == others.count else { break }
        let first = random.below(places.count)
        let last = first + random.below(min(3, places.count - first))
        part.replaceSubrange(places[first]..<places[last], with: scrap)
        substring.replaceSubrange(others[first]..<others[last], with: scrap)
      }
      part.append("é")
      substring.append("é")
      let isRight =
        part.elementsEqual(substring, by: { $0.isWritten(as: $1) }) && part.base.brokenInvariant == nil
        && String(part.base).utf8.elementsEqual(substring.base.utf8)
      #expect(
        isRight,
        "seed \(seed): \(start)..<\(end) of \(string.debugDescription): \(part.debugDescription)"
      )
      #expect(text.utf8.elementsEqual(string.utf8))
    }
  }

  @Test("within a character: what a range of another system's offsets may be")
  func withinCharacters() {
    let text: PersistentText = "xe\u{301}🇦🇹🇩🇪y"
    // Between a letter and its mark, and between the halves of flags.
    #expect(text.range(utf16Offsets: 0..<2).map { Array(text[$0]) } == ["x", "e"])
    #expect(text.range(utf16Offsets: 2..<5).map { Array(text[$0]) } == ["\u{301}", "\u{1F1E6}"])
    #expect(text.range(utf16Offsets: 5..<11).map { Array(text[$0]) } == ["\u{1F1F9}\u{1F1E9}", "\u{1F1EA}"])
    #expect(text.range(utf16Offsets: 4..<6).map { Array(text[$0]) } == ["\u{1F1E6}"])
  }
}

extension PersistentText {
  fileprivate func place(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
  fileprivate func offset(_ index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}

extension String {
  fileprivate func place(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
  fileprivate func offset(_ index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
