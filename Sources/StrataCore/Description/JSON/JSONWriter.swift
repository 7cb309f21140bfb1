/// Writes JSON into memory, front to back.
///
/// The same values in the same order are the same bytes. The caller puts names in order; the writer puts the commas.
///
/// Every word asks for room once and is then put where it belongs: an array's `append` would look for room, and for
/// other owners, at each byte (`StorageSpeed`, `encode`).
package struct JSONWriter: ~Copyable {
  private var block: JSONBlock
  /// The beginning of the part of the block that is in no piece yet.
  private var start: UnsafeMutablePointer<UInt8>
  /// The address at which the next byte is written.
  private var next: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>
  private var pieces = BytePieces()
  private let blockSize: Int
  /// Whether a comma has to come before the next element or name.
  private var needsComma = false
  /// Whether each leaf is shown to come back as it is written; not asked where that was done when it was changed.
  package let checksLeaves: Bool
  /// How deep lists and records may be nested.
  private let depthLimit: Int
  /// How many lists and records are open.
  private var depth = 0
  /// Whether lists and records were nested deeper than a reader allows.
  package private(set) var isTooDeep = false

  /// A writer that has not written.
  ///
  /// - Parameter blockSize: The size from which on a full block becomes a piece; smaller ones are moved to a larger.
  init(blockSize: Int, checksLeaves: Bool = false, depthLimit: Int = jsonDepthLimit) {
    (self.blockSize, self.checksLeaves, self.depthLimit) = (blockSize, checksLeaves, depthLimit)
    block = JSONBlock(capacity: 256)
    (start, next, end) = (block.start, block.start, block.start + block.capacity)
  }

  package init(checksLeaves: Bool = false, depthLimit: Int = jsonDepthLimit) {
    self.init(blockSize: 1 << 20, checksLeaves: checksLeaves, depthLimit: depthLimit)
  }

  /// A writer of what will stand where another one is.
  init(inside other: borrowing JSONWriter) {
    self.init(checksLeaves: other.checksLeaves, depthLimit: other.depthLimit)
    depth = other.depth
  }

  /// Takes note that what was written elsewhere and stands here is too deep.
  mutating func noteTooDeep() { isTooDeep = true }

  /// Ends the writing, and returns the text as UTF-8.
  package consuming func finish() -> BytePieces {
    seal()
    return pieces
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A copy of the text that has been written, as UTF-8.
  package var bytes: [UInt8] {
    if pieces.count == 0 {
      // A short text is in one block, and is copied from there.
      return start == next ? [] : Array(UnsafeBufferPointer(start: start, count: next - start))
    }
    var pieces = pieces
    pieces.append(unsealed)
    return pieces.bytes
  }
}

extension JSONWriter {
  /// Returns the address of room for a number of bytes; `advance(to:)` must follow.
  @inline(__always)
  mutating func room(for count: Int) -> UnsafeMutablePointer<UInt8> {
    if end - next < count { makeRoom(for: count) }
    return next
  }

  /// Takes note of how far bytes were put.
  @inline(__always)
  mutating func advance(to place: UnsafeMutablePointer<UInt8>) { next = place }

  @inline(never)
  private mutating func makeRoom(for count: Int) {
    let isFull = block.capacity >= blockSize
    if isFull {
      WorkMeter.current?.add(next - start)
      seal()
    }
    let pending = next - start
    let size = isFull ? blockSize : min(blockSize, 2 * block.capacity)
    let larger = JSONBlock(capacity: max(size, pending + count))
    larger.start.update(from: start, count: pending)
    block = larger
    (start, next, end) = (block.start, block.start + pending, block.start + block.capacity)
  }

  private var unsealed: BytePiece {
    .block(block, start - block.start..<next - block.start)
  }

  private mutating func seal() {
    pieces.append(unsealed)
    start = next
  }
}

extension JSONWriter {
  /// Writes bytes as they are.
  package mutating func append(_ bytes: Bytes) {
    let place = room(for: bytes.count)
    bytes.copy(to: place)
    advance(to: place + bytes.count)
  }
}

extension JSONWriter {
  /// Goes into a list or record.
  ///
  /// - Throws: `PatchError.Reason.tooDeep` when it is deeper than a reader goes.
  mutating func enter(_ container: JSONReader.Container) throws(PatchError) {
    open(container.rawValue)
    if isTooDeep { throw PatchError(.tooDeep(limit: depthLimit)) }
  }

  package mutating func beginRecord() { open(UInt8(ascii: "{")) }
  package mutating func endRecord() { close(UInt8(ascii: "}")) }
  package mutating func beginList() { open(UInt8(ascii: "[")) }
  package mutating func endList() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    let place = beginValue(1)
    place.pointee = bracket
    advance(to: place + 1)
    needsComma = false
    depth += 1
    if depth > depthLimit { isTooDeep = true }
  }

  private mutating func close(_ bracket: UInt8) {
    let place = room(for: 1)
    place.pointee = bracket
    advance(to: place + 1)
    needsComma = true
    depth -= 1
  }

  /// Puts the comma, and returns where a value of at most so many bytes begins.
  @inline(__always)
  mutating func beginValue(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let place = room(for: count + 1)
    guard needsComma else {
      needsComma = true
      return place
    }
    place.pointee = UInt8(ascii: ",")
    return place + 1
  }

  /// Writes the name of the value that comes next.
  package mutating func writeName(_ name: String) {
    write(name)
    endName()
  }

  /// Writes a name that was put in quotes, escaped and given its colon before.
  @inline(__always)
  mutating func writeName(quoted name: Bytes) {
    let place = beginValue(name.count)
    name.copy(to: place)
    advance(to: place + name.count)
    needsComma = false
  }

  /// Writes a number as a name.
  package mutating func writeName(number: Int) {
    var place = beginValue(Self.longestInteger + 2)
    place.pointee = UInt8(ascii: "\"")
    place = Self.put(Int64(number), at: place + 1)
    place.pointee = UInt8(ascii: "\"")
    advance(to: place + 1)
    endName()
  }

  private mutating func endName() {
    let place = room(for: 1)
    place.pointee = UInt8(ascii: ":")
    advance(to: place + 1)
    needsComma = false
  }

  /// Writes a value that was written as JSON before.
  package mutating func write(raw json: [UInt8]) {
    json.withBytes { write(raw: $0) }
  }

  mutating func write(raw json: Bytes) {
    advance(to: beginValue(0))
    append(json)
  }

  /// How many bytes have been written.
  var count: Int { pieces.count + (next - start) }

  /// Begins a value that belongs to none of those before it, and returns where.
  mutating func beginApart() -> Int {
    needsComma = false
    return count
  }

  package mutating func writeNull() { write(word: "null") }
  package mutating func write(_ value: Bool) { write(word: value ? "true" : "false") }

  @inline(__always)
  private mutating func write(word: StaticString) {
    let count = word.utf8CodeUnitCount
    let place = beginValue(count)
    place.update(from: word.utf8Start, count: count)
    advance(to: place + count)
  }
}
