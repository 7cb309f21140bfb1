/// The place of a change in the log of a store: which log it is, the change's number, and which change has that number there.
///
/// A log that lost its end, or was put in the place of another one, may have gone on with other changes under the same
/// numbers: the checksum of the change's line tells them apart. As a text it is three words with a dash between them.
public struct ChangePosition: Hashable, Sendable {
  /// The name of the log. A store whose history could not be kept goes on in a log of another name.
  public let log: String
  /// The number of the change; they count up from 1, and nothing is left out.
  public let number: Int
  /// The checksum of the change's line; nil where a log of an earlier revision does not say it of the last change before it.
  let line: Checksum?

  init(log: String, number: Int, line: Checksum?) {
    (self.log, self.number, self.line) = (log, number, line)
  }

  /// Where a store stands that has all changes up to this one.
  var mark: LogMark { LogMark(id: log, sequence: number, line: line) }
}

extension ChangePosition: LosslessStringConvertible {
  /// The words that ``init(_:)`` reads.
  public var description: String { "\(log)-\(number)" + (line.map { "-\($0.digits)" } ?? "") }

  /// Reads what ``description`` says; nil for anything else.
  public init?(_ description: String) {
    let words = description.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(words.count), !words[0].isEmpty, let number = Int(words[1]),
      "\(number)" == words[1],
      (0...LogMark.lastNumber).contains(number)
    else { return nil }
    let line = words.count == 3 ? Checksum(digits: words[2]) : nil
    if words.count == 3, line == nil { return nil }
    self.init(log: words[0], number: number, line: line)
  }
}
