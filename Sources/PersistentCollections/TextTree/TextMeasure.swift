/// How long a piece of text is, in each of the units that texts are counted in.
///
/// Measures add up: the measure of a text is the sum of those of its leaves.
struct TextMeasure: Equatable {
  /// The counts in the order of ``TextUnit``.
  var counts: SIMD4<UInt32>

  static let zero = TextMeasure(counts: .zero)

  /// Counts what is in some bytes of valid UTF-8, no more of them than a leaf has.
  ///
  /// Eight are counted at once, each in a byte of a word: it is done for part of a leaf whenever a place is looked for.
  init(of bytes: UnsafeRawBufferPointer) {
    assert(bytes.count <= UInt8.max)
    var (continuations, pairs, lineFeeds): (UInt64, UInt64, UInt64) = (0, 0, 0)
    func count(_ word: UInt64) {
      // In the bytes of a word, 1 where the two bits in front are 10, or where the four in front are 1111.
      continuations &+= word &>> 7 & ~word &>> 6 & Self.ones
      pairs &+= word &>> 7 & word &>> 6 & word &>> 5 & word &>> 4 & Self.ones
      // For the byte of a line feed, all bits of the difference are 0, so the sum carries nothing into the highest bit.
      let difference = word ^ Self.ones &* 0x0A
      let carried = (difference & (Self.ones &* 0x7F)) &+ Self.ones &* 0x7F
      lineFeeds &+= ~(carried | difference) &>> 7 & Self.ones
    }
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      count(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    // The unused bytes of the last word are 0, and a byte of 0 counts like a letter.
    var rest: UInt64 = 0
    for offset in whole..<bytes.count { rest = rest &<< 8 | UInt64(bytes[offset]) }
    count(rest)
    // The byte in front gets the sum of all.
    func sum(_ counts: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (counts &* Self.ones) &>> 56) }
    let scalars = UInt32(truncatingIfNeeded: bytes.count) &- sum(continuations)
    counts = SIMD4(UInt32(truncatingIfNeeded: bytes.count), scalars, scalars &+ sum(pairs), sum(lineFeeds))
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  init(counts: SIMD4<UInt32>) {
    self.counts = counts
  }

  @inline(__always) subscript(unit: TextUnit) -> Int { Int(truncatingIfNeeded: counts[unit.rawValue]) }

  @inline(__always) static func + (left: TextMeasure, right: TextMeasure) -> TextMeasure {
    TextMeasure(counts: left.counts &+ right.counts)
  }

  /// The difference wraps around where it is negative; added to a measure it comes out right.
  @inline(__always) static func - (left: TextMeasure, right: TextMeasure) -> TextMeasure {
    TextMeasure(counts: left.counts &- right.counts)
  }

  @inline(__always) static func += (left: inout TextMeasure, right: TextMeasure) {
    left = left + right
  }
}

/// A unit that texts are counted in.
enum TextUnit: Int {
  /// Bytes of UTF-8.
  case utf8
  /// Unicode scalars.
  case scalar
  /// Code units of UTF-16: two for a scalar that takes four bytes.
  case utf16
  /// Line feeds. A line ends behind one.
  case line
}
