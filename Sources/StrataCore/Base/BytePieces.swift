/// Bytes in the pieces in which they were written.
///
/// A large text is never put together in memory: moving a hundred megabytes into fresh pages takes as long as writing
/// many of them does, and a file takes piece after piece as well.
package struct BytePieces: Sendable {
  private var pieces: [BytePiece] = []
  /// How many bytes there are.
  package private(set) var count = 0

  /// No bytes.
  package init() {}

  /// The bytes of arrays, one behind the other.
  package init(_ arrays: [UInt8]...) {
    for bytes in arrays { append(.array(bytes)) }
  }

  mutating func append(_ piece: BytePiece) {
    if piece.count == 0 { return }
    pieces.append(piece)
    count += piece.count
  }

  /// Adds another text behind this one.
  package mutating func append(_ text: BytePieces) {
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

/// Some neighbouring bytes.
enum BytePiece: Sendable {
  case array([UInt8])
  case block(JSONBlock, Range<Int>)

  var count: Int {
    switch self {
    case .array(let bytes): bytes.count
    case .block(_, let range): range.count
    }
  }

  func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .array(let bytes): return try bytes.withBytes(body)
    case .block(let block, let range):
      defer { withExtendedLifetime(block) {} }
      return try body(
        Bytes(UnsafeRawBufferPointer(start: block.start + range.lowerBound, count: range.count))
      )
    }
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
