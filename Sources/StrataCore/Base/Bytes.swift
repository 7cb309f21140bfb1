import Platform

/// Bytes that their holder keeps, read where they lie: each access is checked against their bounds, in release builds, too.
///
/// Readers of what may come from a stranger stand on it: of JSON, packed patches, pages, and the lines of a log. It is an
/// address and a count, so a reader that is copied counts no reference. The holder has to stay as long as the reader does.
@usableFromInline
package struct Bytes: RandomAccessCollection {
  /// The address of the first byte; any address without bytes.
  @usableFromInline let start: UnsafeRawPointer
  @usableFromInline package let count: Int

  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer) {
    // A buffer without an address has no bytes, so what is taken for one is never read.
    start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = bytes.count
  }

  @inlinable
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(UnsafeRawBufferPointer(bytes)) }

  /// The letters of a word of the program.
  init(_ word: StaticString) {
    (start, count) = (UnsafeRawPointer(word.utf8Start), word.utf8CodeUnitCount)
  }

  /// No bytes.
  @inlinable
  package init() { self.init(UnsafeRawBufferPointer(start: nil, count: 0)) }

  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int { count }

  @inlinable @inline(__always)
  package subscript(place: Int) -> UInt8 {
    // A place below zero is a great number without its sign.
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No byte is there")
    return start.load(fromByteOffset: place, as: UInt8.self)
  }

  /// The bytes of a range, numbered from 0 again.
  @inlinable @inline(__always)
  package func part(_ range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Not all of these bytes are there")
    return Bytes(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// The bytes from a place on, as a number in the machine's order.
  @inlinable @inline(__always)
  package func word<Word: FixedWidthInteger>(at place: Int, as type: Word.Type) -> Word {
    precondition(place >= 0 && count &- place >= MemoryLayout<Word>.size, "Not all of these bytes are there")
    return start.loadUnaligned(fromByteOffset: place, as: Word.self)
  }

  @inlinable
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
  }
}

extension Bytes {
  /// Whether the bytes are the same as others.
  @inline(__always)
  package func isSame(as other: Bytes) -> Bool {
    count == other.count && memcmp(start, other.start, count) == 0
  }

  /// Whether others stand at a place, most of them few: up to sixteen are compared as two words that may overlap.
  @inline(__always)
  func has(_ other: Bytes, at place: Int) -> Bool {
    let (other, length) = (other.start, other.count)
    guard place >= 0, length <= count &- place else { return false }
    let here = start + place
    func areSame<Word: FixedWidthInteger>(_ type: Word.Type) -> Bool {
      let last = length &- MemoryLayout<Word>.size
      return here.loadUnaligned(as: Word.self) == other.loadUnaligned(as: Word.self)
        && here.loadUnaligned(fromByteOffset: last, as: Word.self)
          == other.loadUnaligned(fromByteOffset: last, as: Word.self)
    }
    switch length {
    case 4..<8: return areSame(UInt32.self)
    case 8...16: return areSame(UInt64.self)
    default: return memcmp(here, other, length) == 0
    }
  }

  /// Whether the bytes come before others in the order of bytes.
  func precedes(_ other: Bytes) -> Bool {
    let order = memcmp(start, other.start, Swift.min(count, other.count))
    return order != 0 ? order < 0 : count < other.count
  }

  /// Puts the bytes where there is room for them.
  @inline(__always)
  func copy(to place: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: count)
  }

  /// The bytes and others behind them as a text, in which what is no UTF-8 is mended.
  func text(with others: Bytes) -> String {
    String(unsafeUninitializedCapacity: count + others.count) { target in
      guard let place = target.baseAddress else { return 0 }
      copy(to: place)
      others.copy(to: place + count)
      return count + others.count
    }
  }

  /// Lets `body` have the memory itself.
  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The place of the first byte of a kind, from a place on.
  package func firstPlace(of byte: UInt8, from place: Int) -> Int? {
    let rest = part(place..<count)
    guard let found = memchr(rest.start, Int32(byte), rest.count) else { return nil }
    return place + (UnsafeRawPointer(found) - rest.start)
  }

  /// The bytes as a text, in which what is no UTF-8 is mended.
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension Array where Element == UInt8 {
  /// The same bytes without room to spare: a copy where there is more than a little.
  var trimmed: [UInt8] {
    capacity - count > count / 256 ? withUnsafeBufferPointer { Array($0) } : self
  }

  /// Lets `body` read the bytes where they lie.
  @inlinable @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(Bytes(bytes)) }
  }
}

extension ArraySlice where Element == UInt8 {
  /// Lets `body` read the bytes where they lie.
  @inlinable @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(Bytes(bytes)) }
  }
}
