/// Reads a text's bytes and scalars by their offsets; the leaf that was read last is at hand.
///
/// The text is kept alive by whoever reads.
struct TextReader {
  let root: TextNode
  /// The range of bytes to read. Characters begin and end there as if there were no other text.
  let bounds: Range<Int>
  private var bytes: UnsafePointer<UInt8>?
  private var start = 0
  private var end = 0
  #if DEBUG
    /// How often a leaf was looked for.
    private(set) var leafLookups = 0
  #endif

  init(_ root: TextNode, _ bounds: Range<Int>) {
    (self.root, self.bounds) = (root, bounds)
  }

  @inline(__always) mutating func byte(at offset: Int) -> UInt8 {
    if offset < start || offset >= end { load(offset) }
    // There is a byte, so there is a leaf that was loaded.
    return bytes.unsafelyUnwrapped[offset &- start]
  }

  @inline(never) private mutating func load(_ offset: Int) {
    #if DEBUG
      leafLookups += 1
    #endif
    let (leaf, start) = root.leaf(at: offset)
    bytes = UnsafePointer(leaf.body.assumingMemoryBound(to: UInt8.self))
    self.start = start
    end = start &+ leaf.count
  }

  /// The bytes from an offset to the end of their leaf.
  mutating func run(from offset: Int) -> UnsafeBufferPointer<UInt8> {
    _ = byte(at: offset)
    // As above.
    return UnsafeBufferPointer(start: bytes.unsafelyUnwrapped + (offset &- start), count: end &- offset)
  }

  /// The scalar that begins at an offset, and how many bytes it takes; no scalar lies in two leaves.
  mutating func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(byte(at: offset))
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    // As above.
    let rest = bytes.unsafelyUnwrapped + (offset &- start)
    func next(_ index: Int) -> UInt32 { UInt32(rest[index] & 0x3F) }
    let length = TextNode.scalarLength(UInt8(first))
    let value =
      switch length {
      case 2: (first & 0x1F) &<< 6 | next(1)
      case 3: (first & 0x0F) &<< 12 | next(1) &<< 6 | next(2)
      default: (first & 0x07) &<< 18 | next(1) &<< 12 | next(2) &<< 6 | next(3)
      }
    // Leaves are valid UTF-8, so every value is that of a scalar.
    return (Unicode.Scalar(value).unsafelyUnwrapped, length)
  }

  /// Returns the beginning of the scalar at or around an offset; the end stays the end.
  mutating func scalarStart(at offset: Int) -> Int {
    var offset = offset
    while offset < bounds.upperBound, byte(at: offset) & 0xC0 == 0x80 { offset &-= 1 }
    return offset
  }

  /// Returns the beginning of the scalar that ends at an offset.
  mutating func scalarStart(before offset: Int) -> Int {
    scalarStart(at: offset &- 1)
  }
}
