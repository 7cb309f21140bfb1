import StrataCore

/// Goes through a log from its beginning, a block at a time, and believes nothing that its checksum does not confirm.
struct LogScanner {
  let fileSystem: any FileSystem
  let file: Descriptor
  var size: Int
  /// The most bytes that a line may have.
  var longestLine = Int.max

  init(fileSystem: any FileSystem, file: Descriptor, size: Int, longestLine: Int = .max) {
    (self.fileSystem, self.file, self.size, self.longestLine) = (fileSystem, file, size, longestLine)
  }

  init(_ log: LogFile, size: Int, longestLine: Int = .max) {
    self.init(fileSystem: log.fileSystem, file: log.descriptor, size: size, longestLine: longestLine)
  }

  /// Takes the lines of a log.
  protocol Reader {
    /// The first line.
    mutating func begin(_ header: LogHeader) throws
    /// A page of the history that the log was begun with.
    mutating func page(_ bytes: Bytes) throws
    /// The pages are there, and so many bytes up to their end.
    mutating func begun(_ bytes: Int) throws
    /// A change, with its number.
    mutating func change(_ number: Int, _ json: Bytes) throws
    /// The checksum of the line of a change, or of the last one before the log, which follow it.
    mutating func reached(_ number: Int, _ line: Checksum) throws
    /// Lines are missing between those so far and those that follow.
    mutating func skipped()
    /// Why the log is not the one that is wanted; then no more of it is read.
    var misfit: LogMisfit? { get }
    /// Whether there is enough for now.
    var isOver: Bool { get }
  }

  /// The end of the good lines.
  struct End: Equatable {
    /// The offset behind the last of them.
    var offset = 0
    /// The link of the next line.
    var link = LogLink()
    /// The number of the last change.
    var sequence = 0
    /// The checksum of its line; nil where there is none, or it is not known.
    var line: Checksum?
    /// The damage behind the good lines; nil when the file ends with them.
    var damage: Damage?
    /// The damage that was passed over; the first of several.
    var skipped: Skipped?
  }

  /// Damage with good lines behind it.
  struct Skipped: Equatable {
    var offset: Int
    var reason: String
  }

  /// A kind of damage behind the last good line.
  enum Damage: Equatable {
    /// Parts of lines that were not promised yet, as a power cut or a full disk leaves them.
    case torn
    /// Something happened to lines that had been promised.
    case corrupt(reason: String)
    /// A newer or an earlier version of this package wrote it, in a format of another number.
    case otherFormat(Int)
  }

  /// A line whose checksum is right and that makes no sense.
  struct Nonsense: Error {
    let reason: String
  }

  /// Hands every line to `reader`, as long as they are good.
  ///
  /// - Parameter mark: The place of a state that is whole: damage before it is passed over. Nil for none.
  /// - Throws: The errors of `reader`, save for ``Nonsense``; `SystemError`; ``MemoryLimitExceeded`` for a line that is too long.
  /// - Complexity: O(bytes).
  func scan<Lines: Reader>(_ reader: inout Lines, from mark: LogMark? = nil) throws -> End {
    var progress = LogProgress()
    var skipped: Skipped?
    while true {
      try goOn(&progress, handing: &reader)
      var end = progress.end
      end.skipped = skipped
      guard !reader.isOver, end.offset < size || !progress.isBegun else { return end }
      end.damage = try damage(behind: progress)
      guard let mark, let reason = progress.reasonToSkip(end.damage, before: mark),
        try skip(&progress, to: mark)
      else { return end }
      skipped = skipped ?? Skipped(offset: end.offset, reason: reason)
      reader.skipped()
    }
  }

  /// Goes on at the first good line behind damage; false where there is none, or a change is missing that the state lacks.
  private func skip(_ progress: inout LogProgress, to mark: LogMark) throws -> Bool {
    let end = progress.end
    var tail = LogTail(fileSystem: fileSystem, file: file, range: end.offset..<size, sequence: end.sequence)
    let link = progress.header == nil ? LogLink(toLog: mark.id) : end.link
    let found = try tail.firstGoodLine(behind: link, mark, longest: longestLine) {
      progress.canContinue(with: $0, knowing: mark.sequence)
    }
    guard let found else { return false }
    progress.resume(at: found)
    return true
  }

  /// Hands on every line behind those that were handed on before, as long as they are good.
  ///
  /// - Returns: Whether there is more that is no line, nor the beginning of one.
  /// - Throws: As ``scan(_:)``.
  @discardableResult
  func goOn<Lines: Reader>(_ progress: inout LogProgress, handing reader: inout Lines) throws -> Bool {
    var (blockStart, filled) = (progress.end.offset, 0)
    var block = [UInt8](repeating: 0, count: min(max(size - blockStart, 1), 1 << 20))
    while true {
      let needed = try block.withBytes { bytes in
        try progress.take(
          bytes.part(0..<filled),
          startingAt: blockStart,
          handing: &reader
        )
      }
      guard let needed else { return !reader.isOver }
      guard blockStart + filled < size else { return false }
      // A line that says it is longer than the rest of the file was cut off: it is not read.
      guard needed <= LogLine.headLimit || needed <= size - progress.end.offset else { return false }
      if needed > 1 << 20 {
        // Room is made for what ends where it says that it does.
        guard try isEnd(progress.end.offset + needed - 1) else { return true }
        guard needed <= longestLine else { throw MemoryLimitExceeded() }
      }
      // The bytes that are left move to the front, and more bytes come behind them. Room for a long line is made once.
      let used = progress.end.offset - blockStart
      block.removeFirst(used)
      (blockStart, filled) = (blockStart + used, filled - used)
      let room = min(max(needed, 1 << 20), size - blockStart)
      block.reserveCapacity(room)
      block.append(contentsOf: repeatElement(0, count: max(0, room - block.count)))
      let read = try block.withUnsafeMutableBytes { bytes in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        return try fileSystem.readWhole(into: rest, from: file, at: blockStart + filled)
      }
      if read == 0 { return false }
      WorkMeter.current?.add(read)
      filled += read
    }
  }

  /// Whether the last line that was read is still there: a log may have lost its end, and have another line in that place.
  func hasLastLine(of progress: LogProgress) throws(SystemError) -> Bool {
    guard let last = progress.last else { return true }
    let count = min(size - last.place, LogLine.headLimit)
    let head = try fileSystem.bytes(of: file, at: last.place, count: count)
    return head.withBytes { LogLine(headOf: $0, at: 0)?.checksum == last.checksum }
  }

  private func isEnd(_ place: Int) throws(SystemError) -> Bool {
    let last = try fileSystem.bytes(of: file, at: place, count: 1).first
    return last == UInt8(ascii: "\n")
  }

  /// Returns the damage behind the last good line, for a file that has more bytes there.
  func damage(behind progress: LogProgress) throws -> Damage {
    let end = progress.end
    if let reason = progress.reason { return .corrupt(reason: reason) }
    guard progress.header != nil || progress.isBegun else {
      let name = LogLine.formatName
      let rest = try fileSystem.bytes(
        of: file,
        at: end.offset,
        count: min(size - end.offset, LogLine.headLimit)
      )
      func number(behind name: String) -> Int? {
        guard rest.starts(with: name.utf8) else { return nil }
        let digits = rest.dropFirst(name.utf8.count).prefix(while: isDigit)
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
      }
      if number(behind: LogLine.earlierFormatName) != nil { return .otherFormat(0) }
      if let found = number(behind: name), found != LogLine.format { return .otherFormat(found) }
      return .corrupt(reason: "it does not begin as a log does")
    }
    if !progress.isBegun { return .corrupt(reason: "page \(progress.pages + 1) is damaged") }
    var tail = LogTail(fileSystem: fileSystem, file: file, range: end.offset..<size, sequence: end.sequence)
    let number = end.sequence &+ 1
    if try tail.hasSettledLine() {
      return .corrupt(reason: "change \(number) is damaged, and others follow")
    }
    if try tail.isBrokenOff() { return .torn }
    return .corrupt(reason: "change \(number) was written to its end, and is damaged")
  }
}

extension LogScanner.Reader {
  mutating func page(_ bytes: Bytes) throws {}
  mutating func begun(_ bytes: Int) throws {}
  mutating func reached(_ number: Int, _ line: Checksum) throws {}
  mutating func skipped() {}
  var misfit: LogMisfit? { nil }
  var isOver: Bool { misfit != nil }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// How far a scan has come.
struct LogProgress {
  private(set) var end = LogScanner.End()
  private(set) var header: LogHeader?
  /// The last line: where it begins, and its checksum.
  private(set) var last: (place: Int, checksum: Checksum)?
  /// How many pages were read or passed over.
  fileprivate var pages = 0
  /// Why a line whose checksum is right makes no sense.
  private(set) var reason: String?
  /// Whether the first line was passed over, and all that the log was begun with.
  private var isHeadSkipped = false

  init() {}

  /// Goes on behind a line of a log.
  init(at end: LogScanner.End) { (self.end, isHeadSkipped) = (end, true) }

  /// Whether what the log was begun with is there, or passed over: nothing of that was ever promised apart from the rest.
  var isBegun: Bool { isHeadSkipped || header.map { pages == $0.pages } ?? false }

  /// Why lines are to be passed over that are damaged; nil where they are not, for a state does not have them all.
  fileprivate func reasonToSkip(_ damage: LogScanner.Damage?, before mark: LogMark) -> String? {
    guard !isBegun || end.sequence < mark.sequence else { return nil }
    return switch damage {
    case .corrupt(let reason): reason
    // A state that is not ahead of its log has changes that were on the disk: no power cut takes them away.
    case .torn where !mark.isAhead: "change \(end.sequence + 1) is damaged"
    case .torn, .otherFormat, nil: nil
    }
  }

  /// Whether a good line behind damage can be gone on with.
  ///
  /// - Parameter number: The number of the last change that a state has.
  fileprivate func canContinue(with kind: LogLine.Kind, knowing number: Int) -> Bool {
    switch kind {
    case .header: false
    case .page(let found): header.map { !isBegun && found > pages && found <= $0.pages } ?? false
    case .change(let found, _): found > end.sequence && found <= number + 1
    }
  }

  fileprivate mutating func resume(at line: LogTail.GoodLine) {
    (end.offset, end.link, end.line, reason) = (line.offset, line.link, nil, nil)
    switch line.kind {
    case .header: break
    case .page(let number): pages = number - 1
    case .change(let number, _):
      (pages, isHeadSkipped, end.sequence) = (header?.pages ?? 0, header == nil, number - 1)
    }
  }

  /// Takes all lines of a block; returns how many bytes the next one needs, or nil when it is no line, or the reader has enough.
  fileprivate mutating func take<Lines: LogScanner.Reader>(
    _ text: Bytes,
    startingAt start: Int,
    handing reader: inout Lines
  ) throws -> Int? {
    while true {
      switch LogLine.read(text, at: end.offset - start) {
      case .incomplete(let needed): return needed
      case .noLine: return nil
      case .line(let line):
        guard line.checksum(in: text, after: end.link) == line.checksum else { return nil }
        let payload = text.part(line.payload)
        do {
          try take(line, payload, endingAt: start + line.end, handing: &reader)
        } catch let nonsense as LogScanner.Nonsense {
          reason = nonsense.reason
          return nil
        }
        last = (end.offset, line.checksum)
        (end.offset, end.link) = (start + line.end, end.link.following(line.checksum))
        if reader.isOver { return nil }
      }
    }
  }

  private mutating func take<Lines: LogScanner.Reader>(
    _ line: LogLine,
    _ payload: Bytes,
    endingAt place: Int,
    handing reader: inout Lines
  ) throws {
    switch (line.kind, header) {
    case (.header, nil):
      guard let read = LogHeader(payload) else {
        throw LogScanner.Nonsense(reason: "the first line is no header")
      }
      try reader.begin(read)
      (header, end.sequence, end.line, end.link) = (read, read.base, read.baseLine, read.link)
      if let line = read.baseLine { try reader.reached(read.base, line) }
    case (.page(let number), let header?) where number == pages + 1 && number <= header.pages:
      try reader.page(payload)
      pages = number
      if number == header.pages { try reader.begun(place) }
    case (.change(let number, _), _) where isBegun && number == end.sequence + 1:
      try reader.change(number, payload)
      (end.sequence, end.line) = (number, line.checksum)
      try reader.reached(number, line.checksum)
    default: throw LogScanner.Nonsense(reason: "a line is out of order")
    }
  }
}
