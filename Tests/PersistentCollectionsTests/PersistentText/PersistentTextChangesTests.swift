import Measuring
import TestSupport
import Testing

@testable import PersistentCollections

@Suite("The difference between two persistent texts")
struct PersistentTextChangesTests {
  @Test("leads from one to the other and back, whatever was edited", arguments: 1...6 as ClosedRange<UInt64>)
  func roundTrips(seed: UInt64) throws {
    var run = TextModelRun(seed: seed, limit: [40, 150, 400, 1_000, 2_000, 4_000][Int(seed - 1)])
    for _ in 0..<Soak.times(12) {
      run.steps(1 + Int(seed % 3))
      for older in run.hidden {
        let changes = run.text.changes(from: older.text)
        var forward = older.text
        try forward.apply(changes)
        #expect(forward.isWritten(as: run.text), "seed \(seed): \(changes)")
        var back = run.text
        try back.apply(changes.map(\.inverse))
        #expect(back.isWritten(as: older.text), "seed \(seed): \(changes)")
        #expect(changes.isEmpty == older.text.isWritten(as: run.text))
        for (change, next) in zip(changes, changes.dropFirst()) {
          #expect(change.oldRange.upperBound < next.oldRange.lowerBound)
        }
      }
    }
  }

  @Test("is told as the letters that came and went")
  func letters() {
    let before = PersistentText(String(repeating: "A line of some length.\n", count: 500))
    var text = before
    let place = text.lines.start(at: 250)
    text.replaceSubrange(place..<text.index(place, offsetBy: 1), with: "One")
    text.append(contentsOf: "The end.")
    #expect(
      text.changes(from: before) == [
        TextChange(from: "A", at: 250 * 23, to: "One", at: 250 * 23),
        TextChange(from: "", at: 500 * 23, to: "The end.", at: 500 * 23 + 2),
      ]
    )
    #expect(before.changes(from: before).isEmpty)
    #expect(PersistentText().changes(from: "é") == [TextChange(from: "é", at: 0, to: "", at: 0)])
    #expect(PersistentText("e\u{301}").changes(from: "é").count == 1)
  }

  @Test("keeps text that came around other text apart, and text that went around other text")
  func enclosed() {
    #expect(
      PersistentText("see (xy) here").changes(from: "see xy here") == [
        TextChange(from: "", at: 4, to: "(", at: 4), TextChange(from: "", at: 6, to: ")", at: 7),
      ]
    )
    #expect(
      PersistentText("see xy here").changes(from: "see (xy) here") == [
        TextChange(from: "(", at: 4, to: "", at: 4), TextChange(from: ")", at: 7, to: "", at: 6),
      ]
    )
  }

  @Test("is one change where text came and went close together")
  func rewritten() {
    #expect(
      PersistentText("a We would like b").changes(from: "a hello wrld b") == [
        TextChange(from: "hello wrld", at: 2, to: "We would like", at: 2)
      ]
    )
  }

  @Test("is found without a look at what both share")
  func sharing() throws {
    let before = PersistentText(String(repeating: "A line of some length.\n", count: 100_000))
    var (text, random, looked) = (before, SplitMix64(seed: 3), 0)
    for _ in 0..<200 {
      let older = text
      let place = text.utf8.index(text.startIndex, offsetBy: random.below(text.utf8.count))
      text.replaceSubrange(place..<place, with: "x")
      let changes = text.changes(from: older)
      #expect(changes.count == 1 && changes[0].new == "x" && changes[0].old == "")
      CountedRow.forEachGap(from: older.root.map { TextNode($0) }, to: text.root.map { TextNode($0) }) {
        looked += $0.count + $1.count
      }
    }
    // Of two megabytes, each edit has a few leaves looked into.
    #expect(looked < 200 * 4_000, "\(looked)")
    #expect(text.changes(from: before).count > 150)
  }

  @Test("is refused, and nothing is changed, where the old text is not in its place")
  func misfits() {
    let change = TextChange(from: "b", at: 1, to: "x", at: 1)
    let refused: [(PersistentText, [TextChange])] = [
      ("aab", [change]), ("", [change]), ("a", [change]), ("abc", [change, change]),
      ("aé", [TextChange(from: "", at: 2, to: "x", at: 2)]),
      ("abc", [TextChange(from: "", at: 4, to: "x", at: 4)]),
      ("é", [TextChange(from: "e\u{301}", at: 0, to: "x", at: 0)]),
      ("abc", [TextChange(from: "c", at: 2, to: "", at: 2), TextChange(from: "a", at: 0, to: "", at: 0)]),
    ]
    for (text, changes) in refused {
      var changed = text
      #expect(throws: TextChangeMisfit.self) { try changed.apply(changes) }
      #expect(changed.isIdentical(to: text))
    }
    #expect(
      "\(TextChangeMisfit(change: change))" == """
        "b" is not at bytes 1..<2, so nothing was changed: apply changes to the version that they were found from
        """
    )
  }
}

@Suite("An anchor in a persistent text")
struct TextAnchorTests {
  @Test("stays with the text around it while other parts are edited", arguments: 1...4 as ClosedRange<UInt64>)
  func elsewhere(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(4) {
      let before = Array((TextScraps.some(60, from: &random) + "one two three").unicodeScalars)
      let after = Array(("three two one" + TextScraps.some(60, from: &random)).unicodeScalars)
      var (left, right) = (before, after)
      func joined() -> PersistentText {
        PersistentText(String(String.UnicodeScalarView(left + ["⚓"] + right)))
      }
      var text = joined()
      let place = text.unicodeScalars.index(text.startIndex, offsetBy: left.count)
      let anchors = [text.anchor(at: place), text.anchor(at: place, beside: .after)]
      var moving = anchors
      for step in 0..<20 {
        // On either side, and not at the anchor itself.
        let isLeft = random.below(2) == 0
        let number = isLeft ? random.below(left.count - 10) : 10 + random.below(right.count - 10)
        let scalar = TextScraps.scalars[random.below(TextScraps.scalars.count)]
        if isLeft { left.insert(scalar, at: number) } else { right.insert(scalar, at: number) }
        let start = number + (isLeft ? 0 : left.count + 1)
        text.replaceSubrange(text.scalarRange(start..<start), with: String(Character(scalar)))
        moving = moving.map { $0.moved(to: text) }
        for found in moving.map(\.index) + anchors.map({ text.index(of: $0) }) {
          #expect(
            text.unicodeScalars.distance(from: text.startIndex, to: found) == left.count,
            "seed \(seed), step \(step)"
          )
        }
      }
      #expect(text.isWritten(as: joined()))
      #expect(anchors.allSatisfy { $0.text.index(of: moving[0]) == place })
    }
  }

  @Test("is found again where much was written around it, unless all was rewritten")
  func muchWritten() {
    let text = PersistentText(String(repeating: "so it goes on and on ", count: 20) + "here")
    let anchor = text.anchor(at: text.index(text.endIndex, offsetBy: -4))
    var changed = text
    for word in 0..<20 {
      let place = changed.utf8.index(changed.startIndex, offsetBy: word * 26 + 5)
      changed.insert(contentsOf: "never", at: place)
    }
    #expect(changed[changed.index(of: anchor)...].elementsEqual("here"))
    #expect(changed.changes(from: text).count == 20)
    let other = PersistentText(String(repeating: "nothing of that ", count: 40))
    #expect(other.changes(from: text).count == 1)
    #expect(other.index(of: anchor) == other.startIndex || other.index(of: anchor) == other.endIndex)
  }

  @Test("chooses its side where text is inserted at it, and the edge where the text around it goes")
  func sides() {
    let text: PersistentText = "one two three"
    let place = text.index(text.startIndex, offsetBy: 4)
    func offsets(_ edit: (inout PersistentText) -> Void) -> [Int] {
      var changed = text
      edit(&changed)
      return [TextAnchor.Side.before, .after].map { side in
        let anchor = text.anchor(at: place, beside: side).moved(to: changed)
        #expect(changed.index(of: anchor) == anchor.index)
        return changed.utf8.distance(from: changed.startIndex, to: anchor.index)
      }
    }
    #expect(offsets { $0.insert(contentsOf: "more ", at: place) } == [4, 9])
    #expect(offsets { $0.insert(contentsOf: "more ", at: $0.startIndex) } == [9, 9])
    #expect(offsets { $0.append(contentsOf: " more") } == [4, 4])
    #expect(offsets { $0.removeSubrange(place...) } == [4, 4])
    #expect(offsets { $0.removeSubrange(..<place) } == [0, 0])
    #expect(
      offsets {
        $0.replaceSubrange($0.index($0.startIndex, offsetBy: 2)..<$0.index(place, offsetBy: 2), with: "XY")
      } == [2, 4]
    )
    #expect(offsets { $0.removeAll() } == [0, 0])
  }
}
