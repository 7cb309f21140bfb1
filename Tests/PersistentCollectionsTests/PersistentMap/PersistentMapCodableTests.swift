import Foundation
import PersistentCollections
import Testing

@Suite("A map that is encoded")
struct PersistentMapCodableTests {
  enum Color: String, Codable, CodingKeyRepresentable { case red, green }

  @Test("looks as a dictionary does, whatever its keys are, and comes back from either")
  func sameAsDictionary() throws {
    try roundTrip(["a": 1, "b/\"c\"": 2, "": 3])
    try roundTrip([1: "a", -2: "b"])
    try roundTrip([Color.red: 1.5, .green: 2.5])
    try roundTrip([true: ["x"], false: []])
    try roundTrip([Collider(number: 1, bits: 2): 3])
    try roundTrip([String: Int]())
    try roundTrip([Bool: Int]())
  }

  @Test("of integer keys is a JSON object, of other keys a list")
  func shape() throws {
    #expect(try json([1: 2] as PersistentMap) == #"{"1":2}"#)
    #expect(try json([true: 2] as PersistentMap) == "[true,2]")
  }

  @Test(
    "is refused with the path to what is wrong",
    arguments: [
      (#"{"m":{"one":1}}"#, "one"), (#"{"m":{"1":"x"}}"#, "1"), (#"{"m":[1]}"#, "m"),
    ]
  )
  func refusals(text: String, place: String) throws {
    struct Outer: Decodable { let m: PersistentMap<Int, Int> }
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Outer.self, from: Data(text.utf8))
    }
    #expect(path(error).last == place)
  }

  @Test("as a list with a key twice, or a key without value, is refused")
  func lists() throws {
    for text in ["[true,1,true,2]", "[true,1,false]"] {
      let error = try #require(throws: DecodingError.self) {
        try JSONDecoder().decode(PersistentMap<Bool, Int>.self, from: Data(text.utf8))
      }
      #expect(path(error) == ["Index 2"])
    }
  }

  @Test("as an object whose keys mean the same number twice is refused")
  func sameNumber() throws {
    let text = Data(#"{"1":1,"01":2}"#.utf8)
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(PersistentMap<Int, Int>.self, from: text)
    }
    #expect(["1", "01"].contains(path(error).last))
  }

  private func path(_ error: DecodingError) -> [String] {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  private func roundTrip<Key: Hashable & Codable, Value: Codable & Equatable>(_ model: [Key: Value]) throws {
    let map = PersistentMap(model)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let (data, other) = (try encoder.encode(map), try encoder.encode(model))
    if model.count < 2 || Key.self is any CodingKeyRepresentable.Type { #expect(data == other) }
    #expect(try JSONDecoder().decode(PersistentMap<Key, Value>.self, from: data) == map)
    #expect(try JSONDecoder().decode(PersistentMap<Key, Value>.self, from: other) == map)
    #expect(try JSONDecoder().decode([Key: Value].self, from: data) == model)
  }
}
