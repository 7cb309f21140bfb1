import Foundation
import Testing

@testable import StrataCore

@Suite("Bytes that are read where they lie")
struct BytesTests {
  private static let letters = Array("strata".utf8)

  @Test("They are the bytes of the array, by themselves, in parts and as words")
  func reading() {
    Self.letters.withBytes { bytes in
      #expect(Array(bytes) == Self.letters && bytes.text == "strata")
      #expect(bytes.part(2..<5).text == "rat" && bytes.part(6..<6).isEmpty)
      #expect(bytes.part(2..<5)[0] == UInt8(ascii: "r"))
      #expect(bytes.word(at: 2, as: UInt32.self) == UInt32(littleEndian: 0x6174_6172))
      #expect(bytes.firstPlace(of: UInt8(ascii: "t"), from: 2) == 4)
      #expect(
        bytes.firstPlace(of: UInt8(ascii: "x"), from: 0) == nil && bytes.firstPlace(of: 0, from: 6) == nil
      )
      #expect(bytes.part(0..<3).text(with: bytes.part(3..<6)) == "strata")
    }
    #expect(Bytes().isEmpty && Bytes().text == "" && Bytes().isSame(as: Bytes()))
    [UInt8]().withBytes { #expect($0.isEmpty && $0.part(0..<0).isSame(as: Bytes())) }
  }

  @Test("They are compared as arrays are, whatever their lengths")
  func comparing() {
    for left in 0..<20 {
      for right in 0..<20 {
        for other: UInt8 in [7, 9] {
          let (a, b) = (
            [UInt8](repeating: 7, count: left), [UInt8](repeating: 7, count: max(0, right - 1)) + [other]
          )
          a.withBytes { first in
            b.withBytes { second in
              #expect(first.isSame(as: second) == (a == b))
              #expect(first.precedes(second) == a.lexicographicallyPrecedes(b))
              #expect(first.has(second, at: 0) == a.starts(with: b))
              #expect(!first.has(second, at: left) && !first.has(second, at: -1))
            }
          }
        }
      }
    }
  }

  @Test("A byte that is not there ends the process")
  func bounds() async {
    await #expect(processExitsWith: .failure) { _ = [UInt8]([1, 2, 3]).withBytes { $0[3] } }
    await #expect(processExitsWith: .failure) { _ = [UInt8]([1, 2, 3]).dropFirst().withBytes { $0[-1] } }
    await #expect(processExitsWith: .failure) { _ = [UInt8]([1, 2, 3]).withBytes { $0.part(2..<4).count } }
    await #expect(processExitsWith: .failure) {
      _ = [UInt8]([1, 2, 3]).withBytes { $0.word(at: 0, as: UInt32.self) }
    }
  }
}
