import Testing

@testable import StrataCore

@Suite("The order and the nesting of plain values")
struct PlainOrderTests {
  @Test("Lists and records are in an order of which one is always the first")
  func order() throws {
    let values = try [
      "[]", "[null]", "[null,null]", "[[]]", "[{}]", #"[{},1]"#, "{}", #"{"a":1}"#, #"{"a":1,"b":1}"#,
      #"{"a":2}"#,
      #"{"b":0}"#, #"{"b":[]}"#, #"{"b":[0]}"#, #"{"b":{}}"#,
    ].map { try PlainValue(json: $0.utf8) }
    for (left, first) in values.enumerated() {
      for (right, second) in values.enumerated() {
        #expect(first.precedes(second) == (left < right), "\(first) \(second)")
        #expect((first == second) == (left == right), "\(first) \(second)")
      }
    }
  }

  @Test("How deep a value is nested, and what stays of it where only a part is let go")
  func shallow() {
    let one = PlainValue.record(["a": .integer(1)])
    let (two, three) = (PlainValue.list([one, .null]), PlainValue.record(["b": .list([one]), "c": .null]))
    let values: [PlainValue] = [.null, .list([]), one, two, three, .list([three])]
    #expect(values.map { $0.nesting } == [0, 1, 1, 2, 3, 4])
    var (outer, kept): (PlainValue?, PlainValue) = (.list([three, .list([three])]), three)
    outer = nil
    #expect(outer == nil && kept == .record(["b": .list([one]), "c": .null]))
    kept["b"] = .integer(2)
    #expect(three["b"] == .list([one]))
  }
}
