import StrataCore
import Testing

@Suite("Members of plain values")
struct PlainMembersTests {
  func value(_ json: String) throws -> PlainValue { try PlainValue(json: json.utf8) }

  @Test("A name reads, sets and removes what is in a record, also further in")
  func names() throws {
    var state = try value(#"{"a":{"b":1},"c":2}"#)
    #expect(state["a"]?["b"] == .integer(1))
    #expect(state["b"] == nil)
    state["a"]?["b"] = .text("x")
    state["c"] = nil
    state["d"] = .null
    #expect(state == (try value(#"{"a":{"b":"x"},"d":null}"#)))
  }

  @Test("A value that is no record has no members, and setting a member changes nothing")
  func noRecord() throws {
    for json in ["1", "null", "[1]", #""a""#] {
      var state = try value(json)
      #expect(state["a"] == nil)
      state["a"] = .null
      #expect(state == (try value(json)))
    }
  }

  @Test("Each element and each member can be changed; an error leaves the rest as it was")
  func each() throws {
    var state = try value(#"{"list":[1,2],"record":{"a":1,"b":2}}"#)
    state["list"]?.changeEach { $0 = .list([$0]) }
    state["record"]?.changeEach { $0 = .list([$0]) }
    state["none"]?.changeEach { $0 = .null }
    #expect(state == (try value(#"{"list":[[1],[2]],"record":{"a":[1],"b":[2]}}"#)))
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try state["record"]?.changeEach { value in
        if value == .list([.integer(2)]) { throw Stop() }
        value = .null
      }
    }
    #expect(state["record"] == (try value(#"{"a":null,"b":[2]}"#)))
  }
}
