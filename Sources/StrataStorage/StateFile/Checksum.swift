import StrataCore

/// A CRC-32C, the checksum of Castagnoli's polynomial: it notices every damage of up to 32 bits in a row, and of
/// others all but one in four billion.
package struct Checksum: Hashable, Sendable {
  package private(set) var value: UInt32

  /// The checksum of nothing.
  package init() {
    value = 0
  }

  /// A checksum that was written down.
  init(value: UInt32) {
    self.value = value
  }

  /// Goes on with more bytes.
  package mutating func add(_ bytes: Bytes) {
    var place = 0
    value = Self.tables.withUnsafeBufferPointer { tables in
      var rest = ~value
      // Eight bytes at a time: eight look-ups that do not wait for each other (`StorageSpeed`, `checksum`).
      while bytes.count - place >= 8 {
        let word = UInt64(littleEndian: bytes.word(at: place, as: UInt64.self)) ^ UInt64(rest)
        rest = tables[7 << 8 | Int(word & 0xFF)]
        for number in 1..<8 {
          let byte = UInt8(truncatingIfNeeded: word &>> UInt64(8 &* number))
          rest ^= tables[(7 &- number) &<< 8 | Int(byte)]
        }
        place += 8
      }
      while place < bytes.count {
        rest = tables[Int(UInt8(truncatingIfNeeded: rest) ^ bytes[place])] ^ (rest &>> 8)
        place += 1
      }
      return ~rest
    }
  }

  /// Goes on with more bytes.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withBytes { add($0) }
  }

  /// For each of eight places, what each byte there adds to the checksum.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      var rest = byte
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
      return rest
    }
    for place in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(place - 1) << 8 | byte]
        tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
      }
    }
    return tables
  }()
}
