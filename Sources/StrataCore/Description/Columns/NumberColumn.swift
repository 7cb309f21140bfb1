/// Whole numbers as what each differs by from the one before, equal differences counted.
///
/// Numbers that stay or grow by one amount take next to nothing, however many there are.
struct NumberColumn {
  private(set) var bytes: [UInt8] = []
  private var last: Int64 = 0
  private var difference: Int64 = 0
  /// How many times the difference was met and is still to be written.
  private var repeats = 0

  @inline(__always)
  mutating func append(_ number: Int64) {
    let next = number &- last
    last = number
    if next == difference, repeats > 0 {
      repeats += 1
    } else {
      writeDifference()
      (difference, repeats) = (next, 1)
    }
  }

  /// The bytes of all numbers so far.
  var finished: [UInt8] {
    var copy = self
    copy.writeDifference()
    return copy.bytes
  }

  /// A byte is: whether more follows, six bits, and whether the difference repeats; then its other bits, and how often.
  private mutating func writeDifference() {
    if repeats == 0 { return }
    // The sign comes last, so that small differences of either sign are short.
    let bits = UInt64(bitPattern: difference << 1 ^ difference >> 63)
    let first = UInt8(bits & 0x3F) << 1 | (repeats > 1 ? 1 : 0)
    bytes.append(bits >> 6 == 0 ? first : first | 0x80)
    if bits >> 6 != 0 { bytes.appendGroups(of: bits >> 6) }
    if repeats > 1 { bytes.appendGroups(of: UInt64(repeats - 2)) }
  }
}

/// Reads the numbers of a ``NumberColumn``; behind the last one they go on somehow, and the reader is broken.
struct NumberColumnReader {
  private var reader: ByteReader
  private var last: Int64 = 0
  private var difference: Int64 = 0
  private var repeats: UInt64 = 0

  init(_ bytes: Bytes) { reader = ByteReader(bytes) }

  /// Whether numbers were asked for that are not there.
  var isBroken: Bool { reader.isBroken }

  @inline(__always)
  mutating func next() -> Int64 {
    if repeats == 0 { readDifference() }
    repeats &-= 1
    last &+= difference
    return last
  }

  private mutating func readDifference() {
    let first = reader.byte()
    var bits = UInt64(first >> 1 & 0x3F)
    if first >= 0x80 { bits |= reader.groups() << 6 }
    difference = Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    repeats = first & 1 == 0 ? 1 : reader.groups() &+ 2
    if repeats == 0 { repeats = 1 }
  }
}
