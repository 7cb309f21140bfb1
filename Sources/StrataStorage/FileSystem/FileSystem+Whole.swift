import Strata

extension FileSystem {
  /// Writes all of `text`, however many calls that takes.
  func writeAll(_ text: JSONPieces, to file: Descriptor) throws(SystemError) {
    try text.forEachPiece { piece throws(SystemError) in
      var rest = UnsafeRawBufferPointer(piece)
      while !rest.isEmpty {
        let count = try write(rest, to: file)
        guard count > 0 else { throw .deviceError }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Reads from where the file stands to its end, but no more than one byte beyond `limit`.
  ///
  /// - Parameter expected: How many bytes there probably are; room is made for them at once.
  func readAll(from file: Descriptor, expecting expected: Int, limit: Int) throws(SystemError) -> [UInt8] {
    let most = limit == .max ? limit : limit + 1
    // One more than expected, so that the end is noticed without making room again.
    var bytes = [UInt8](repeating: 0, count: max(1, min(expected, limit) + 1))
    var count = 0
    while count < most {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, most - count)) }
      let read = try bytes.withUnsafeMutableBufferPointer { [count] buffer throws(SystemError) in
        let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        return try self.read(into: room, from: file)
      }
      if read == 0 { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
