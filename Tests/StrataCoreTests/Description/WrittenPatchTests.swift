import Testing

@testable import StrataCore

@Suite("The JSON of a patch")
struct WrittenPatchTests {
  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"fields":{"a":"#, count: depth) + #"{"new":2,"old":1}"#
      + String(repeating: "}}", count: depth)
  }

  @Test(
    "A patch in today's format decodes and encodes back to the same JSON",
    arguments: [
      #"{"new":2,"old":1}"#, #"{"new":{"$a":[1,null]},"old":"NaN"}"#,
      #"{"fields":{"a":{"new":"x","old":null},"b":{"fields":{"c":{"new":1.5,"old":true}}}}}"#,
      #"{"entries":[{"key":2,"remove":{"id":2}},{"insert":{"id":30},"key":30}]}"#,
      #"{"entries":[{"change":{"splice":[1,"-a","+b"]},"key":"x"}]}"#,
      #"{"fields":{"list":{"runs":[{"keep":3},{"remove":[1]},{"insert":[2,3]}]}}}"#,
      #"{"fields":{"set":{"members":[{"insert":1},{"remove":2}]}}}"#, "{}", nested(100), nested(128),
    ]
  )
  func asWritten(text: String) throws {
    let (patch, again) = (try Patch(json: text.utf8), try Patch(json: AnySequence(text.utf8)))
    #expect(patch == again && String(decoding: patch.json, as: UTF8.self) == text)
  }

  @Test(
    "In another order, with space and with escapes it is the same patch",
    arguments: [
      (#" { "fields" : { "\u00e9" : { "new" : 2 , "old" : 1 } } } "#, #"{"fields":{"é":{"new":2,"old":1}}}"#),
      (#"{"old":1,"new":2}"#, #"{"new":2,"old":1}"#),
      (#"{"f\u0069elds":{"a":{"new":2,"old":1}}}"#, #"{"fields":{"a":{"new":2,"old":1}}}"#),
      (
        #"{"fields":{"b":{"new":2,"old":1},"a":{"new":2,"old":1}}}"#,
        #"{"fields":{"a":{"new":2,"old":1},"b":{"new":2,"old":1}}}"#
      ),
      (#"{"entries":[{"key":1,"insert":2}]}"#, #"{"entries":[{"insert":2,"key":1}]}"#),
      (#"{"entries":[{"remove":2,"key":1}]}"#, #"{"entries":[{"key":1,"remove":2}]}"#),
    ]
  )
  func otherwise(text: String, written: String) throws {
    #expect(try String(decoding: Patch(json: text.utf8).json, as: UTF8.self) == written)
  }

  @Test(
    "Decoding JSON that is no patch throws an error",
    arguments: [
      "", "null", "[]", #"{"new":1,"old":1}"#, #"{"new":1}"#, #"{"new":1,"old":2,"x":3}"#,
      #"{"new":1,"old":2}x"#, "\u{FEFF}" + #"{"new":1,"old":2}"#, #"{"fields":{}}"#, #"{"fields":[]}"#,
      #"{"fields":{"a":{"new":2,"old":1},"a":{"new":3,"old":2}}}"#,
      #"{"fields":{"a":{"new":2,"old":1}},"entries":[]}"#, #"{"new":1,"new":2}"#,
      #"{"entries":[]}"#, #"{"entries":[{"key":1}]}"#, #"{"entries":[{"insert":1,"remove":1}]}"#,
      #"{"entries":[{"key":1,"key":1}]}"#, #"{"entries":[{"insert":1,"key":1,"remove":1}]}"#,
      #"{"entries":[{"insert":1,"key":2},{"insert":1,"key":1}]}"#,
      #"{"entries":[{"insert":1,"key":2},{"key":2,"remove":1}]}"#, #"{"entries":[{"insert":1,"kei":2}]}"#,
      #"{"runs":[]}"#, #"{"fields":{"a":{"runs":[{"keep":1}]}}}"#, #"{"splice":["a"]}"#, nested(129),
      nested(700),
    ]
  )
  func refused(text: String) {
    #expect(throws: PatchError.self) { try Patch(json: text.utf8) }
  }
}
