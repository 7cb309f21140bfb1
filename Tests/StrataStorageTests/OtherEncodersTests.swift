import Foundation
import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

private struct Box<Value: DescribedValue & Equatable>: DescribedByInitializer, Equatable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(_ fields: FieldValues<Box>) throws { value = try fields[\.value] }
  static func describe(_ field: inout Fields<Box>) { field("value", \.value) }
}

private enum Choice<Value: DescribedValue & Equatable>: DescribedCases, Equatable {
  case nothing
  case one(Value)

  static func describe(_ oneOf: inout Cases<Choice>) {
    oneOf("nothing", .nothing)
    oneOf("one", "value", as: Choice.one) { if case .one(let value) = $0 { .some(value) } else { nil } }
  }
}

@Suite("Described values in other encoders")
struct OtherEncodersTests {
  /// Whether a value comes back from Foundation's encoders as it was, in a record and in a case.
  private func comesBack<Value: DescribedValue & Equatable>(
    _ values: Value...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    func check<Whole: DescribedValue>(_ whole: Whole) throws {
      let plain = try PlainValue(of: whole)
      let json = try JSONEncoder().encode(whole)
      #expect(
        try PlainValue(of: JSONDecoder().decode(Whole.self, from: json)) == plain,
        sourceLocation: location
      )
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let list = try encoder.encode(whole)
        #expect(
          try PlainValue(of: PropertyListDecoder().decode(Whole.self, from: list)) == plain,
          sourceLocation: location
        )
      }
    }
    for value in values {
      try check(Box(value))
      try check(Choice.one(value))
      try check(Box([Box(value)]))
    }
  }

  @Test("Optionals in optionals: one none is not the other, wherever they are")
  func nested() throws {
    try comesBack(Int??.none, .some(nil), .some(3))
    try comesBack(Int???.none, .some(nil), .some(.some(nil)), 4)
    try comesBack([Int??.some(nil), nil, 2], [])
    try comesBack([[Int?]?](), [nil, [nil], [1, nil]])
    try comesBack(["a": Int??.some(nil), "b": .none, "c": 1])
    try comesBack(PersistentMap<String, Int??>(uniqueKeysWithValues: [("a", .some(nil)), ("e\u{301}", nil)]))
    try comesBack(Set([Int??.none, .some(nil), 1]))
    try comesBack([Int??.none: 1, .some(nil): 2])
    try comesBack(Double??.some(-0.0), 0, 1e300, 0.1, 1)
    try comesBack(UInt64??.some(.max), 0)
    try comesBack(Bool??.some(true), false, .some(nil))
    try comesBack(String??.some("true"), "1", "", "e\u{301}", .some(nil))
    try comesBack(Box<Int??>??.some(Box(.some(nil))), .some(nil))
    try comesBack(Choice<Int??>??.some(.one(.some(nil))), .some(.nothing))
    // As Strata itself writes it.
    #expect(try JSONEncoder().encode(Box(Int??.some(nil))) == Data(try Box(Int??.some(nil)).json()))
  }

  @Test("Numbers of many digits come back with every one of them")
  func decimals() throws {
    let texts = [
      "0.1", "1.10", "-123456789012345678901234567890.12345678", "99999999999999999999999999999999999999",
      "1e100", "1e-100",
    ]
    for text in texts {
      let decimal = try #require(Decimal(string: text))
      try comesBack(decimal)
      try comesBack([decimal])
      try comesBack(Decimal??.some(decimal), .some(nil))
    }
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Box<Decimal>.self, from: JSONEncoder().encode(Box(Decimal.nan)))
    }
  }

  @Test("An address that is relative to another one comes back relative to it, wherever it is")
  func addresses() throws {
    let base = try #require(URL(string: "https://example.org/a/b?x#y"))
    let inside = try #require(URL(string: "../c", relativeTo: base))
    let deeper = try #require(URL(string: "d", relativeTo: inside))
    try comesBack(base, inside, deeper)
    try comesBack([base, inside, deeper], [])
    try comesBack(inside as URL?, base, nil)
    try comesBack(["a": inside, "b": base])
    try comesBack(PersistentMap<String, URL?>(uniqueKeysWithValues: [("a", inside), ("b", nil)]))
    try comesBack([inside: 1, base: 2])
    try comesBack(Set([base, inside]))
    // An absolute address is encoded as Foundation's coders encode it, and Foundation's encoding is decoded.
    let theirs = try JSONEncoder().encode(["value": base])
    #expect(try JSONEncoder().encode(Box(base)) == theirs)
    #expect(try JSONDecoder().decode(Box<URL>.self, from: theirs).value == base)
    let list = try PropertyListEncoder().encode(["value": [base, inside]])
    #expect(try PropertyListDecoder().decode(Box<[URL]>.self, from: list).value == [base, inside])
  }
}
