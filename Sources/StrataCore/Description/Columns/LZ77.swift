/// Bytes with what stood there before told as where it stood: the method of Lempel and Ziv from 1977.
///
///     how many bytes are new, how many are old │ the new bytes │ how far back the old ones begin
///
/// Both counts share a byte; one of 15 goes on in groups. Of the old ones at least four are told so.
enum LZ77 {
  private static let shortest = 4

  /// Packs bytes; nil where that takes more than a number of bytes.
  static func pack(_ bytes: [UInt8], within limit: Int = .max) -> [UInt8]? {
    bytes.withBytes { pack($0, within: limit) }
  }

  private static func pack(_ bytes: Bytes, within limit: Int) -> [UInt8]? {
    var packed: [UInt8] = []
    packed.reserveCapacity(bytes.count)
    let bits = max(6, min(14, Int.bitWidth - bytes.count.leadingZeroBitCount))
    let isWithin = withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << bits) { places in
      places.initialize(repeating: -1)
      var (new, place) = (0, 0)
      while place + shortest <= bytes.count {
        let word = Self.word(bytes, place)
        let slot = Int((word &* 2_654_435_761) >> UInt32(32 - bits))
        let old = Int(places[slot])
        places[slot] = Int32(truncatingIfNeeded: place)
        guard old >= 0, old < place, Self.word(bytes, old) == word else {
          place += 1
          continue
        }
        var length = shortest
        while place + length < bytes.count, bytes[old + length] == bytes[place + length] { length += 1 }
        if packed.count + place - new > limit { return false }
        append(bytes.part(new..<place), old: length, back: place - old, to: &packed)
        place += length
        new = place
      }
      if packed.count + bytes.count - new > limit { return false }
      if new < bytes.count { append(bytes.part(new..<bytes.count), old: 0, back: 0, to: &packed) }
      return packed.count <= limit
    }
    return isWithin ? packed : nil
  }

  private static func word(_ bytes: Bytes, _ place: Int) -> UInt32 {
    bytes.word(at: place, as: UInt32.self)
  }

  private static func append(
    _ new: Bytes,
    old length: Int,
    back distance: Int,
    to packed: inout [UInt8]
  ) {
    let old = length == 0 ? 0 : length - shortest + 1
    packed.append(UInt8(min(new.count, 15)) << 4 | UInt8(min(old, 15)))
    if new.count >= 15 { packed.appendGroups(of: UInt64(new.count - 15)) }
    if old >= 15 { packed.appendGroups(of: UInt64(old - 15)) }
    packed.append(contentsOf: new)
    if old > 0 { packed.appendGroups(of: UInt64(distance)) }
  }

  /// Unpacks bytes of a known length; nil where they are not of that length, or none.
  static func unpack(_ packed: Bytes, length: Int) -> [UInt8]? {
    // An array that is made empty so writes its count to the one empty array that all threads share.
    if length == 0 { return packed.isEmpty ? [] : nil }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      guard let start = bytes.baseAddress else { return }
      var reader = ByteReader(packed)
      while count < length, !reader.isBroken {
        let counts = reader.byte()
        let new = counts >> 4 < 15 ? Int(counts >> 4) : 15 &+ reader.count()
        var old = Int(counts & 15)
        if old == 15 { old &+= Int(truncatingIfNeeded: reader.groups() & 0xFFFF_FFFF) }
        let letters = reader.take(new)
        guard !reader.isBroken, letters.count <= length - count else { return }
        letters.copy(to: start + count)
        count += letters.count
        if old == 0 {
          if new == 0 { return }
          continue
        }
        let distance = reader.groups()
        let end = count + old + shortest - 1
        guard !reader.isBroken, distance >= 1, distance <= UInt64(count), end <= length else { return }
        // They may repeat what they are just writing.
        while count < end {
          let whole = min(end - count, Int(distance))
          (start + count).initialize(from: start + count - Int(distance), count: whole)
          count += whole
        }
      }
      isWhole = count == length && reader.left == 0 && !reader.isBroken
    }
    return isWhole ? bytes : nil
  }
}

extension [UInt8] {
  /// Appends other bytes, packed where that is shorter.
  mutating func append(packing part: consuming [UInt8]) {
    appendGroups(of: UInt64(part.count))
    if part.isEmpty { return }
    guard part.count >= 8, let packed = LZ77.pack(part, within: part.count - 1) else {
      // A length of zero stands for bytes that are as they were.
      append(part: [])
      self += part
      return
    }
    // The long part is released before its packed bytes are copied.
    part = []
    append(part: packed)
  }
}

extension ByteReader {
  /// Reads what `append(packing:)` wrote; nil where there is none of at most such a length.
  mutating func unpacked(limit: Int) -> [UInt8]? {
    let length = groups()
    if length == 0 { return isBroken ? nil : [] }
    guard length <= UInt64(limit) else { return nil }
    let packed = part()
    if packed.isEmpty {
      let bytes = Array(take(Int(length)))
      return isBroken ? nil : bytes
    }
    return isBroken ? nil : LZ77.unpack(packed, length: Int(length))
  }
}
