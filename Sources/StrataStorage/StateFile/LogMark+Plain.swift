import StrataCore

extension LogMark {
  /// Whether what a file says of its log has a number that no log comes to.
  static func isOutOfRange(_ plain: PlainValue) -> Bool {
    guard case .record(let record) = plain, case .integer(let number)? = record["sequence"] else {
      return false
    }
    return number > LogMark.lastNumber
  }

  /// Reads what a file says of its log; nil when that makes no sense, and then it belongs to none.
  init?(_ plain: PlainValue) {
    guard case .record(let record) = plain, case .text(let id)? = record["id"],
      case .integer(let number)? = record["sequence"], let sequence = Int(exactly: number), sequence >= 0
    else { return nil }
    self.init(id: id, sequence: sequence, isAhead: record["ahead"] == .bool(true))
    if case .text(let other)? = record["instead"] { instead = other }
    if case .text(let digits)? = record["line"] { line = Checksum(digits: digits) }
  }
}
