import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A record with a text that shares, which is elsewhere a string; see ``Inner``.
struct Draft: Described, Equatable {
  var x = 0
  var title: PersistentText = ""

  static func describe(_ field: inout Fields<Draft>) {
    field("x", \.x)
    field("title", \.title)
    field.removed("y")
  }
}

@Suite("Persistent texts in states")
struct PersistentTextShapeTests {
  static let line = TextSpliceTests.line

  @Test("They are written, packed and told apart as the strings that they say, and read from those")
  func strings() throws {
    let texts =
      Sample.texts + String.pieces
      + [
        "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10FFFF}", String(repeating: Self.line + "\r\n\"\0", count: 200),
      ]
    for string in texts {
      let (draft, inner) = (Draft(title: PersistentText(string)), Inner(title: string))
      #expect(try draft.json() == inner.json())
      #expect(try PlainValue(of: draft) == PlainValue(of: inner))
      #expect(try Draft(json: inner.json()).title.isWritten(as: draft.title))
      #expect(try PlainValue(of: inner).value(as: Draft.self).title.isWritten(as: draft.title))
      #expect(try Draft(json: draft.json()).title.brokenInvariant == nil)
    }
    #expect(Draft.descriptionFingerprint == Inner.descriptionFingerprint)
    #expect(
      Pair<String, PersistentText>.descriptionFingerprint == Pair<String, String>.descriptionFingerprint
    )
    #expect(Pair<PersistentText, Int>.descriptionFingerprint == Pair<String, Int>.descriptionFingerprint)
    #expect(
      Pair<PersistentText, Int>.descriptionFingerprint != Pair<Int, PersistentText>.descriptionFingerprint
    )
    let escaped = #"{"title":"\u00e9\ud83e\uddf5\/\b\f\"\u0000"}"#
    #expect(try String(Draft(json: escaped.utf8).title) == "\u{e9}🧵/\u{8}\u{c}\"\0")
  }

  @Test(
    "A persistent text decodes non-text JSON with the same error as a string does",
    arguments: ["7", "null", "[\"a\"]", "\"\\ud800\"", "\"\\x\"", "\"a", "\"\n\""]
  )
  func noText(json: String) throws {
    func error<Value: Described>(_: Value.Type) -> PatchError? {
      do throws(PatchError) { _ = try Value(json: #"{"title":\#(json)}"#.utf8) } catch { return error }
      return nil
    }
    #expect(error(Draft.self) != nil)
    #expect(error(Draft.self) == error(Inner.self))
  }

  @Test("A letter in a long text is a few bytes, and the text that it makes has all else in common")
  func letter() throws {
    let old = Draft(title: PersistentText(String(repeating: Self.line, count: 20_000)))
    var new = old
    new.title.insert("x", at: new.title.utf8.index(new.title.startIndex, offsetBy: 511_111))
    let patch = try Patch(from: old, to: new)
    #expect(patch.packed.count < 24)
    #expect(patch.description == "title: + \"x\" at byte 511111")
    let made = try old.applying(patch)
    #expect(made == new && made.title.brokenInvariant == nil)
    #expect(made.heapFootprint(notIn: [old]).bytes < 2_000, "it was spliced, not made anew")
    #expect(new.heapExchange(from: old).added == new.heapFootprint(notIn: [old]))
    var packed = new
    try withPlace(of: &packed) {
      try Draft._shape.apply(.back, packed: patch.packed[...], to: $0)
    }
    #expect(packed == old && packed.heapFootprint(notIn: [new]).bytes < 2_000)
    #expect(old.heapFootprint == old.title.footprint)
  }

  @Test("Letters far apart are a splice each, and those in a row become one")
  func several() throws {
    var versions = [Draft(title: PersistentText(String(repeating: Self.line, count: 100)))]
    for offset in [4_000, 2_000, 2_001, 2_002] {
      var next = versions[versions.count - 1]
      next.title.insert("x", at: next.title.utf8.index(next.title.startIndex, offsetBy: offset))
      versions.append(next)
    }
    let steps = try zip(versions, versions.dropFirst()).map { try Patch(from: $0, to: $1) }
    let all = try steps.dropFirst().reduce(steps[0]) { try $0.followed(by: $1) }
    #expect(all.description == "title: + \"xxx\" at byte 2000\ntitle: + \"x\" at byte 4003")
    #expect(try all == Patch(from: versions[0], to: versions[4]))
    #expect(try versions[4].applying(all.inverted) == versions[0])
  }

  @Test("A patch of a persistent text holds the changed stretch alone, also in short texts")
  func stretches() throws {
    let cases: [(Draft, Draft, String)] = [
      (Draft(title: "Tea"), Draft(title: "Tea time"), "title: + \" time\" at byte 3"),
      (Draft(), Draft(title: "Tea"), "title: + \"Tea\" at byte 0"),
      (Draft(title: "Tea"), Draft(), "title: - \"Tea\" at byte 0"),
      (Draft(title: "Tea"), Draft(title: "Milk"), "title: \"Tea\" → \"Milk\" at byte 0"),
      (Draft(title: PersistentText(Self.line)), Draft(title: "\(Self.line)!"), "title: + \"!\" at byte 46"),
    ]
    for (old, new, expected) in cases {
      let patch = try Patch(from: old, to: new)
      #expect(patch.description == expected)
      #expect(try old.applying(patch) == new && new.applying(patch.inverted) == old)
    }
  }

  @Test("Texts that are equal and spelt otherwise are not the same, and others that share nothing are")
  func sameness() throws {
    let spellings: [PersistentText] = ["\u{e9}", "e\u{301}"]
    #expect(spellings[0] == spellings[1])
    #expect(!Draft(title: spellings[0]).isWritten(as: Draft(title: spellings[1])))
    #expect(try Patch(from: Draft(title: spellings[0]), to: Draft(title: spellings[1])).changes.count == 1)
    let string = String(repeating: Self.line, count: 50)
    let (one, other) = (Draft(title: PersistentText(string)), Draft(title: PersistentText(string)))
    #expect(!one.title.isIdentical(to: other.title))
    #expect(one.isWritten(as: other))
    #expect(try Patch(from: one, to: other).isEmpty)
  }

  @Test("A stretch that is taken from the beginning of many alike and put behind them changes nothing")
  func rotated() throws {
    let old = Draft(title: PersistentText(String(repeating: "a", count: 3_000)))
    for length in [1, 100, 128, 1_000] {
      var new = old
      new.title.removeSubrange(..<new.title.utf8.index(new.title.startIndex, offsetBy: length))
      new.title.append(contentsOf: String(repeating: "a", count: length))
      #expect(try Patch(from: old, to: new).isEmpty, "\(length)")
    }
  }

  @Test("Patches of a string fit a persistent text and the reverse, and what does not fit is said alike")
  func exchanged() throws {
    var misfits = 0
    for seed in 0..<UInt64(Soak.times(150)) {
      var random = SplitMix64(seed: seed)
      var string = String(repeating: "A line of it.\r\n", count: random.below(30))
      var text = PersistentText(string)
      for _ in 0..<random.below(5) { string.edit(using: &random) }
      let (old, oldText) = (Inner(title: string), Draft(title: PersistentText(string)))
      text = oldText.title
      for _ in 0..<random.below(4) {
        let before = string
        string.edit(using: &random)
        // Edited where it lies, so that the versions share nodes.
        let change = PersistentText(string).changes(from: PersistentText(before))
        try text.apply(change)
      }
      let (new, newText) = (Inner(title: string), Draft(title: text))
      let (patch, textPatch) = (try Patch(from: old, to: new), try Patch(from: oldText, to: newText))
      #expect(try oldText.applying(patch).isWritten(as: newText), "seed \(seed): \(patch)")
      #expect(try newText.applying(patch.inverted).isWritten(as: oldText), "seed \(seed): \(patch)")
      #expect(try old.applying(textPatch).isWritten(as: new), "seed \(seed): \(textPatch)")
      #expect(try new.applying(textPatch.inverted).isWritten(as: old), "seed \(seed): \(textPatch)")
      string.edit(using: &random)
      let (other, otherText) = (Inner(title: string), Draft(title: PersistentText(string)))
      for patch in [patch, textPatch] {
        let (found, foundText) = (outcome(other, patch), outcome(otherText, patch))
        #expect(found == foundText, "seed \(seed): \(patch)")
        if case .failure = found { misfits += 1 }
      }
    }
    #expect(misfits > 50, "the misfits did happen")
  }

  private func outcome(_ value: some Described, _ patch: Patch) -> Result<PlainValue, PatchError> {
    Result { () throws(PatchError) in
      var changed = value
      do throws(PatchError) {
        try changed.apply(patch)
      } catch {
        #expect(changed.isWritten(as: value), "half changed by \(patch)")
        throw error
      }
      return try PlainValue(of: changed)
    }
  }

  @Test("A text that would be longer than one can be is refused, whichever way it comes")
  func limit() throws {
    let shape = PersistentTextShape(limit: 46)
    var text = PersistentText(Self.line)
    let tooLong = PatchError(tooLong: 47, limit: 46)
    #expect(throws: tooLong) { try shape.make(from: .text(Self.line + "x")) }
    for json in [Self.line + "x", Self.line + #"\n"#] {
      #expect(throws: tooLong) {
        try Array("\"\(json)\"".utf8).withBytes {
          var reader = try JSONReader($0)
          _ = try shape.read(&reader)
        }
      }
    }
    func splice(_ runs: [Patch.Node.TextRun]) throws {
      try withPlace(of: &text) { try shape.apply(.text(runs), to: $0, .whole) }
    }
    #expect(throws: tooLong) { try splice([.kept(20), .inserted("x")]) }
    #expect(text == PersistentText(Self.line))
    try splice([.removed("A"), .inserted("B")])
    #expect(text.starts(with: "B line"))
    #expect(PersistentText.byteLimit == 4_294_967_295)
  }

  @Test("All texts of up to two scalars between long ones are spliced by whole scalars")
  func exhaustive() throws {
    let letters = ["e", "\u{e9}", "\u{e8}", "\u{129}", "\u{301}", "\r", "\n", "🇦🇹", "\u{1F1E6}", "\0"]
    let middles = [""] + letters + letters.flatMap { one in letters.map { one + $0 } }
    let base = PersistentText(String(repeating: ".", count: 24))
    let texts = middles.map { middle in
      var text = base
      text.insert(contentsOf: middle, at: text.utf8.index(text.startIndex, offsetBy: 12))
      return text
    }
    for old in texts {
      for new in texts {
        guard let node = Patch.Node.between(old, new) else {
          try #require(old.isWritten(as: new))
          continue
        }
        guard case .text(let runs) = node else {
          Issue.record("\(old) to \(new) is no splice")
          continue
        }
        try #require(NormalRuns.areNormal(runs))
        var reached = old
        try reached.apply(runs, limit: 100)
        try #require(reached.isWritten(as: new), "\(old) to \(new)")
      }
    }
  }

  @Test("A very long text is written and read, and a letter in it is a letter")
  func long() throws {
    let line = "A line with \u{e9}, \u{1F1E6}\u{1F1F9}, \"quotes\" and \0 in it.\r\n"
    // Ten megabytes where the tests are optimised.
    let count = (Soak.isOn ? 10_000_000 : 300_000) / line.utf8.count
    let string = String(repeating: line, count: count)
    let old = Draft(title: PersistentText(string))
    let read = try Draft(json: Inner(title: string).json())
    #expect(read.isWritten(as: old) && read.title.brokenInvariant == nil)
    #expect(try old.json() == Inner(title: string).json())
    var new = old
    // Between the halves of a flag, and of a line's end.
    for (line, offset, scalar) in [(count / 2, 20, "x"), (count / 3, -1, "\u{301}")] {
      let start = new.title.lines.start(at: line)
      new.title.insert(contentsOf: scalar, at: new.title.utf8.index(start, offsetBy: offset))
    }
    let patch = try Patch(from: old, to: new)
    #expect(patch.packed.count < 40 && patch.changes.count == 2)
    #expect(try old.applying(patch).isWritten(as: new))
    #expect(try read.applying(patch).isWritten(as: new))
    #expect(try new.applying(patch.inverted).isWritten(as: old))
  }

  @Test("They may be keys, members, elements and none, and are counted as what they share")
  func places() throws {
    let texts: [PersistentText] = [
      "", "\u{e9}", "a\r\nb", PersistentText(String(repeating: Self.line, count: 9)),
    ]
    for text in texts {
      let value = Anthology(
        chosen: text,
        texts: [text, "x"],
        byText: [text: text],
        named: ["n": text],
        all: [text]
      )
      #expect(try Anthology(json: value.json()).isWritten(as: value))
      let patch = try Patch(from: Anthology(), to: value)
      #expect(try Anthology().applying(patch).isWritten(as: value))
      #expect(try value.applying(patch.inverted).isWritten(as: Anthology()))
    }
    var long = Anthology(chosen: texts[3], texts: [texts[3]])
    let before = long
    var meter = FootprintMeter()
    #expect(long.heapFootprint == meter.add(long.texts) + meter.add(texts[3]))
    long.texts[0].append("!")
    long.chosen?.append("!")
    let patch = try Patch(from: before, to: long)
    #expect(patch.description == "chosen: + \"!\" at byte 414\ntexts / 0: + \"!\" at byte 414")
    #expect(try before.applying(patch).isWritten(as: long))
  }
}

/// Texts in every place that a description has for them.
private struct Anthology: Described, Equatable {
  var chosen: PersistentText?
  var texts: PersistentArray<PersistentText> = []
  var byText: PersistentMap<PersistentText, PersistentText> = [:]
  var named: [String: PersistentText] = [:]
  var all: Set<PersistentText> = []

  static func describe(_ field: inout Fields<Anthology>) {
    field("chosen", \.chosen)
    field("texts", \.texts)
    field("byText", \.byText)
    field("named", \.named)
    field("all", \.all)
  }
}

/// Two values under names that say nothing about their types.
private struct Pair<First: DescribedValue, Second: DescribedValue>: DescribedByInitializer {
  let first: First
  let second: Second

  init(_ fields: FieldValues<Pair>) throws { (first, second) = try (fields[\.first], fields[\.second]) }

  static func describe(_ field: inout Fields<Pair>) {
    field("first", \.first)
    field("second", \.second)
  }
}
