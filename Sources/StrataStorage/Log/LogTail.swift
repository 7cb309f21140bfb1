import Platform

/// The bytes behind the last good line of a log.
///
/// A settled line is written when all lines before it are on the disk. A kill, a full disk or a power cut may leave parts
/// of lines that were never promised, however long they are. Those have a settled line at their very beginning or none at
/// all. A settled line further back shows that something else has damaged lines that were promised. It need not be whole
/// itself: it counts when it begins where a line begins, and is as long as it says. If there is none further back, the
/// bytes themselves tell writing that was broken off from damage, as far as they can: see ``isBrokenOff()``.
struct LogTail {
  let fileSystem: any FileSystem
  let file: Descriptor
  /// The range of these bytes in the file.
  let range: Range<Int>
  /// The number of the last good change.
  let sequence: Int
  /// The part of the file that was read last.
  private(set) var block: (start: Int, bytes: [UInt8]) = (0, [])
  /// How many heads of lines were read.
  private(set) var headsRead = 0

  init(fileSystem: any FileSystem, file: Descriptor, range: Range<Int>, sequence: Int) {
    (self.fileSystem, self.file, self.range, self.sequence) = (fileSystem, file, range, sequence)
  }

  /// Whether a settled line stands behind the first line.
  ///
  /// - Complexity: O(bytes): of each line, the end is looked for, and what it says of itself is read.
  mutating func hasSettledLine() throws(SystemError) -> Bool {
    var start = range.lowerBound
    while let newline = try newline(from: start) {
      let line = try line(at: start)
      if start > range.lowerBound, isSettled(line, endingAt: newline) { return true }
      // If the newline at the end of `line` is damaged, the next line ends at `newline` instead.
      if let line, line.end <= newline, isSettled(try self.line(at: line.end), endingAt: newline) {
        return true
      }
      start = newline + 1
    }
    return false
  }

  /// A line that can be believed, as far as the lines before it go.
  struct GoodLine {
    var offset: Int
    /// The link that its checksum goes on from.
    var link: LogLink
    var kind: LogLine.Kind
  }

  /// Finds a line behind damage that can be believed: one that goes on from what the line before it says of itself, or the
  /// one behind that of which the state has the checksum.
  ///
  /// The words of a damaged line prove nothing. But a checksum covers the one of the line before: where it is right, the
  /// checksum that stands there is, too.
  ///
  /// - Parameters:
  ///   - link: The link of the damaged line.
  ///   - mark: The place of the state.
  ///   - longest: The most bytes that a line may have.
  ///   - canContinue: Whether a line is one that is looked for.
  /// - Complexity: O(bytes).
  mutating func firstGoodLine(
    behind link: LogLink,
    _ mark: LogMark,
    longest: Int,
    where canContinue: (LogLine.Kind) -> Bool
  ) throws(SystemError) -> GoodLine? {
    let log = LogLink(toLog: mark.id)
    var (start, link) = (range.lowerBound, link)
    while let newline = try newline(from: start) {
      if let line = try line(at: start), line.end == newline + 1 ? true : try isPage(line) {
        if start > range.lowerBound, line.end - start <= longest, canContinue(line.kind) {
          let moved = line.moved(by: -start)
          let isGood = try bytes(start..<line.end).withBytes {
            moved.checksum(in: $0, after: link) == line.checksum
          }
          if isGood { return GoodLine(offset: start, link: link, kind: line.kind) }
        }
        link = log.following(line.checksum)
        if case .change(mark.sequence, _) = line.kind, line.checksum == mark.line {
          let next = LogLine.Kind.change(mark.sequence + 1, isSettled: true)
          return GoodLine(offset: line.end, link: link, kind: next)
        }
      }
      start = newline + 1
    }
    return nil
  }

  /// Whether a line has a page, and ends where it says: among its bytes may be such as end a line.
  private func isPage(_ line: LogLine) throws(SystemError) -> Bool {
    guard case .page = line.kind, line.end <= range.upperBound else { return false }
    return try bytes(line.end - 1..<line.end) == [UInt8(ascii: "\n")]
  }

  private func isSettled(_ line: LogLine?, endingAt newline: Int) -> Bool {
    guard let line, line.end == newline + 1,
      case .change(let number, isSettled: true) = line.kind
    else {
      return false
    }
    return number > sequence
  }

  /// Returns the line at an offset as its head says, with offsets in the file.
  mutating func line(at start: Int) throws(SystemError) -> LogLine? {
    let end = min(start + LogLine.headLimit, range.upperBound)
    if end <= start { return nil }
    headsRead += 1
    let inBlock = start - block.start
    if inBlock >= 0, end - block.start <= block.bytes.count {
      return block.bytes.withBytes { LogLine(headOf: $0, at: inBlock) }?.moved(by: block.start)
    }
    let head = try fileSystem.bytes(of: file, at: start, count: end - start)
    return head.withBytes { LogLine(headOf: $0, at: 0) }?.moved(by: start)
  }

  /// Sees to it that a place is in the block; false when nothing is there.
  mutating func fill(at place: Int) throws(SystemError) -> Bool {
    if (block.start..<block.start + block.bytes.count).contains(place) { return true }
    let count = min(1 << 20, range.upperBound - place)
    block = (place, try fileSystem.bytes(of: file, at: place, count: count))
    return !block.bytes.isEmpty
  }

  /// Returns the bytes in a range of the file; reads them again only where the block does not have them.
  func bytes(_ places: Range<Int>) throws(SystemError) -> [UInt8] {
    let start = places.lowerBound - block.start
    if start >= 0, start + places.count <= block.bytes.count {
      return Array(block.bytes[start..<start + places.count])
    }
    return try fileSystem.bytes(of: file, at: places.lowerBound, count: places.count)
  }

  /// Returns the offset of the first newline at or behind an offset; nil when there is none.
  mutating func newline(from start: Int) throws(SystemError) -> Int? {
    var place = start
    while place < range.upperBound {
      guard try fill(at: place) else { return nil }
      let found = block.bytes.withBytes { $0.firstPlace(of: UInt8(ascii: "\n"), from: place - block.start) }
      if let found { return block.start + found }
      place = block.start + block.bytes.count
      // A hole may be larger than the disk.
      if block.bytes.areZeroes { place = try fileSystem.data(in: file, from: place) ?? range.upperBound }
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether there is nothing but zeroes, and at least one.
  var areZeroes: Bool {
    guard first == 0 else { return false }
    return withBytes { $0.part(1..<count).isSame(as: $0.part(0..<count - 1)) }
  }
}

extension LogLine {
  /// The line in a text that begins so many bytes earlier.
  fileprivate func moved(by offset: Int) -> LogLine {
    var line = self
    line.head = head.lowerBound + offset..<head.upperBound + offset
    line.payload = payload.lowerBound + offset..<payload.upperBound + offset
    line.end += offset
    return line
  }
}
