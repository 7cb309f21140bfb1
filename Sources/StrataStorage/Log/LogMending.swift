import StrataCore

/// Finds the one byte of a line that was damaged, and what stood there.
///
/// A checksum does not only tell that a line is damaged. There is hardly more than one byte that makes it right again when
/// another stands in its place; of lines of 200 bytes whose damage is larger, one in 100,000 is made right so by chance and
/// is still text, and of 1,000 bytes, one in 40,000.
struct LogMending {
  let fileSystem: any FileSystem
  let file: Descriptor
  /// Where the line begins.
  let start: Int
  /// What the line goes on from.
  let link: LogLink
  /// How long the log is.
  let size: Int

  /// What stood at a place of the log.
  struct Mend: Hashable {
    var place: Int
    var byte: UInt8
  }

  /// Longer lines are not mended: chance would make too many of them right.
  static let longest = 1 << 10

  /// What makes the line right; nil where nothing does, or where it cannot be told what does.
  ///
  /// - Complexity: O(bytes of the line).
  func mend() throws(SystemError) -> Mend? {
    let count = min(Self.longest, size - start)
    let text = try fileSystem.bytes(of: file, at: start, count: count)
    let found = Set(inHead(text) + inPayload(text) + atEnd(text))
    return found.count == 1 ? found.first : nil
  }

  /// What makes a line right by another byte before its JSON: there all are tried.
  private func inHead(_ text: [UInt8]) -> [Mend] {
    // The damaged byte may itself be the brace that comes first.
    let last = text.prefix(LogLine.headLimit).firstIndex(of: UInt8(ascii: "{")) ?? LogLine.headLimit
    var text = text
    var found: [Mend] = []
    for place in 0..<min(last + 1, text.count) {
      let damaged = text[place]
      for byte in 0x20..<0x7F as Range<UInt8> where byte != damaged {
        text[place] = byte
        if isRight(text) { found.append(Mend(place: start + place, byte: byte)) }
      }
      text[place] = damaged
    }
    return found
  }

  /// What makes a line right by another byte of its JSON.
  ///
  /// What a damaged byte changes in a checksum depends on its place alone, and on the bits that differ. So what the two
  /// checksums differ by is taken back, a byte at a time from the end, until one byte says all of it.
  private func inPayload(_ text: [UInt8]) -> [Mend] {
    guard let line = line(text), text[line.payload.upperBound] == newline else { return [] }
    let computed = text.withUnsafeBytes { line.checksum(in: $0, after: link) }
    var difference = ChecksumDifference(computed, line.checksum)
    var text = text
    var found: [Mend] = []
    for place in line.payload.reversed() {
      if let bits = difference.lastByte {
        text[place] ^= bits
        if isRight(text) { found.append(Mend(place: start + place, byte: text[place])) }
        text[place] ^= bits
      }
      difference.goBack()
    }
    return found
  }

  /// What makes a line right by an end where it says that it ends.
  private func atEnd(_ text: [UInt8]) -> [Mend] {
    guard let line = line(text), text[line.payload.upperBound] != newline else { return [] }
    var text = text
    text[line.payload.upperBound] = newline
    return isRight(text) ? [Mend(place: start + line.payload.upperBound, byte: newline)] : []
  }

  private func line(_ text: [UInt8]) -> LogLine? {
    let line = text.withUnsafeBytes { LogLine(headOf: $0, at: 0) }
    return line.flatMap { $0.end <= text.count ? $0 : nil }
  }

  private func isRight(_ text: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      guard case .line(let line) = LogLine.read(text, at: 0),
        line.checksum(in: text, after: link) == line.checksum
      else { return false }
      return (try? PlainValue(json: text[line.payload])) != nil
    }
  }
}

private let newline = UInt8(ascii: "\n")

/// What two checksums differ by, taken back over the bytes that came last.
struct ChecksumDifference {
  private var value: UInt32

  init(_ first: Checksum, _ second: Checksum) {
    value = first.value ^ second.value
  }

  /// The bits in which the byte differs that was added last, if it is that one alone; nil if it is another, or none.
  var lastByte: UInt8? {
    let byte = Self.lastBytes[Int(value >> 24)]
    return value != 0 && Self.steps[Int(byte)] == value ? byte : nil
  }

  /// Goes back over one byte that was the same on both sides.
  mutating func goBack() {
    let byte = Self.lastBytes[Int(value >> 24)]
    value = (value ^ Self.steps[Int(byte)]) << 8 | UInt32(byte)
  }

  /// What each byte adds to a checksum when it is added last.
  private static let steps: [UInt32] = (0..<256).map { byte in
    var (one, none) = (Checksum(), Checksum())
    one.add([UInt8(byte)])
    none.add([0])
    return one.value ^ none.value
  }

  /// The byte that adds what begins with each byte: no two begin alike.
  private static let lastBytes: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 256)
    for (byte, step) in steps.enumerated() { bytes[Int(step >> 24)] = UInt8(byte) }
    return bytes
  }()
}
