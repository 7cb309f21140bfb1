import StrataCore

// Copies of files of any length: a megabyte is in memory at a time, and what is a hole, or was written as zeroes, takes no
// room in the copy either.

extension FileSystem {
  /// Copies a part of a file to a new one, as far as it is there, and waits until it is on the disk.
  func copy(_ part: Range<Int>, of file: Descriptor, to copy: Descriptor) throws(StepFailure) {
    var (place, isBehindHole) = (part.lowerBound, false)
    func makeHole() throws(StepFailure) {
      let size = place - part.lowerBound
      if isBehindHole {
        try performing(.write) { () throws(SystemError) in try truncate(copy, to: size) }
      }
      isBehindHole = false
    }
    while place < part.upperBound {
      let bytes = try block(of: file, in: place..<part.upperBound)
      if bytes.isEmpty { break }
      if bytes.areZeroes {
        (place, isBehindHole) = (try end(ofHoleIn: file, place + bytes.count, part.upperBound), true)
      } else {
        try makeHole()
        try performing(.write) { () throws(SystemError) in try writeAll(bytes, to: copy) }
        place += bytes.count
      }
    }
    try makeHole()
    try performing(.syncFile) { () throws(SystemError) in try sync(copy) }
  }

  /// Whether two files have the same bytes.
  func isSame(_ file: Descriptor, as other: Descriptor) throws(StepFailure) -> Bool {
    let size = try size(of: file)
    guard try self.size(of: other) == size else { return false }
    var place = 0
    while place < size {
      let bytes = try block(of: file, in: place..<size)
      guard try block(of: other, in: place..<size) == bytes, !bytes.isEmpty else { return false }
      place += bytes.count
      if bytes.areZeroes {
        place = min(try end(ofHoleIn: file, place, size), try end(ofHoleIn: other, place, size))
      }
    }
    return true
  }

  private func size(of file: Descriptor) throws(StepFailure) -> Int {
    try performing(.inspect) { () throws(SystemError) in Int(try status(of: file).identity.size) }
  }

  private func block(of file: Descriptor, in places: Range<Int>) throws(StepFailure) -> [UInt8] {
    let count = min(1 << 20, places.count)
    return try performing(.read) { () throws(SystemError) in
      try bytes(of: file, at: places.lowerBound, count: count)
    }
  }

  private func end(ofHoleIn file: Descriptor, _ place: Int, _ end: Int) throws(StepFailure) -> Int {
    if place >= end { return end }
    return try performing(.read) { () throws(SystemError) in min(end, try data(in: file, from: place) ?? end)
    }
  }
}
