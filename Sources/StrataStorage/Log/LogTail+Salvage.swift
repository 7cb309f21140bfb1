import StrataCore

extension LogTail {
  /// Takes a change with its number and its place; or, without a number, a moment that was kept.
  typealias Taking = (_ number: Int?, _ json: UnsafeRawBufferPointer, _ place: Int, _ line: Checksum) throws
    -> Void

  /// Hands the changes to `take` that are whole, and follow on a change that is known.
  ///
  /// The checksum of a line covers the one of the line before. So a line behind a damaged one is whole when its checksum
  /// is right after the one that the damaged line states, or after the one that it should state.
  ///
  /// - Parameters:
  ///   - known: The number of the last change that is known.
  ///   - link: The link from which the first line of the tail may go on.
  ///   - isBegun: Whether the good lines have everything that the log was begun with.
  ///   - take: Takes a change with its place, also one that is known; what it refuses as nonsense of a later one is the
  ///     end.
  /// - Returns: How many bytes may have held further changes, and the number of the last line, as far as it can be told.
  mutating func salvage(
    from known: Int,
    after link: LogLink,
    isBegun: Bool,
    _ take: Taking
  ) throws -> (lost: Int, last: Int) {
    var salvage = Salvage(known: known, number: sequence, isBegun: isBegun, log: link)
    var (start, end) = (range.lowerBound, range.lowerBound)
    while start < range.upperBound, !salvage.isOver {
      if start >= end { end = try newline(from: start).map { $0 + 1 } ?? range.upperBound }
      let part = try part(of: start..<end)
      var text = try bytes(part)
      let isHole = part.upperBound < end && text.areZeroes
      if isHole { text = [0] }
      if text.suffix(2) == [UInt8(ascii: "\r"), UInt8(ascii: "\n")] { text.remove(at: text.count - 2) }
      try text.withUnsafeBytes { try salvage.take($0, at: start, take) }
      start = end
      if isHole { start = min(end, try fileSystem.data(in: file, from: part.upperBound) ?? end) }
    }
    return (salvage.lostFrom.map { range.upperBound - $0 } ?? 0, salvage.number)
  }
}

extension LogTail {
  /// What is read of a piece between two ends of lines: all of it, unless it is longer than most lines, and is no line that
  /// says so itself. A file may have holes that are larger than the memory.
  private mutating func part(of piece: Range<Int>) throws(SystemError) -> Range<Int> {
    if piece.count <= Self.longestDamage { return piece }
    let stated = try line(at: piece.lowerBound)?.end
    let isLine =
      piece.count <= Self.longestLine && (stated == piece.upperBound || stated == piece.upperBound - 1)
    return isLine ? piece : piece.lowerBound..<piece.lowerBound + Self.longestDamage
  }

  /// The most bytes that are read of what is damaged.
  static var longestDamage: Int { 1 << 24 }

  /// The most bytes of a line that is looked for behind damage.
  private static var longestLine: Int { 1 << 30 }
}

/// How far a search for whole changes has come.
private struct Salvage {
  /// The number of the last change that was kept.
  var known: Int
  /// The number of the last line, as far as it can be told.
  var number: Int
  /// The number of the last line that is whole.
  var whole: Int
  /// Whether nothing follows but changes.
  let isBegun: Bool
  /// The link from which the first line may go on.
  let log: LogLink
  /// What the next line may go on from; and those further back, for the end of a line may be damage itself.
  var links: [LogLink]
  /// How many of them are of the line before.
  var ofLast: Int
  /// Where the first line is that may have held a change that is lost.
  var lostFrom: Int?
  var isOver = false

  init(known: Int, number: Int, isBegun: Bool, log: LogLink) {
    (self.known, self.number, whole) = (known, number, number)
    (self.isBegun, self.log, links, ofLast) = (isBegun, log, [log], 1)
  }

  /// Takes what stands between two ends of lines.
  mutating func take(
    _ text: UnsafeRawBufferPointer,
    at place: Int,
    _ take: LogTail.Taking
  ) throws {
    var start = 0
    while start < text.count, !isOver {
      // Blocks that were lost are zeroes, and a line may follow on them at once.
      let zeroes = text[start...].prefix { $0 == 0 }.count
      if zeroes > 0 { lostFrom = lostFrom ?? place + start }
      start += zeroes
      if start == text.count { return }
      let rest = UnsafeRawBufferPointer(rebasing: text[start...])
      if let (line, link, isNext) = whole(rest) {
        // Nothing stands between it and the line before: what was damaged there is known, when this one follows.
        if isNext, follows(line) { lostFrom = nil }
        (links, ofLast) = ([link.following(line.checksum)], 1)
        try self.take(line, rest, at: place + start, take)
        return
      }
      let end = pass(rest, at: place + start)
      start += end
    }
  }

  private func whole(_ text: UnsafeRawBufferPointer) -> (LogLine, after: LogLink, isNext: Bool)? {
    guard case .line(let line) = LogLine.read(text, at: 0), line.end == text.count,
      let index = links.firstIndex(where: { line.checksum(in: text, after: $0) == line.checksum })
    else { return nil }
    return (line, links[index], index < ofLast)
  }

  private func follows(_ line: LogLine) -> Bool {
    if case .change(let found, _) = line.kind { found <= known + 1 } else { true }
  }

  private mutating func take(
    _ line: LogLine,
    _ text: UnsafeRawBufferPointer,
    at place: Int,
    _ take: LogTail.Taking
  ) throws {
    let json = UnsafeRawBufferPointer(rebasing: text[line.payload])
    if case .kept = line.kind { try take(nil, json, place, line.checksum) }
    guard case .change(let found, _) = line.kind else { return }
    (number, whole) = (found, found)
    if found > known + 1 {
      lostFrom = lostFrom ?? place
      isOver = true
      return
    }
    guard found > known else {
      // What was damaged before it is known as well.
      lostFrom = nil
      try take(found, json, place, line.checksum)
      return
    }
    do {
      try take(found, json, place, line.checksum)
      known = found
    } catch is LogScanner.Nonsense {
      (lostFrom, isOver) = (place, true)
    }
  }

  /// Whether a line of this log can stand at a place, or it is one of another file.
  private func canFollow(_ kind: LogLine.Kind, at place: Int) -> Bool {
    switch kind {
    case .header: place == 0
    case .kept: !isBegun
    case .change(let found, _): found > whole
    }
  }

  /// The number of the one change that a damaged piece between two ends of lines is; nil where nothing says that it is one:
  /// neither how long it is, nor that its JSON is whole, as far as that is worth looking at.
  private func number(ofOne line: LogLine?, _ text: UnsafeRawBufferPointer) -> Int? {
    guard let stated = LogLine.changeNumber(text) else { return nil }
    if let line, line.end == text.count { return stated }
    guard text.count <= 1 << 20, text.last == UInt8(ascii: "\n"),
      let json = text.prefix(LogLine.headLimit).firstIndex(of: UInt8(ascii: "{")),
      (try? PlainValue(json: text[json..<text.count - 1])) != nil
    else { return nil }
    return stated
  }

  /// Goes over a damaged line; returns where the next one begins.
  private mutating func pass(_ text: UnsafeRawBufferPointer, at place: Int) -> Int {
    let line = LogLine(headOf: text, at: 0)
    let isChange = text.first != UInt8(ascii: "k") && !text.starts(with: LogLine.formatName.utf8)
    if isChange {
      // What stands there may have been several changes, unless something says that it is one, and which.
      let one = self.number(ofOne: line, text)
      number = max(number + 1, one ?? 0)
      if one == nil || number > known { lostFrom = lostFrom ?? place }
    }
    var found: [LogLink] = []
    var end = text.count
    // Lines of a removed file follow on each other, and on none that is there.
    if let line, !canFollow(line.kind, at: place) { return min(line.end, end) }
    if let line {
      found.append(log.following(line.checksum))
      // Where its own end is damaged, the next one begins in its middle.
      if line.end < text.count { end = line.end }
    }
    // The JSON is a record, and what stands before it ends with the checksum: whatever else is damaged there.
    // One bit makes a brace of the `s` at the beginning, so it is looked for behind that.
    if let json = text.prefix(LogLine.headLimit).dropFirst(11).firstIndex(of: UInt8(ascii: "{")) {
      if let stated = Checksum(digits: String(decoding: text[json - 9..<json - 1], as: UTF8.self)) {
        found.append(log.following(stated))
      }
      let last = end == text.count && text.last == UInt8(ascii: "\n") ? end - 1 : end
      let payload = json..<max(json, last)
      for link in links {
        let checksum = LogLine.checksum(ofHead: 0..<json - 10, payload, in: text, after: link)
        found.append(link.following(checksum))
      }
    }
    (links, ofLast) = (Array((found + links).prefix(6)), found.count)
    return end
  }
}
