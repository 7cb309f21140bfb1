/// How long a piece of text is, in each of the units that texts are counted in.
///
/// Measures add up: the measure of a text is the sum of those of its leaves.
struct TextMeasure: Equatable {
  /// The counts in the order of ``TextUnit``.
  var counts: SIMD4<UInt32>

  static let zero = TextMeasure(counts: .zero)

  /// Counts what is in some bytes of valid UTF-8.
  init(of bytes: UnsafeRawBufferPointer) {
    var (scalars, pairs, lineFeeds): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for byte in bytes {
      scalars &+= byte & 0xC0 != 0x80 ? 1 : 0
      pairs &+= byte >= 0xF0 ? 1 : 0
      lineFeeds &+= byte == 0x0A ? 1 : 0
    }
    counts = SIMD4(UInt32(truncatingIfNeeded: bytes.count), scalars, scalars &+ pairs, lineFeeds)
  }

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
