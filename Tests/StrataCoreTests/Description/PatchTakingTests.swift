import PersistentCollections
import Testing

@testable import StrataCore

@Suite("Values in a patch that their type must take whole")
struct PatchTakingTests {
  @Test(
    "A value that its type would not take whole is refused, with the place and the name; the plain form takes it",
    arguments: [
      (
        #"{"list":{"runs":[{"insert":[{"colour":"red","id":1,"marks":[],"title":""}]}]}}"#,
        """
        list / 0: the type would make {"id":1,"marks":[],"title":""} of \
        {"colour":"red","id":1,"marks":[],"title":""}, which could not be taken back
        """
      ),
      (
        #"{"named":{"entries":[{"key":"a","insert":{"colour":"red","id":1,"marks":[],"title":""}}]}}"#,
        """
        named / a: the type would make {"id":1,"marks":[],"title":""} of \
        {"colour":"red","id":1,"marks":[],"title":""}, which could not be taken back
        """
      ),
      (
        #"{"maybe":{"old":null,"new":{"title":"","x":1,"y":2}}}"#,
        """
        maybe: the type would make {"title":"","x":1} of {"title":"","x":1,"y":2}, which could not be taken back
        """
      ),
      (
        #"{"ending":{"old":{"open":{}},"new":{"done":{"at":1,"by":"Ada"}}}}"#,
        """
        ending / done: the type would make {"at":1} of {"at":1,"by":"Ada"}, which could not be taken back
        """
      ),
      (
        #"{"list":{"runs":[{"insert":[{"id":1,"marks":[3,4.0],"title":""}]}]}}"#,
        "list / 0 / marks / 1: the type would make 4 of 4.0, which could not be taken back"
      ),
      (
        #"{"list":{"runs":[{"insert":[{"id":1,"marks":[],"note":null,"title":""}]}]}}"#,
        """
        list / 0: the type would make {"id":1,"marks":[],"title":""} of {"id":1,"marks":[],"note":null,"title":""}, \
        which could not be taken back
        """
      ),
      (
        #"{"plainSet":{"members":[{"insert":5.0}]}}"#,
        "plainSet / 5.0: the type would make 5 of 5.0, which could not be taken back"
      ),
      (
        #"{"numbered":{"entries":[{"key":5.0,"insert":"five"}]}}"#,
        "numbered / 5.0: the type would make 5 of 5.0, which could not be taken back"
      ),
    ]
  )
  func whole(fields: String, message: String) throws {
    let patch = try Patch(json: #"{"fields":\#(fields)}"#.utf8)
    var sample = Sample()
    #expect { try sample.apply(patch) } throws: { "\($0)" == message }
    #expect(sample == Sample())
    let plain = try PlainValue(of: sample)
    #expect(try plain.applying(patch).applying(patch.inverted) == plain)
  }

  @Test(
    "A step of a history may have fields that were removed since: they are left out, everywhere alike"
  )
  func known() throws {
    let item: PlainValue = [
      "colour": .text("red"), "id": .integer(1), "marks": .list([]), "title": .text(""),
    ]
    let inserted = Patch.Node.EntryChange.inserted(item)
    let patch = Patch(
      root: .fields([
        .init(name: "items", node: .entries([.init(key: .integer(1), change: inserted)])),
        .init(name: "list", node: .list([.inserted([item])])),
        .init(
          name: "maybe",
          node: .replaced(old: .null, new: ["title": .text(""), "x": .integer(1), "y": .null])
        ),
        .init(
          name: "named",
          node: .entries(["a", "b"].map { .init(key: .text($0), change: inserted) })
        ),
        .init(name: "plainSet", node: .members([.init(value: .number(5), isInserted: true)])),
      ])
    )
    var expected = Sample()
    expected.items[1] = Item(id: 1)
    expected.list.append(Item(id: 1))
    expected.maybe = Inner(x: 1)
    expected.named = ["a": Item(id: 1), "b": Item(id: 1)]
    expected.plainSet = [5]
    #expect(try Sample().applying(patch, .known) == expected)
    var sample = Sample()
    try withPlace(of: &sample) {
      try Sample._shape.apply(.forward, packed: patch.packed[...], to: $0)
    }
    #expect(sample == expected)
  }

  private struct Tags: DescribedLeaf, Hashable {
    var tags: Set<Int> = []
  }

  private struct Tagged: Described, Equatable {
    var own = Tags()
    static func describe(_ field: inout Fields<Tagged>) { field("own", \.own) }
  }

  @Test("A set in a leaf may stand in any order, as another process would have written it")
  func setsOfLeaves() throws {
    let before = Tagged(own: Tags(tags: [1, 2, 3]))
    for old in ["1,2,3", "1,3,2", "2,1,3", "2,3,1", "3,1,2", "3,2,1"] {
      for new in ["4,5", "5,4"] {
        let change = #"{"new":{"tags":[\#(new)]},"old":{"tags":[\#(old)]}}"#
        let patch = try Patch(json: #"{"fields":{"own":\#(change)}}"#.utf8)
        let after = try before.applying(patch)
        #expect(after.own.tags == [4, 5])
        #expect(try after.applying(patch.inverted) == before)
      }
    }
    let other = try Patch(json: #"{"fields":{"own":{"new":{"tags":[]},"old":{"tags":[1,2]}}}}"#.utf8)
    #expect(throws: PatchError.self) { try before.applying(other) }
  }
}
