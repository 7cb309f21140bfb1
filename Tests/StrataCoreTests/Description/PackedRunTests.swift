import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Many packed steps are applied as one change: that has to lead where they lead one after the other.
@Suite("Runs of packed steps")
struct PackedRunTests {
  /// Goes through all versions, the first one first, and says whether each way over some of them ends where it should.
  static func check<Value: DescribedValue>(_ versions: [Value], _ random: inout SplitMix64, _ note: String)
    throws
  {
    var steps: [[UInt8]] = []
    for (old, new) in zip(versions, versions.dropFirst()) {
      let patch = try Patch(from: old, to: new)
      guard patch.isReadablePacked else { return }
      steps.append(patch.packed)
    }
    try StepColumnsTests.check(steps, note)
    for _ in 0..<4 {
      let start = random.below(versions.count)
      let end = start + random.below(versions.count - start)
      let way = steps[start..<end]
      try check(.forward, way, from: versions[start], to: versions[end], note)
      try check(.back, way, from: versions[end], to: versions[start], note)
    }
    try check(.forward, steps[...], from: versions[0], to: versions[versions.count - 1], note)
    try check(.back, steps[...], from: versions[versions.count - 1], to: versions[0], note)
  }

  private static func check<Value: DescribedValue>(
    _ direction: PackedDirection,
    _ steps: ArraySlice<[UInt8]>,
    from start: Value,
    to end: Value,
    _ note: String
  ) throws {
    let kept = try PlainValue(of: start)
    var run = PackedRun()
    for step in direction == .forward ? Array(steps) : steps.reversed() {
      step.withBytes { run.append(stepAt: run.add($0), length: $0.count) }
    }
    var value = start
    try withPlace(of: &value) { value in
      try Value._shape.apply(direction, run, to: value)
    }
    let (reached, wanted) = (try PlainValue(of: value), try PlainValue(of: end))
    try #require(reached == wanted, "\(note), \(steps.count) steps \(direction)")
    let still = try PlainValue(of: start)
    try #require(still == kept, "\(note): a copy was changed, too")
  }

  /// Goes over versions of a value that are made by random edits.
  private static func check<Value: DescribedValue>(
    edits edit: (inout Value, inout SplitMix64, Int) -> Void,
    of first: Value,
    fewerThan most: Int
  ) throws {
    for seed in 0..<UInt64(Soak.times(45)) {
      var random = SplitMix64(seed: seed)
      var versions = [first]
      edit(&versions[0], &random, random.below(40))
      for _ in 0..<random.below(most) {
        var next = versions[versions.count - 1]
        edit(&next, &random, 1 + random.below(3))
        versions.append(next)
      }
      try check(versions, &random, "seed \(seed)")
    }
  }

  @Test("Values of every kind that can be described")
  func samples() throws {
    try Self.check(edits: { $0.edit(using: &$1, times: $2) }, of: Sample(), fewerThan: 24)
  }

  @Test("Long texts, and lists in lists")
  func manuscripts() throws {
    try Self.check(edits: { $0.edit(using: &$1, times: $2) }, of: Manuscript(), fewerThan: 16)
  }

  /// Maps whose entries come, go, come back, change, and change their spelling.
  struct Shelf: Codable, Equatable, Described {
    struct Box: Codable, Equatable, Described {
      var label = ""
      var count = 0
      var lid: String?
      var inside: PersistentMap<Int, String> = [:]

      static func describe(_ field: inout Fields<Box>) {
        field("label", \.label)
        field("count", \.count)
        field("lid", \.lid)
        field("inside", \.inside)
      }
    }

    var numbered: PersistentMap<Int, Box> = [:]
    var named: PersistentMap<String, Box> = [:]
    var spelt: PersistentMap<String, Int> = [:]
    var sorted: PersistentSortedMap<String, Box> = [:]
    var ratios: PersistentMap<Double, Int> = [:]
    var plain: [Int: Box] = [:]
    var perhaps: Box?
    var layers: PersistentMap<Int, Int??> = [:]

    static func describe(_ field: inout Fields<Shelf>) {
      field("numbered", \.numbered)
      field("named", \.named)
      field("spelt", \.spelt)
      field("sorted", \.sorted)
      field("ratios", \.ratios)
      field("plain", \.plain)
      field("perhaps", \.perhaps)
      field("layers", \.layers)
    }

    static func box(_ random: inout SplitMix64) -> Box {
      var box = Box()
      box.label = ["", "a", "a longer label than fits", "e\u{301}"][random.below(4)]
      box.count = random.below(3) - 1
      box.lid = random.below(2) == 0 ? nil : "lid \(random.below(3))"
      for _ in 0..<random.below(3) { box.inside[random.below(3)] = "\(random.below(9))" }
      return box
    }

    static func change(_ box: inout Box?, _ random: inout SplitMix64) {
      switch random.below(6) {
      case 0: box = nil
      case 1: box = self.box(&random)
      case 2: box?.label += ["!", "é", "-"][random.below(3)]
      case 3: box?.count += 1
      case 4: box?.lid = random.below(2) == 0 ? nil : "l\(random.below(9))"
      default: box?.inside[random.below(3)] = random.below(3) == 0 ? nil : "\(random.below(9))"
      }
    }

    mutating func edit(_ random: inout SplitMix64) {
      let texts = ["a", "b", "a text of more than fifteen bytes", "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}"]
      switch random.below(10) {
      case 0..<2: Self.change(&numbered[[0, 1, 2, -1, .max][random.below(5)]], &random)
      case 2: Self.change(&named[texts[random.below(3)]], &random)
      case 3: Self.change(&named[texts[random.below(7)]], &random)
      case 4:
        let name = texts[3 + random.below(4)]
        // A key that is there keeps its spelling, so it goes first.
        spelt[name] = nil
        if random.below(4) > 0 { spelt[name] = random.below(3) }
      case 5: Self.change(&sorted[texts[random.below(7)]], &random)
      case 6:
        let ratio = [0.0, -0.0, 1.5][random.below(3)]
        if random.below(3) == 0 { ratios[ratio] = nil } else { ratios[ratio] = random.below(5) }
      case 7: Self.change(&plain[random.below(3)], &random)
      case 8: Self.change(&perhaps, &random)
      default:
        let layer: Int?? = [nil, .some(nil), 3, 4][random.below(4)]
        layers[random.below(2)] = random.below(4) == 0 ? nil : .some(layer)
      }
    }
  }

  @Test("Entries that come, go, come back, change, and are spelt otherwise")
  func shelves() throws {
    for seed in 0..<UInt64(Soak.times(150)) {
      var random = SplitMix64(seed: seed)
      var versions = [Shelf()]
      for _ in 0..<random.below(60) {
        var next = versions[versions.count - 1]
        for _ in 0...random.below(3) { next.edit(&random) }
        versions.append(next)
      }
      try Self.check(versions, &random, "seed \(seed)")
    }
  }

  @Test("Texts that are typed: letters one behind the other, taken back, typed over, and somewhere else")
  func typing() throws {
    let letters = ["a", " ", "é", "\u{301}", "🧵", "\r\n", "word", String(repeating: "Long. ", count: 300)]
    for seed in 0..<UInt64(Soak.times(60)) {
      var random = SplitMix64(seed: seed)
      var draft = Draft(title: PersistentText(String(repeating: "Ein Text. ", count: random.below(40))))
      var (versions, caret) = ([draft], 0)
      for _ in 0..<random.below(120) {
        let scalars = draft.title.unicodeScalars
        caret = min(caret, scalars.count)
        let place = scalars.index(scalars.startIndex, offsetBy: caret)
        let letter = letters[random.below(random.below(20) == 0 ? 8 : 7)]
        switch random.below(12) {
        case 0..<5:
          draft.title.replaceSubrange(place..<place, with: letter)
          caret += letter.unicodeScalars.count
        case 5..<8 where caret > 0:
          draft.title.replaceSubrange(scalars.index(before: place)..<place, with: "")
          caret -= 1
        case 8 where caret < scalars.count:
          draft.title.replaceSubrange(
            place..<scalars.index(after: place),
            with: random.below(2) == 0 ? "" : letter
          )
        case 9: caret = random.below(scalars.count + 1)
        case 10: caret = max(0, caret - random.below(4))
        default: if random.below(8) == 0 { draft.title = PersistentText(letter) } else { draft.x += 1 }
        }
        versions.append(draft)
      }
      try Self.check(versions, &random, "seed \(seed)")
    }
  }

  @Test("A splice that does not fit is an error, and leaves a text")
  func misfits() throws {
    var (old, new) = (Draft(title: "aé🧵b"), Draft())
    new.title = old.title
    new.title.insert("x", at: new.title.utf8.index(new.title.startIndex, offsetBy: 7))
    new.title.insert("y", at: new.title.utf8.index(new.title.startIndex, offsetBy: 3))
    old.title.insert("ü", at: old.title.utf8.index(old.title.startIndex, offsetBy: 1))
    let step = try Patch(from: old, to: new).packed
    for other in ["", "a", "é", "🧵🧵", "aaa🧵🧵🧵", "éééééé", "aué🧵b", "auyé🧵xb"] {
      for direction in [PackedDirection.forward, .back] {
        var text = Draft(title: PersistentText(other))
        #expect(throws: PatchError.self, "\(other)") {
          try withPlace(of: &text) {
            try Draft._shape.apply(direction, packed: step[...], to: $0)
          }
        }
        #expect(text.title.brokenInvariant == nil, "\(other)")
        #expect(String(text.title).utf8.count == text.title.utf8.count)
      }
    }
  }

  @Test("A long run ends where it should, and a run is filled again")
  func long() throws {
    var random = SplitMix64(seed: 1)
    var versions = [Shelf()]
    for number in 0..<600 {
      var next = versions[number]
      next.numbered[random.below(300)] = Shelf.box(&random)
      next.numbered[random.below(300)]?.label = "Label \(number)"
      versions.append(next)
    }
    try Self.check(versions, &random, "many keys")
  }

  @Test("Bytes that make no sense are refused")
  func malformed() throws {
    for bytes in [[], [0x81], [0x81, 0x41], [0x91, 0xC2, 0x11], [0xFF], [0x71, 0x41, 0x41]] as [[UInt8]] {
      var run = PackedRun()
      for _ in 0..<2 {
        bytes.withBytes {
          run.append(stepAt: run.add($0), length: max(1, $0.count))
        }
      }
      var value = Shelf()
      #expect(throws: PatchError.self) {
        try withPlace(of: &value) { try Shelf._shape.apply(.forward, run, to: $0) }
      }
    }
  }
}
