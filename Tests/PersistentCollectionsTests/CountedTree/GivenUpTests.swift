import Foundation
import Testing

@testable import PersistentCollections

/// An error in the middle of building must not leak elements that were built, nor free elements that never were there.
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

  @Test("A map that is made in order where it stays has all that came, whenever it ends or is given up")
  func ascending() throws {
    let census = Tallied.Census()
    for end in 0..<150 {
      var next = 0
      let whole = PersistentSortedMap<Int, Tallied>(ascending: { key, value in
        if next == end { return false }
        key.initialize(to: next)
        value.initialize(to: Tallied(next, in: census))
        next += 1
        return true
      })
      let map = try #require(whole)
      #expect(map.keys.elementsEqual(0..<end) && map.values.map(\.number) == Array(0..<end))
      #expect(census.alive == end)
      #expect(map.tree.brokenInvariant(separatorsMatch: ==) == nil)
      next = 0
      #expect(throws: Stop.self) {
        try PersistentSortedMap<Int, Tallied>(ascending: { key, value in
          if next == end { throw Stop() }
          key.initialize(to: next)
          value.initialize(to: Tallied(next, in: census))
          next += 1
          return true
        })
      }
      if end == 0 { continue }
      next = 0
      let disordered = PersistentSortedMap<Int, Tallied>(ascending: { key, value in
        key.initialize(to: next == end ? end - 1 : next)
        value.initialize(to: Tallied(next, in: census))
        next += 1
        return true
      })
      #expect(disordered == nil)
    }
    #expect(census.alive == 0)
  }
}
