import Testing

@testable import StrataCore

@Suite("Splices of texts")
struct TextSpliceTests {
  static let line = "A line of a long text, which has an \u{e9} in it. "

  func patch(_ old: String, _ new: String) throws -> Patch {
    try Patch(from: Inner(title: old), to: Inner(title: new))
  }

  @Test("A letter in a long text is a few bytes, packed and in JSON, and reads as what went and what came")
  func letter() throws {
    let old = String(repeating: Self.line, count: 20_000)
    var new = old
    new.insert("x", at: new.index(new.startIndex, offsetBy: 500_000))
    let inserted = try patch(old, new)
    #expect(inserted.packed.count < 24)
    #expect(String(decoding: inserted.json, as: UTF8.self).hasSuffix(#"{"splice":[511111,"+x"]}}}"#))
    #expect(inserted.description == "title: + \"x\" at byte 511111")
    #expect(inserted.inverted.description == "title: - \"x\" at byte 511111")
    let other = try patch(Self.line + "A" + Self.line, Self.line + "Bee" + Self.line)
    #expect(other.description == "title: \"A\" → \"Bee\" at byte 46")
    #expect(try Inner(title: old).applying(inserted).title == new)
  }

  @Test("A long stretch is shown by its beginning and its end")
  func excerpt() throws {
    let much = String(repeating: "much ", count: 100)
    let shown = try patch(Self.line, Self.line + much).description
    #expect(
      shown
        == "title: + \"\(String(repeating: "much ", count: 10)) … \(String(repeating: "much ", count: 4))\" at byte 46"
    )
  }

  @Test("A patch replaces short texts, and texts with little in common, as a whole")
  func whole() throws {
    #expect(try patch("Tea", "Green tea").description == "title: \"Tea\" → \"Green tea\"")
    #expect(try patch(Self.line, "").description == "title: \"\(Self.line)\" → \"\"")
  }

  @Test("Patches in a row become one splice; what is typed and taken away again is none")
  func typing() throws {
    var versions = [Self.line + Self.line]
    for letter in "Hello" { versions.append(versions[versions.count - 1] + "\(letter)") }
    let steps = try zip(versions, versions.dropFirst()).map { try patch($0, $1) }
    let all = try steps.dropFirst().reduce(steps[0]) { try $0.followed(by: $1) }
    #expect(all.description == "title: + \"Hello\" at byte 92")
    let nothing = try steps.reversed().reduce(all) { try $0.followed(by: $1.inverted) }
    #expect(nothing.isEmpty)
  }

  @Test("All texts of up to two scalars between long ones, three times: whole scalars go and come")
  func exhaustive() throws {
    // Scalars that begin with the same byte, that end with the same, and one that joins what stands before it.
    let letters = ["e", "\u{e9}", "\u{e8}", "\u{129}", "\u{301}"]
    let middles = [""] + letters + letters.flatMap { one in letters.map { one + $0 } }
    let texts = middles.map { "............\($0)............" }
    var splices: [[Patch.Node?]] = []
    for old in texts { splices.append(texts.map { Patch.Node.between(old, $0) }) }
    for (a, before) in texts.enumerated() {
      for (b, between) in texts.enumerated() {
        guard let first = splices[a][b] else { continue }
        guard case .text(let runs) = first else {
          Issue.record("\(before) to \(between) is no splice")
          continue
        }
        try #require(NormalRuns.areNormal(runs))
        for (c, after) in texts.enumerated() {
          var reached = PlainValue.text(before)
          if let both = try splices[b][c].map({ try first.followed(by: $0) }) ?? first {
            try reached.apply(both)
          }
          try #require(reached == .text(after), "\(before) to \(between) to \(after)")
        }
      }
    }
  }

  @Test(
    "A text that it was not made from is refused, with the byte, and left as it was",
    arguments: [
      (line + "x", "title / 46: the patch was made from \"A\", but here is \"x\""),
      (line, "title / 46: the patch was made from \"A\", but here is \"\""),
      (
        String(repeating: "\u{e9}", count: 24),
        "title / 46: the patch was made from \"A\", but here is \"\u{e9}\""
      ),
      ("x" + String(repeating: "\u{e9}", count: 24), "title: a text of 49 bytes cannot be cut after 46"),
      ("short", "title: a text of 5 bytes cannot be cut after 46"),
    ]
  )
  func misfit(text: String, message: String) throws {
    let patch = try patch(Self.line + "A", Self.line + "B")
    var inner = Inner(title: text)
    #expect { try inner.apply(patch) } throws: { "\($0)".hasPrefix(message) }
    #expect(inner.title == text)
    #expect { try PlainValue(of: inner).applying(patch) } throws: { "\($0)".hasPrefix(message) }
  }

  @Test("A character is not cut, neither by applying nor by putting together")
  func cuts() throws {
    let patch = Patch(root: .text([.kept(1), .inserted("x")]))
    #expect { try PlainValue.text("\u{e9}").applying(patch) } throws: {
      ($0 as? PatchError)?.reason == .noCut(at: 1, count: 2)
    }
    #expect { try "\u{e9}".applying(patch) } throws: {
      ($0 as? PatchError)?.reason == .noCut(at: 1, count: 2)
    }
    let inserting = Patch(root: .text([.inserted("\u{e9}")]))
    #expect { try inserting.followed(by: patch) } throws: {
      ($0 as? PatchError)?.reason == .noCut(at: 1, count: 2)
    }
    let removing = Patch(root: .text([.removed("e\u{301}")]))
    #expect(throws: PatchError.self) { try inserting.followed(by: removing) }
    #expect(throws: PatchError.self) { try PlainValue.text("\u{e9}").applying(removing) }
  }

  @Test(
    "Splices and runs that no patch writes are refused, in JSON and packed",
    arguments: [
      "[]", "[0,\"-a\"]", "[-1,\"-a\"]", "[1]", "[\"a\"]", "[\"-\"]", "[\"+\"]", "[1.0,\"-a\"]", "[\"-a\",1]",
      "[null]",
      "[\"+a\",\"-b\"]", "[\"-a\",\"-b\"]", "[\"-ab\",\"+ac\"]", "[\"-ba\",\"+ca\"]", "[1,1,\"-a\"]",
      "[9223372036854775807,\"-a\"]", "[4611686018427387900,\"-a\",4611686018427387900,\"-a\"]",
    ]
  )
  func hostile(runs: String) throws {
    #expect(throws: PatchError.self) { try Patch(json: #"{"splice":\#(runs)}"#.utf8) }
    #expect(throws: PatchError.self) { try Patch(json: #"{"splice":[1,"-a"],"runs":\#(runs)}"#.utf8) }
  }

  @Test("Runs of a list that are longer than any list are refused")
  func longRuns() {
    let kept = #"{"keep":2305843009213693950},{"remove":[1]}"#
    let runs = Array(repeating: kept, count: 5).joined(separator: ",")
    #expect(throws: PatchError.self) { try Patch(json: #"{"runs":[\#(runs)]}"#.utf8) }
  }

  @Test("Packed splices that no patch writes are refused")
  func hostileBytes() {
    let wrong: [[Patch.Node.TextRun]] = [
      [], [.kept(1)], [.kept(0), .removed("a")], [.kept(1), .kept(1), .removed("a")],
      [.inserted("a"), .removed("b")],
      [.removed("")], [.removed("ab"), .inserted("ac")],
      [.kept(.max), .removed("a"), .kept(.max), .removed("a")],
    ]
    for runs in wrong {
      let packed = Patch(root: .text(runs)).packed
      #expect(throws: PatchError.self, "\(runs)") { try Patch(packed: packed) }
    }
  }

  @Test("Logs of before have whole texts, and are read")
  func wholeTexts() throws {
    let json = #"{"fields":{"title":{"new":"\#(Self.line)x","old":"\#(Self.line)"}}}"#
    #expect(try Inner(title: Self.line).applying(Patch(json: json.utf8)).title == Self.line + "x")
  }
}
