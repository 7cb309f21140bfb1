import Foundation
import Measuring
import TestSupport
import Testing
import Workspace

@Suite("A set of ids")
struct IDSetTests {
  @Test("It has what a set has, in ascending order, for seeded sequences")
  func model() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<Soak.times(300) {
      let numbers = (0..<random.below(12)).map { _ in random.below(10) }
      let ids = IDSet(numbers)
      #expect(Array(ids) == Set(numbers).sorted())
      for id in -1...10 { #expect(ids.contains(id) == numbers.contains(id)) }
      let coded = try JSONDecoder().decode(IDSet.self, from: JSONEncoder().encode(ids))
      #expect(coded == ids)
    }
  }

  @Test("A list that is out of order or repeats itself is put in order when it is read")
  func unordered() throws {
    #expect(try JSONDecoder().decode(IDSet.self, from: Data("[3,1,3,2]".utf8)) == [1, 2, 3])
    #expect(([3, 1, 3] as IDSet).description == "[1, 3]")
  }
}
