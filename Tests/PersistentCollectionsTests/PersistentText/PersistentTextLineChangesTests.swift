import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("The lines in which two versions of a text differ")
struct PersistentTextLineChangesTests {
  private func changes(_ old: String, _ new: String) -> [PersistentText.LineChange] {
    PersistentText(new).lineChanges(from: PersistentText(old))
  }

  @Test("are those that a person would name")
  func named() {
    #expect(changes("one\ntwo\nthree", "one\ntwo\nthree").isEmpty)
    #expect(changes("one\ntwo\nthree", "one\n2\nthree") == [.init(old: 1..<2, new: 1..<2)])
    #expect(changes("one\nthree", "one\ntwo\nthree") == [.init(old: 1..<1, new: 1..<2)])
    #expect(changes("one\ntwo\nthree", "one\nthree") == [.init(old: 1..<2, new: 1..<1)])
    // The new line is that of the letters which came, though they begin as another one does.
    #expect(changes("a\nb", "a\nab\nb") == [.init(old: 1..<1, new: 1..<2)])
    // A line that is parted, two that are joined, an end that comes, another end.
    #expect(changes("ab", "a\nXb") == [.init(old: 0..<1, new: 0..<2)])
    #expect(changes("one\ntwo", "onetwo") == [.init(old: 0..<2, new: 0..<1)])
    #expect(changes("one", "one\n") == [.init(old: 1..<1, new: 1..<2)])
    #expect(changes("one\ntwo", "one\r\ntwo") == [.init(old: 0..<1, new: 0..<1)])
    #expect(changes("", "one") == [.init(old: 0..<1, new: 0..<1)])
    #expect(changes("é", "e\u{301}") == [.init(old: 0..<1, new: 0..<1)])
  }

  @Test("are told apart where one change spans them, and told together where they are neighbours")
  func apart() {
    let old: PersistentText = "title\nfirst\nsecond\nthird\nlast"
    var new = old
    new.edit(to: "Title\nfirst\nsecond\nthird\nLast")
    #expect(new.lineChanges(from: old) == [.init(old: 0..<1, new: 0..<1), .init(old: 4..<5, new: 4..<5)])
    new.edit(to: "title\n1\n2\nthird\nlast")
    #expect(new.lineChanges(from: old) == [.init(old: 1..<3, new: 1..<3)])
  }

  @Test("of two lines in a text of 100,000 are found, and of one that is new from end to end")
  func large() {
    let lines = (0..<Soak.times(2_000)).map { "line \($0) of a long text" }
    let old = PersistentText(lines.joined(separator: "\n"))
    var new = old
    new.replaceSubrange(new.lines.range(at: 17), with: "another")
    new.removeSubrange(new.lines.start(at: 1_500)..<new.lines.start(at: 1_502))
    #expect(
      new.lineChanges(from: old) == [
        .init(old: 17..<18, new: 17..<18), .init(old: 1_500..<1_502, new: 1_500..<1_500),
      ]
    )
    let other = PersistentText(lines.map { $0 + "!" }.joined(separator: "\n"))
    #expect(other.lineChanges(from: old) == [.init(old: 0..<lines.count, new: 0..<lines.count)])
  }

  /// The bytes of each row between line feeds.
  private func rows(_ text: PersistentText) -> [[UInt8]] {
    Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  @Test(
    "lead from one to the other, whatever is edited, and are no more than must be",
    arguments: [1 as UInt64, 2, 3]
  )
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(60) {
      let string = TextScraps.some(random.below(30), from: &random)
      let old = PersistentText(string)
      var new = old
      var model = string
      for _ in 0..<random.below(4) {
        let count = model.unicodeScalars.count
        let start = random.below(count + 1)
        let range = start..<min(count, start + random.below(4))
        let scrap = random.below(3) == 0 ? "\n" : TextScraps.some(random.below(2), from: &random)
        new.replaceSubrange(new.scalarRange(range), with: scrap)
        model.replaceScalars(range, with: scrap)
      }
      check(old, new, "shared")
      check(old, PersistentText(model), "unshared")
    }
  }

  private func check(_ old: PersistentText, _ new: PersistentText, _ kind: String) {
    let (before, after) = (rows(old), rows(new))
    let changes = new.lineChanges(from: old)
    let what: Comment =
      "\(kind): \(String(old).debugDescription) to \(String(new).debugDescription): \(changes)"
    var (made, place, otherPlace, changed) = ([[UInt8]](), 0, 0, 0)
    for change in changes {
      guard change.old.lowerBound >= place, change.old.upperBound <= before.count,
        change.new.upperBound <= after.count
      else {
        Issue.record(what)
        return
      }
      made += before[place..<change.old.lowerBound]
      // As many rows lie between two changes in one text as in the other.
      #expect(change.old.lowerBound - place == change.new.lowerBound - otherPlace, what)
      #expect(place == 0 || change.old.lowerBound > place, "no two of them touch; \(what)")
      made += after[change.new]
      (place, otherPlace) = (change.old.upperBound, change.new.upperBound)
      changed += change.old.count + change.new.count
    }
    made += before[place...]
    #expect(made == after, what)
    let fewest = after.difference(from: before).count
    #expect(changed >= fewest && changed <= fewest + 4, what)
    #expect(changes.isEmpty == (before == after), what)
  }

  @Test(
    "A text that is edited to a string shares what both have in common, and is written as it",
    arguments: [4 as UInt64, 5]
  )
  func editing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Soak.times(60) {
      let string = TextScraps.some(random.below(200), from: &random)
      var text = PersistentText(string)
      let scalars = Array(string.unicodeScalars)
      let start = random.below(scalars.count + 1)
      let end = min(scalars.count, start + random.below(5))
      let scrap = TextScraps.some(random.below(3), from: &random)
      let other =
        String(String.UnicodeScalarView(scalars[..<start])) + scrap
        + String(String.UnicodeScalarView(scalars[end...]))
      text.edit(to: other)
      #expect(text.utf8.elementsEqual(other.utf8))
      #expect(text.brokenInvariant == nil)
    }
    let long = PersistentText(String(repeating: "what does not change\n", count: 5_000))
    var edited = long
    edited.edit(to: "First, " + String(long) + ", and last.")
    let added = [long, edited].footprint.bytes - [long].footprint.bytes
    #expect(added < 4_000, "the way to two leaves, not another text")
    let same = edited
    edited.edit(to: String(same))
    #expect(edited.isIdentical(to: same))
  }
}
