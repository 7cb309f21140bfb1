import StrataCore
import StrataTesting
import Testing

/// A feature whose reducing method takes more than an action.
private struct Cart: Equatable {
  var lines: [Int: String] = [:]
  struct Refused: Error {}

  struct IDs: Equatable {
    var last = 0
    mutating func next() -> Int {
      last += 1
      return last
    }
  }

  mutating func add(_ line: String, ids: inout IDs) throws {
    let id = ids.next()
    if line.isEmpty { throw Refused() }
    lines[id] = line
  }
}

@Suite("Stating what a feature's own method changes")
struct ExpectChangeTests {
  private var cart = Cart()
  private var ids = Cart.IDs()

  @Test("Value and context go on from one expected change to the next")
  mutating func passes() throws {
    try expect(&cart, in: &ids) {
      try $0.add("Tea", ids: &$1)
    } changes: { cart, ids in
      cart.lines = [1: "Tea"]
      ids.last = 1
    }
    try expect(&cart) {
      $0.lines[1] = "Green tea"
    } changes: {
      $0.lines = [1: "Green tea"]
    }
    try expect(&cart, in: &ids) { _, _ in }
    #expect(cart.lines == [1: "Green tea"] && ids.last == 1)
  }

  @Test("A change that was not stated is reported, for the value and its context, and both stay")
  mutating func fails() throws {
    let error = #expect(throws: UnexpectedChange.self) {
      try expect(&cart, in: &ids) {
        try $0.add("Tea", ids: &$1)
      } changes: { cart, _ in
        cart.lines = [1: "Rice"]
      }
    }
    #expect(error?.differences.map(\.path) == ["value.lines[1]", "context.last"])
    #expect(error?.description.hasPrefix("The change did not make of the value what was expected.") == true)
    #expect(error?.description.contains("Stated in StrataTestingTests/ExpectChangeTests.swift, line") == true)
    #expect(cart == Cart() && ids == Cart.IDs())
    #expect(throws: UnexpectedChange.self) { try expect(&cart) { $0.lines[1] = "Tea" } }
    #expect(cart == Cart())
  }

  @Test("An error of the change comes through, and a change that differs each time is found out")
  mutating func throwing() {
    #expect(throws: Cart.Refused.self) { try expect(&cart, in: &ids) { try $0.add("", ids: &$1) } }
    #expect(ids.last == 0)
    let error = #expect(throws: UnexpectedChange.self) {
      try expect(&cart) {
        $0.lines[.random(in: 0..<Int.max)] = "?"
      } changes: {
        $0.lines = [0: "?"]
      }
    }
    #expect(error?.description.hasPrefix("The change made two different values of the same one.") == true)
  }
}
