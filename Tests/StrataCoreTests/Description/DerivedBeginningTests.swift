import PersistentCollections
import Testing

@testable import StrataCore

@Suite("Derived storage of records")
struct DerivedBeginningTests {
  /// Words, and a place for what is found of them, which copies share.
  private struct Words: Described, DerivedStorage {
    final class Place: Sendable {}

    var words: [String] = []
    var place = Place()

    static func describe(_ field: inout Fields<Words>) {
      field("words", \.words)
      field.derived("place")
    }

    func addDerivedFootprint(to meter: inout FootprintMeter) {}
  }

  @Test("Records that are read share nothing that they derive, with one another and with a new one")
  func beginnings() throws {
    let words = Words(words: ["a"])
    let json = try words.json()
    let list = try [Words](json: try [words, words].json())
    let all = [
      words, Words(), try Words(json: json), try Words(json: json),
      try PlainValue(of: words).value(as: Words.self),
      try PlainValue(of: words).value(as: Words.self),
    ]
    #expect(Set((all + list).map { ObjectIdentifier($0.place) }).count == 8)
    #expect(list.map(\.words) == [["a"], ["a"]] && all.last?.words == ["a"])
  }
}
