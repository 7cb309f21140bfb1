import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("A persistent text against a string")
struct PersistentTextModelTests {
  @Test(
    "Random edits do the same to both, and never move another version",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func edits(seed: UInt64) {
    let limit = [10, 60, 130, 200, 400, 1_000, 3_000, 9_000][Int(seed - 1)]
    var run = TextModelRun(seed: seed, limit: limit)
    run.steps(Soak.times(limit <= 400 ? 400 : 60))
  }

  @Test("Every row of a few scalars has the characters of a string, in whatever leaves it lies")
  func breaks() {
    let scalars = TextScraps.scalars
    var rows: [[Unicode.Scalar]] = [[]]
    // In the release run all rows of four, and then half a million at random.
    let isDose = Soak.times(1) > 1
    for _ in 0..<(isDose ? 4 : 3) {
      rows = rows.flatMap { row in scalars.map { row + [$0] } }
      for row in rows {
        let string = String(String.UnicodeScalarView(row))
        let text = PersistentText(string)
        guard check(text, string) else { return }
      }
    }
    var random = SplitMix64(seed: 5)
    for _ in 0..<(isDose ? 500_000 : 1_000) {
      // Leaves end anywhere in the row when something stands before it.
      let row = (0..<random.below(12)).map { _ in scalars[random.below(scalars.count)] }
      let string =
        String(repeating: "x", count: random.below(140)) + String(String.UnicodeScalarView(row))
        + String(repeating: "y", count: random.below(140))
      guard check(PersistentText(string), string) else { return }
    }
  }

  @Test("A row of flags has the characters of a string, also behind other scalars and backward")
  func flags() {
    for before in ["", "a", "\u{110BD}", "\u{600}\u{600}", "\u{200D}", "\r"] {
      for count in 0..<8 {
        for after in ["", "b", "\u{301}"] {
          let string = before + String(repeating: "\u{1F1E6}", count: count) + after
          guard check(PersistentText(string), string) else { return }
        }
      }
    }
  }

  private func check(_ text: PersistentText, _ string: String) -> Bool {
    let isRight =
      text.elementsEqual(string, by: { $0.isWritten(as: $1) })
      && text.reversed().elementsEqual(string.reversed(), by: { $0.isWritten(as: $1) })
    #expect(isRight, "\(string.debugDescription) is \(Array(text)), backward \(Array(text.reversed()))")
    return isRight
  }

  @Test("From any scalar or byte, the next character and the one before are those of a string")
  func neighbours() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<Soak.times(20) {
      let string = TextScraps.some(60, from: &random)
      let text = PersistentText(string)
      for (offset, index) in string.unicodeScalars.indices.enumerated() {
        let place = text.unicodeScalars.index(text.startIndex, offsetBy: offset)
        let expected = string.utf8.distance(from: string.startIndex, to: string.index(after: index))
        #expect(text.utf8.distance(from: text.startIndex, to: text.index(after: place)) == expected)
        #expect(text[place].isWritten(as: string[index]))
        if string.distance(from: string.startIndex, to: index) > 0 {
          let before = string.utf8.distance(from: string.startIndex, to: string.index(before: index))
          #expect(text.utf8.distance(from: text.startIndex, to: text.index(before: place)) == before)
        }
      }
    }
  }
}
