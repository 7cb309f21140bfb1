extension LogTail {
  /// Hands the changes to `take` that are whole, and follow on a change that is known.
  ///
  /// The checksum of a line covers the one of the line before. So a line behind a damaged one is whole when its checksum
  /// is right after the one that the damaged line states, or after the one that it should state.
  ///
  /// - Parameters:
  ///   - known: The number of the last change that is known.
  ///   - checksum: That of the last good line.
  ///   - take: Takes the next change; what it refuses as nonsense is the end.
  /// - Returns: How many bytes may have held further changes.
  mutating func salvage(
    from known: Int,
    after checksum: Checksum,
    _ take: (Int, UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    var salvage = Salvage(known: known, number: sequence, checksums: [checksum])
    var start = range.lowerBound
    while start < range.upperBound, !salvage.isOver {
      let end = try newline(from: start).map { $0 + 1 } ?? range.upperBound
      let text = try fileSystem.bytes(of: file, at: start, count: end - start)
      try text.withUnsafeBytes { try salvage.take($0, at: start, take) }
      start = end
    }
    return salvage.lostFrom.map { range.upperBound - $0 } ?? 0
  }
}

/// How far a search for whole changes has come.
private struct Salvage {
  /// The number of the last change that was kept.
  var known: Int
  /// The number of the last line, as far as it can be told.
  var number: Int
  /// What the checksum of the line before may be; and of those further back, for the end of a line may be damage itself.
  var checksums: [Checksum]
  /// How many of them are of the line before.
  var ofLast = 1
  /// Where the first line is that may have held a change that is lost.
  var lostFrom: Int?
  var isOver = false

  /// Takes what stands between two ends of lines.
  mutating func take(
    _ text: UnsafeRawBufferPointer,
    at place: Int,
    _ take: (Int, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var start = 0
    while start < text.count, !isOver {
      // Blocks that were lost are zeroes, and a line may follow on them at once.
      start += text[start...].prefix { $0 == 0 }.count
      let rest = UnsafeRawBufferPointer(rebasing: text[start...])
      if let (line, isNext) = whole(rest) {
        // Nothing stands between it and the line before: what was damaged there is known, when this one follows.
        if isNext, follows(line) { lostFrom = nil }
        try self.take(line, rest, at: place + start, take)
        return
      }
      let end = pass(rest, at: place + start)
      start += end
    }
  }

  private func whole(_ text: UnsafeRawBufferPointer) -> (LogLine, isNext: Bool)? {
    guard case .line(let line) = LogLine.read(text, at: 0), line.end == text.count,
      let index = checksums.firstIndex(where: { line.checksum(in: text, after: $0) == line.checksum })
    else { return nil }
    return (line, index < ofLast)
  }

  private func follows(_ line: LogLine) -> Bool {
    if case .change(let found, _) = line.kind { found <= known + 1 } else { true }
  }

  private mutating func take(
    _ line: LogLine,
    _ text: UnsafeRawBufferPointer,
    at place: Int,
    _ take: (Int, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    (checksums, ofLast) = ([line.checksum], 1)
    guard case .change(let found, _) = line.kind else { return }
    number = found
    if found > known + 1 {
      lostFrom = lostFrom ?? place
      isOver = true
      return
    }
    guard found > known else {
      // What was damaged before it is known as well.
      lostFrom = nil
      return
    }
    do {
      try take(found, UnsafeRawBufferPointer(rebasing: text[line.payload]))
      known = found
    } catch is LogScanner.Nonsense {
      (lostFrom, isOver) = (place, true)
    }
  }

  /// Goes over a damaged line; returns where the next one begins.
  private mutating func pass(_ text: UnsafeRawBufferPointer, at place: Int) -> Int {
    let isChange = text.first != UInt8(ascii: "k") && !text.starts(with: LogLine.formatName.utf8)
    if isChange { number += 1 }
    if isChange && number > known { lostFrom = lostFrom ?? place }
    var found: [Checksum] = []
    var end = text.count
    if let line = LogLine(headOf: text, at: 0) {
      found.append(line.checksum)
      // Where its own end is damaged, the next one begins in its middle.
      if line.end < text.count { end = line.end }
    }
    // The JSON is a record, and what stands before it ends with the checksum: whatever else is damaged there.
    // One bit makes a brace of the `s` at the beginning, so it is looked for behind that.
    if let json = text.prefix(LogLine.headLimit).dropFirst(11).firstIndex(of: UInt8(ascii: "{")) {
      if let stated = Checksum(digits: String(decoding: text[json - 9..<json - 1], as: UTF8.self)) {
        found.append(stated)
      }
      let last = end == text.count && text.last == UInt8(ascii: "\n") ? end - 1 : end
      let payload = json..<max(json, last)
      for checksum in checksums {
        found.append(LogLine.checksum(ofHead: 0..<json - 10, payload, in: text, after: checksum))
      }
    }
    (checksums, ofLast) = (Array((found + checksums).prefix(6)), found.count)
    return end
  }
}
