import Testing

@testable import StrataCore

@Suite("A patch that is read where it is written")
struct WrittenPatchTests {
  /// The same by way of a plain value.
  private func plainly(_ text: String) throws -> Patch {
    let plain = try PlainValue(json: text.utf8, depthLimit: patchDepthLimit)
    return Patch(root: plain == .record([:]) ? nil : try Patch.Node(plainForm: plain))
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"fields":{"a":"#, count: depth) + #"{"new":2,"old":1}"#
      + String(repeating: "}}", count: depth)
  }

  @Test(
    "As it is written today it is read at once",
    arguments: [
      #"{"new":2,"old":1}"#, #"{"new":{"$$a":[1,null]},"old":{"$number":"7ff8000000000000"}}"#,
      #"{"fields":{"a":{"new":"x","old":null},"b":{"fields":{"c":{"new":1.5,"old":true}}}}}"#,
      #" { "fields" : { "\u00e9" : { "new" : 2 , "old" : 1 } } } "#,
      #"{"entries":[{"key":2,"remove":{"id":2}},{"insert":{"id":30},"key":30}]}"#,
      #"{"entries":[{"change":{"splice":[1,"-a","+b"]},"key":"x"}]}"#,
      #"{"fields":{"list":{"runs":[{"keep":3},{"remove":[1]},{"insert":[2,3]}]}}}"#,
      #"{"fields":{"set":{"members":[{"insert":1},{"remove":2}]}}}"#, nested(100),
    ]
  )
  func asWritten(text: String) throws {
    var text = text
    let (read, plain) = (text.withUTF8 { JSONReader.node(writtenIn: $0) }, try plainly(text))
    #expect(read != nil && read == plain.root)
    let (patch, again) = (try Patch(json: text.utf8), try Patch(json: AnySequence(text.utf8)))
    #expect(patch == plain && again == plain)
  }

  @Test(
    "In another order, and whatever is none, it is what it is by way of a plain value",
    arguments: [
      "{}", "", "null", "[]", #"{"old":1,"new":2}"#, #"{"new":1,"old":1}"#, #"{"new":1}"#,
      #"{"new":1,"old":2,"x":3}"#, #"{"new":1,"old":2}x"#, "\u{FEFF}" + #"{"new":1,"old":2}"#,
      #"{"f\u0069elds":{"a":{"new":2,"old":1}}}"#, #"{"fields":{}}"#, #"{"fields":[]}"#,
      #"{"fields":{"b":{"new":2,"old":1},"a":{"new":2,"old":1}}}"#,
      #"{"fields":{"a":{"new":2,"old":1},"a":{"new":3,"old":2}}}"#,
      #"{"fields":{"a":{"new":2,"old":1}},"entries":[]}"#, #"{"new":{"$a":1},"old":1}"#,
      #"{"entries":[]}"#, #"{"entries":[{"key":1,"insert":2}]}"#, #"{"entries":[{"remove":2,"key":1}]}"#,
      #"{"entries":[{"key":1}]}"#, #"{"entries":[{"insert":1,"remove":1}]}"#,
      #"{"entries":[{"key":1,"key":1}]}"#, #"{"entries":[{"insert":1,"key":1,"remove":1}]}"#,
      #"{"entries":[{"insert":1,"key":2},{"insert":1,"key":1}]}"#,
      #"{"entries":[{"insert":1,"key":2},{"key":2,"remove":1}]}"#, #"{"entries":[{"insert":1,"kei":2}]}"#,
      #"{"runs":[]}"#, #"{"fields":{"a":{"runs":[{"keep":1}]}}}"#, nested(128), nested(129), nested(700),
    ]
  )
  func otherwise(text: String) {
    let (patch, plain) = (Result { try Patch(json: text.utf8) }, Result { try plainly(text) })
    #expect((try? patch.get()) == (try? plain.get()))
    if case .failure(let error as PatchError) = patch, case .failure(let other as PatchError) = plain {
      #expect(error == other)
    }
  }
}
