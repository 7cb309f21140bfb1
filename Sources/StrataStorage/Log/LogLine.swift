import StrataCore

/// The layout of a line of a log: what it is, the length and the checksum of its JSON, and the JSON.
///
///     s17 143 9af03c11 {"after":11,"at":…}
///
/// In place of JSON, the line of a page has its bytes. The checksum covers the checksum of the line before and the name of
/// the log, too. So it tells when a line is missing, stands twice, or comes from another log; see ``LogLink``.
struct LogLine: Equatable, Sendable {
  /// A kind of line.
  enum Kind: Equatable, Sendable {
    /// The first line: it names the log and the format.
    case header
    /// A page of the history as it was when the log was written; they are numbered from 1.
    case page(Int)
    /// A change. A settled one was written when all before it were known to be on the disk, so damage before it is not
    /// the trace of a power cut.
    case change(Int, isSettled: Bool)
  }

  var kind: Kind
  var checksum: Checksum
  /// The range of the part that has the kind of the line and its length.
  var head: Range<Int>
  /// The range of the JSON.
  var payload: Range<Int>
  /// The offset of the next line.
  var end: Int

  /// The only format that is written and read; a log of another format is refused with its number.
  static let format = 1
  static let formatName = "strata-history-"
  /// The name of a format that earlier versions wrote.
  static let earlierFormatName = "strata-log-"

  /// Returns a line, and its checksum.
  static func write(_ kind: Kind, _ payload: BytePieces, after link: LogLink) -> (bytes: [UInt8], Checksum) {
    let room = payload.count + 1
    var (bytes, checksum) = writeHead(kind, payload, after: link, leaving: room)
    payload.forEachPiece { bytes.append(contentsOf: $0) }
    bytes.append(newline)
    return (bytes, checksum)
  }

  /// Returns what stands in front of a payload, and the checksum of the line.
  ///
  /// - Parameter room: How many bytes are to have room behind it.
  static func writeHead(
    _ kind: Kind,
    _ payload: BytePieces,
    after link: LogLink,
    leaving room: Int = 0
  ) -> (bytes: [UInt8], Checksum) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 + room)
    bytes += kind.tag.utf8
    bytes.append(space)
    bytes += String(payload.count).utf8
    var checksum = link.start
    checksum.add(bytes)
    payload.forEachPiece { checksum.add($0) }
    bytes.append(space)
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      bytes.append(digits[Int(checksum.value >> shift & 15)])
    }
    bytes.append(space)
    return (bytes, checksum)
  }

  /// The result of reading a line at an offset of a text.
  enum Found {
    /// A line, which is only right if the checksum is.
    case line(LogLine)
    /// The beginning of what may be a line, of at least this many bytes.
    case incomplete(Int)
    case noLine
  }

  /// The most bytes that stand before a line's JSON.
  static let headLimit = 64

  /// Reads what stands at a place of a text, and trusts nothing.
  static func read(_ text: Bytes, at start: Int) -> Found {
    guard let line = LogLine(headOf: text, at: start) else {
      return text.count - start < headLimit ? .incomplete(headLimit) : .noLine
    }
    guard line.end <= text.count else { return .incomplete(line.end - start) }
    return text[line.payload.upperBound] == newline ? .line(line) : .noLine
  }

  /// Reads the head of a line: its kind, length and checksum. The payload may be missing.
  init?(headOf text: Bytes, at start: Int) {
    var place = start
    guard let kind = Kind(reading: text, at: &place), skip(space, text, &place),
      let length = number(text, &place), length < Int.max / 2
    else { return nil }
    head = start..<place
    guard skip(space, text, &place), let checksum = hexadecimal(text, &place), skip(space, text, &place)
    else {
      return nil
    }
    (self.kind, self.checksum) = (kind, checksum)
    payload = place..<place + length
    end = place + length + 1
  }

  /// The checksum that this line of a text should have.
  func checksum(in text: Bytes, after link: LogLink) -> Checksum {
    var computed = link.start
    computed.add(text.part(head))
    computed.add(text.part(payload))
    return computed
  }
}

private let space = UInt8(ascii: " ")
private let newline = UInt8(ascii: "\n")
private let digits = Array("0123456789abcdef".utf8)

private func skip(_ byte: UInt8, _ text: Bytes, _ place: inout Int) -> Bool {
  guard place < text.count, text[place] == byte else { return false }
  place += 1
  return true
}

/// Reads a number as it is written: no sign, no zeroes before it, nothing that an `Int` does not hold.
private func number(_ text: Bytes, _ place: inout Int) -> Int? {
  let start = place
  var value = 0
  while place < text.count, case let digit = text[place] &- UInt8(ascii: "0"), digit < 10 {
    let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int(digit))
    guard !isTooLarge, !isStillTooLarge else { return nil }
    (value, place) = (sum, place + 1)
  }
  guard place > start, place == start + 1 || text[start] != UInt8(ascii: "0") else { return nil }
  return value
}

private func hexadecimal(_ text: Bytes, _ place: inout Int) -> Checksum? {
  guard place + 8 <= text.count else { return nil }
  var value: UInt32 = 0
  for index in place..<place + 8 {
    let byte = text[index]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
    default: return nil
    }
  }
  place += 8
  return Checksum(value: value)
}

extension LogLine.Kind {
  fileprivate var tag: String {
    switch self {
    case .header: "\(LogLine.formatName)\(LogLine.format)"
    case .page(let number): "p\(number)"
    case .change(let number, isSettled: true): "s\(number)"
    case .change(let number, isSettled: false): "c\(number)"
    }
  }

  fileprivate init?(reading text: Bytes, at place: inout Int) {
    guard place < text.count else { return nil }
    let letter = text[place]
    if letter == UInt8(ascii: "s"), text[place...].starts(with: LogLine.formatName.utf8) {
      place += LogLine.formatName.utf8.count
      guard StrataStorage.number(text, &place) == LogLine.format else { return nil }
      self = .header
      return
    }
    place += 1
    guard let number = StrataStorage.number(text, &place), number <= LogMark.lastNumber else { return nil }
    switch letter {
    case UInt8(ascii: "p"): self = .page(number)
    case UInt8(ascii: "s"): self = .change(number, isSettled: true)
    case UInt8(ascii: "c"): self = .change(number, isSettled: false)
    default: return nil
    }
  }
}
