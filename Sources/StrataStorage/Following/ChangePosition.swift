/// The place of a change in the log of a store: which log it is, the change's number, and which change has that number there.
///
/// A log that lost its end, or was put in the place of another one, may have gone on with other changes under the same
/// numbers: the checksum of the change's line tells them apart. As a text it is three or four words with a dash between them.
public struct ChangePosition: Hashable, Sendable {
  /// The name of the log. A store whose history could not be kept goes on in a log of another name.
  public let log: String
  /// The number of the change; they count up from 1, and nothing is left out.
  public let number: Int
  /// The checksum of the change's line; nil where it is not known.
  let line: Checksum?
  /// The fingerprint of the description by which a feed told what is there; nil where none is known. It is no part of which
  /// change it is.
  let shape: String?

  init(log: String, number: Int, line: Checksum?, shape: String? = nil) {
    (self.log, self.number, self.line, self.shape) = (log, number, line, shape)
  }

  /// Whether it is the place of the same change.
  public static func == (left: Self, right: Self) -> Bool {
    left.log == right.log && left.number == right.number && left.line == right.line
  }

  /// Hashes the place of the change.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(log)
    hasher.combine(number)
  }

  /// The mark of a store that has all changes up to this one.
  var mark: LogMark { LogMark(id: log, sequence: number, line: line) }
}

extension ChangePosition: LosslessStringConvertible {
  /// The words that ``init(_:)`` reads.
  public var description: String {
    let words = [log, "\(number)", line?.digits, shape]
    return words.compactMap(\.self).joined(separator: "-")
  }

  /// Reads what ``description`` says; nil for anything else.
  public init?(_ description: String) {
    let words = description.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (2...4).contains(words.count), !words[0].isEmpty, let number = Int(words[1]),
      "\(number)" == words[1],
      (0...LogMark.lastNumber).contains(number)
    else { return nil }
    var rest = words[2...]
    let line = rest.first.flatMap { Checksum(digits: $0) }
    if line != nil { rest.removeFirst() }
    let shape = rest.popFirst()
    guard rest.isEmpty, shape.map({ $0.utf8.count == 16 && UInt64($0, radix: 16) != nil }) ?? true
    else { return nil }
    self.init(log: words[0], number: number, line: line, shape: shape)
  }
}
