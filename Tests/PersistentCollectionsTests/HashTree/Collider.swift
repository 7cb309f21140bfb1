import Testing

/// A key whose hash a test decides, bit by bit, where that of any other key depends on the process.
struct Collider: Hashable, Comparable, Codable, CustomDebugStringConvertible {
  let number: Int
  let bits: UInt64

  static func < (left: Collider, right: Collider) -> Bool { left.number < right.number }

  static func == (left: Collider, right: Collider) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: bits >> UInt64(UInt64.bitWidth - Int.bitWidth))
  }

  var debugDescription: String { "Collider(number: \(number), bits: 0x\(String(bits, radix: 16)))" }
}

/// How the hashes of the keys of a test are spread.
enum Spread: String, CaseIterable, CustomTestStringConvertible {
  case even
  case sameHighBits
  case sameLowBits
  case fewHashes
  case oneHash

  var testDescription: String { rawValue }

  func key(_ number: Int) -> Collider {
    Collider(number: number, bits: bits(number))
  }

  private func bits(_ number: Int) -> UInt64 {
    let spread = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    return switch self {
    case .even: spread
    case .sameHighBits: 0xABCD_EF01_2345_0000 | spread >> 48
    case .sameLowBits: spread & 0xFFFF_0000_0000_0000 | 0x1234_5678
    case .fewHashes: spread & 0xC000_0000_0000_0003
    case .oneHash: 0x0123_4567_89AB_CDEF
    }
  }
}
