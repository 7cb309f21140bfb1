import TestSupport
import Testing

@testable import StrataCore

@Suite("A packed patch")
struct PackedPatchTests {
  @Test("A packed number is written in one way alone, and neighbours begin alike")
  func packedNumbers() throws {
    func packed(_ old: PlainValue, _ new: PlainValue) -> [UInt8] {
      Patch(root: .replaced(old: old, new: new)).packed
    }
    #expect(packed(.integer(20), .integer(21)) == [0x70, 0x1F, 5, 0x1F, 6])
    #expect(
      packed(.integer(1_000_015), .integer(1_000_016)) == [
        0x70, 0x1F, 0xBD, 0x84, 0x40, 0x1F, 0xBD, 0x84, 0x41,
      ]
    )
    #expect(throws: PatchError.self) { try Patch(packed: [0x70, 0x1F, 0x80, 5, 0x1F, 6]) }
    let most = packed(.integer(20), .unsigned(.max))
    #expect(most.count == 14)
    #expect(try Patch(packed: most).packed == most)
    for place in [4, 13] {
      var over = most
      // A bit more than 64 have, and with what is left out of the least ones.
      over[place] += place == 4 ? 2 : 0x0F
      #expect(throws: PatchError.self) { try Patch(packed: over) }
    }
  }

  @Test(
    "Counts that promise more than there is are refused before anything is allocated, and so is deep nesting"
  )
  func promises() throws {
    #expect { try Patch(packed: [0x8F] + Array(repeating: 0xFF, count: 8) + [0x01]) } throws: {
      $0 is PatchError
    }
    let deep = Array(repeating: [0x81, 0x41, 0x61] as [UInt8], count: 10_000).flatMap { $0 }
    _ = try onSmallStack(unoptimised: 4) {
      #expect { try Patch(packed: deep) } throws: {
        ($0 as? PatchError)?.reason == .tooDeep(limit: 128)
      }
    }
  }
}
