import PersistentCollections
import Testing

@testable import StrataCore

/// Edits that the app knows, and no comparing finds.
@Suite("Patches that are told")
struct ToldPatchTests {
  struct Page: Described, Equatable {
    var body: PersistentText = ""
    var title = ""
    var heading: String?
    var marks: PersistentArray<String> = []
    var plainMarks: [String] = []
    var notes: PersistentMap<Int, Inner> = [:]

    static func describe(_ field: inout Fields<Page>) {
      field("body", \.body)
      field("title", \.title)
      field("heading", \.heading)
      field("marks", \.marks)
      field("plainMarks", \.plainMarks)
      field("notes", \.notes)
    }
  }

  static func typing(_ new: String, at offset: Int, in text: PersistentText) -> Patch {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return Patch(replacing: index..<index, of: text, with: new)
  }

  @Test("Of equal letters side by side, the one that was typed is taken back")
  func letters() throws {
    let text: PersistentText = "a"
    let first = Self.typing("a", at: 0, in: text)
    let twice = try text.applying(first)
    let between = Self.typing("b", at: 1, in: twice)
    let now = try twice.applying(between)
    #expect(now == "aba")
    #expect(try now.applying(first.inverted.rebased(over: between)) == "ba")
    // A difference of the two texts does not know which of the equal letters was typed.
    let found = try Patch(from: "a", to: PersistentText(String(twice)))
    #expect(try now.applying(found.inverted.rebased(over: between)) == "ab")
  }

  @Test("Of equal elements side by side, the one that was inserted is taken back")
  func elements() throws {
    let list = ["a"]
    let first = try Patch(replacing: 0..<0, of: list, with: ["a"])
    let between = try Patch(replacing: 1..<1, of: ["a", "a"], with: ["b"])
    let now = try list.applying(first).applying(between)
    #expect(now == ["a", "b", "a"])
    #expect(try now.applying(first.inverted.rebased(over: between)) == ["b", "a"])
  }

  @Test("Put together, edits stay where they were told, over others and back")
  func composed() throws {
    let text: PersistentText = "aa"
    // Two letters are typed in front, and one between what was there.
    let edits = [("a", 0), ("a", 1), ("a", 3)]
    var (now, all) = (text, Patch())
    for (letter, offset) in edits {
      let typed = Self.typing(letter, at: offset, in: now)
      now = try now.applying(typed)
      all = try all.followed(by: typed)
    }
    #expect(all.root == .text([.inserted("aa"), .kept(1), .inserted("a")]))
    let other = Self.typing("x", at: 1, in: text)
    // Letters typed at the same place stand by rank.
    #expect(try text.applying(other).applying(all.rebased(over: other, rank: .first)) == "aaaaxa")
    #expect(try text.applying(other).applying(all.rebased(over: other)) == "aaaxaa")
    #expect(try now.applying(all.inverted) == text)
    #expect(try Patch(packed: all.packed) == all && Patch(json: all.json) == all)
  }

  @Test("Edits are told of what lies anywhere in a state, and lead there and back")
  func inside() throws {
    var page = Page(body: "né", title: "né", heading: "né", marks: ["a", "b"], plainMarks: ["a", "b"])
    page.notes[7] = Inner(x: 1, title: "né")
    let title = page.title
    let accent = title.index(after: title.startIndex)..<title.endIndex
    let body = page.body
    let accentThere = body.index(after: body.startIndex)..<body.endIndex
    let typed = Patch(replacing: accent, of: title, with: "o!")
    let told = [
      Patch(replacing: accentThere, of: body, with: "o!").inside(.field("body")),
      typed.inside(.field("title")), typed.inside(.field("heading")),
      typed.inside(.field("notes"), .key(.integer(7)), .field("title")),
      typed.inside([.field("marks"), .position(1)]),
      try Patch(replacing: 0..<1, of: page.plainMarks, with: ["x", "y"]).inside(.field("plainMarks")),
    ]
    page.marks[1] = "né"
    for patch in told {
      let changed = try page.applying(patch)
      #expect(changed != page)
      #expect(try changed.applying(patch.inverted) == page)
      #expect(try PlainValue(of: page).applying(patch) == PlainValue(of: changed))
      #expect(try Patch(packed: patch.packed) == patch && Patch(json: patch.json) == patch)
    }
    let all = try told.reduce(Patch()) { try $0.followed(by: $1) }
    var expected = Page(
      body: "no!",
      title: "no!",
      heading: "no!",
      marks: ["a", "no!"],
      plainMarks: ["x", "y", "b"]
    )
    expected.notes[7] = Inner(x: 1, title: "no!")
    #expect(try page.applying(all) == expected)
  }

  @Test("Patch(replacing:) leaves out unchanged elements, and is empty where nothing changes")
  func nothing() throws {
    let text = "abc"
    let whole = Patch(replacing: text.startIndex..<text.endIndex, of: text, with: "axc")
    #expect(whole.root == .text([.kept(1), .removed("b"), .inserted("x")]))
    let same = Patch(replacing: text.startIndex..<text.endIndex, of: text, with: text)
    #expect(same.isEmpty && same.inside(.field("title")).isEmpty)
    #expect(try Patch(replacing: 1..<3, of: [1, 2, 3][...], with: [2, 3]).isEmpty)
    let slice = [0, 1, 2, 3][1...]
    #expect(
      try Patch(replacing: 2..<3, of: slice, with: []).root == .list([.kept(1), .removed([.integer(2)])])
    )
  }

  @Test("An edit that was told of something else is an error with its place")
  func strangers() throws {
    let text = "abc"
    let typed = Patch(replacing: text.startIndex..<text.endIndex, of: text, with: "x").inside(.field("body"))
    do throws(PatchError) {
      _ = try Page(body: "xyz").applying(typed)
      Issue.record("the body is another one")
    } catch {
      #expect(error.path.first == .field("body"))
    }
    let scalars: PersistentText = "é"
    let half = scalars.utf8.index(after: scalars.startIndex)
    let inside = Patch(replacing: half..<half, of: scalars, with: "x")
    #expect(try scalars.applying(inside) == "xé")
  }
}
