import Foundation
import PersistentCollections
import Testing

/// What is thrown in the middle of building must not lose what was built, nor free what was never there.
@Suite("Building that is given up")
struct GivenUpTests {
  struct Stop: Error {}

  /// Stops at the given one of all calls.
  struct Countdown {
    var left: Int

    mutating func pass() throws {
      if left == 0 { throw Stop() }
      left -= 1
    }
  }

  @Test("A transform or a filter of a sorted map that throws leaves nothing behind", arguments: 0..<150)
  func sortedMap(calls: Int) throws {
    let census = Tallied.Census()
    do {
      var map = PersistentSortedMap<Int, Tallied>()
      for key in 0..<150 { map[key] = Tallied(key, in: census) }
      let uses: [(inout Countdown) throws -> Void] = [
        { countdown in
          _ = try map.mapValues {
            try countdown.pass(); return $0
          }
        },
        { countdown in
          _ = try map.filter { _ in
            try countdown.pass(); return true
          }
        },
        { countdown in
          _ = try map.compactMapValues {
            try countdown.pass(); return $0
          }
        },
      ]
      for use in uses {
        var countdown = Countdown(left: calls)
        #expect(throws: Stop.self) { try use(&countdown) }
        #expect(census.alive == 150)
      }
    }
    #expect(census.alive == 0)
  }

  @Test("An array whose decoding fails somewhere is an error and no more", arguments: 0..<100)
  func decoding(good: Int) {
    // Long enough to lie outside the nodes, so that freeing one that is not there does not go unnoticed.
    let texts = (0..<good).map { #""a text with the number \#($0)""# } + ["7"]
    let json = Data("[\(texts.joined(separator: ","))]".utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PersistentArray<String>.self, from: json) }
  }
}
