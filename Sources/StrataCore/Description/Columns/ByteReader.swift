/// Reads bytes that may be anything: behind their end it reads zeros, and remembers that they were missing.
///
/// So what reads many values asks once, at the end, whether all of them were there. It holds no reference to the bytes.
struct ByteReader {
  let bytes: Bytes
  private(set) var position = 0
  private(set) var isBroken = false

  /// - Parameter bytes: They have to outlive the reader.
  init(_ bytes: Bytes) { self.bytes = bytes }

  /// How many bytes are left.
  var left: Int { bytes.count &- position }

  @inline(__always)
  mutating func byte() -> UInt8 {
    guard position < bytes.count else {
      isBroken = true
      return 0
    }
    defer { position &+= 1 }
    return bytes[position]
  }

  /// Reads a number in groups of seven bits; see `appendGroups(of:)`.
  mutating func groups() -> UInt64 {
    var number: UInt64 = 0
    while true {
      let next = byte()
      if number >> 57 != 0 { isBroken = true }
      number = number << 7 | UInt64(next & 0x7F)
      if next < 0x80 { return number }
    }
  }

  /// Reads how much of something there is that takes at least a byte each.
  mutating func count() -> Int {
    let number = groups()
    guard number <= UInt64(left) else {
      isBroken = true
      return 0
    }
    return Int(number)
  }

  /// Reads so many bytes; none where there are fewer.
  @inline(__always)
  mutating func take(_ count: Int) -> Bytes {
    guard count >= 0, count <= left else {
      isBroken = true
      return Bytes()
    }
    defer { position &+= count }
    return bytes.part(position..<position &+ count)
  }

  /// Reads what has its length in front.
  mutating func part() -> Bytes { take(count()) }
}

extension [UInt8] {
  /// Appends other bytes with their length in front.
  mutating func append(part: [UInt8]) {
    appendGroups(of: UInt64(part.count))
    self += part
  }
}
