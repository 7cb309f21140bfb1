/// A text of JSON in the pieces in which it was written.
///
/// A large text is never put together in memory: moving a hundred megabytes into fresh pages takes as long as writing
/// many of them does, and a file takes piece after piece as well.
package struct JSONPieces: Sendable {
  private var pieces: [JSONPiece] = []
  /// How many bytes there are.
  package private(set) var count = 0

  /// A text without bytes.
  package init() {}

  mutating func append(_ piece: JSONPiece) {
    if piece.range.isEmpty { return }
    pieces.append(piece)
    count += piece.range.count
  }

  /// Adds another text behind this one.
  package mutating func append(_ text: JSONPieces) {
    for piece in text.pieces { append(piece) }
  }

  /// Hands over the bytes, piece after piece.
  package func forEachPiece<Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Void
  ) throws(Failure) {
    for piece in pieces { try piece.withBytes(body) }
  }

  /// All bytes together, which costs a copy.
  package var bytes: [UInt8] {
    // An array that is made empty so writes its count to the one empty array that all threads share.
    if count == 0 { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      forEachPiece { piece in
        piece.copy(to: start + filled)
        filled += piece.count
      }
    }
  }
}

extension JSONPieces {
  /// Puts all bytes together, and lets each piece go that was copied.
  package consuming func joined() -> [UInt8] {
    if pieces.count < 2 { return bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    pieces.reverse()
    while let piece = pieces.popLast() { piece.withBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }
}

/// Some neighbouring bytes of a text.
struct JSONPiece: Sendable {
  let block: JSONBlock
  let range: Range<Int>

  func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(block) {} }
    return try body(Bytes(UnsafeRawBufferPointer(start: block.start + range.lowerBound, count: range.count)))
  }
}

/// Memory that a writer fills.
final class JSONBlock: @unchecked Sendable {
  // Unchecked for the memory: one writer fills it from front to back, and what it has handed out as a piece it does
  // not touch again.
  let start: UnsafeMutablePointer<UInt8>
  let capacity: Int

  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    start.deallocate()
  }
}
