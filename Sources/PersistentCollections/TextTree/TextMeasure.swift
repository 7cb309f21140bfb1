/// How long a piece of text is, in each of the units that texts are counted in.
///
/// Measures add up: the measure of a text is the sum of those of its leaves.
struct TextMeasure: Equatable {
  /// The counts in the order of ``TextUnit``.
  var counts: SIMD4<UInt32>

  static let zero = TextMeasure(counts: .zero)

  /// Counts what is in some bytes of valid UTF-8, no more of them than a leaf has.
  ///
  /// Sixteen are counted at once: it is done for part of a leaf whenever a place is looked for.
  init(of bytes: UnsafeRawBufferPointer) {
    assert(bytes.count <= UInt8.max)
    var (scalars, pairs, lineFeeds) = (SIMD16<UInt8>.zero, SIMD16<UInt8>.zero, SIMD16<UInt8>.zero)
    func count(_ bytes: SIMD16<UInt8>) {
      scalars.replace(with: scalars &+ 1, where: bytes & 0xC0 .!= 0x80)
      pairs.replace(with: pairs &+ 1, where: bytes .>= 0xF0)
      lineFeeds.replace(with: lineFeeds &+ 1, where: bytes .== 0x0A)
    }
    let whole = bytes.count & ~15
    for offset in stride(from: 0, to: whole, by: 16) {
      count(bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
    }
    if whole < bytes.count {
      // What is behind the end is made to look like the middle of a scalar, which is none of all.
      var rest = SIMD16<UInt8>(repeating: 0x80)
      for offset in whole..<bytes.count { rest[offset &- whole] = bytes[offset] }
      count(rest)
    }
    let sums = SIMD4(UInt8(truncatingIfNeeded: bytes.count), scalars.wrappedSum(), pairs.wrappedSum(), 0)
    counts = SIMD4(truncatingIfNeeded: sums)
    counts[TextUnit.utf16.rawValue] = counts[1] &+ counts[2]
    counts[TextUnit.line.rawValue] = UInt32(truncatingIfNeeded: lineFeeds.wrappedSum())
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
