import StrataCore

extension FileSystem {
  /// Writes all of `text`, however many calls that takes.
  func writeAll(_ text: BytePieces, to file: Descriptor) throws(SystemError) {
    try text.forEachPiece { piece throws(SystemError) in try writeAll(piece, to: file) }
  }

  /// Writes all of `bytes`, in one call where the system takes them so.
  func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    try bytes.withBytes { bytes throws(SystemError) in try writeAll(bytes, to: file) }
  }

  /// Writes all of `bytes` from where they lie.
  func writeAll(_ bytes: Bytes, to file: Descriptor) throws(SystemError) {
    var place = 0
    while place < bytes.count {
      let count = try write(bytes.part(place..<bytes.count), to: file)
      guard count > 0 else { throw .deviceError }
      place += count
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

  /// Fills `buffer` from a place in the file, and says how much of it there was.
  func readWhole(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try self.read(into: rest, from: file, at: offset + count)
      if read == 0 { break }
      count += read
    }
    return count
  }

  /// The bytes at a place in the file, as many of `count` as there are.
  func bytes(of file: Descriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try readWhole(into: UnsafeMutableRawBufferPointer(buffer), from: file, at: offset)
    }
    bytes.removeLast(count - read)
    return bytes
  }
}
