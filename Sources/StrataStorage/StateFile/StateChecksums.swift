import StrataCore

/// The checksums in the first line of a state file: over that line, and over the text of the state.
///
///     "checksums":"9af03c11 1a2b3c4d"
///
/// People may edit a state: when its text has another checksum, another hand than this package's wrote it. The first line
/// leads to the log, and is this package's alone: when it has another checksum, it is damaged.
struct StateChecksums: Equatable {
  /// Over what the first line says, whatever the spacing, and over the other checksum.
  let head: Checksum
  let state: Checksum

  /// The checksums of a file that is written.
  ///
  /// - Parameter head: The rest of the first line.
  init(of state: BytePieces, head: String) {
    var checksum = Checksum()
    state.forEachPiece { checksum.add($0) }
    self.init(of: checksum, head: head)
  }

  private init(of state: Checksum, head: String) {
    var checksum = Checksum()
    checksum.add(Array("\(head) \(state.digits)".utf8))
    (self.head, self.state) = (checksum, state)
  }

  /// The text of the checksums in the file.
  var text: String { "\(head.digits) \(state.digits)" }

  /// Reads what stands in a file.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).compactMap(
      Checksum.init(digits:)
    )
    guard words.count == 2 else { return nil }
    (head, state) = (words[0], words[1])
  }

  /// Whether the first line is as it was written.
  func fits(head: String) -> Bool { self == StateChecksums(of: state, head: head) }

  /// Whether the text of the state in a whole file is as it was written.
  func fitsState(in file: [UInt8]) -> Bool {
    guard let start = file.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let name = Array("\"state\":".utf8)
    let end = file.lastIndex { ![UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) } ?? 0
    guard file[(start + 1)...].starts(with: name), end > start + name.count, file[end] == UInt8(ascii: "}")
    else {
      return false
    }
    var checksum = Checksum()
    file.withBytes { checksum.add($0.part(start + 1 + name.count..<end)) }
    return checksum == state
  }
}

extension Checksum {
  /// Eight hexadecimal digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Reads eight hexadecimal digits, as ``digits`` has them.
  init?(digits: some StringProtocol) {
    guard let value = UInt32(digits, radix: 16), Checksum(value: value).digits == digits else { return nil }
    self.init(value: value)
  }
}
