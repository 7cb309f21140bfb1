/// A plain value piece by piece, front to back.
///
/// What is in lists and records comes one after the other and not one inside the other: a value may be nested deeper than a
/// stack is.
struct PlainPieces: IteratorProtocol {
  enum Piece {
    /// A list of so many values begins.
    case list(Int)
    /// A record of so many members begins; a name comes before each value.
    case record(Int)
    case name(String)
    /// What is neither list nor record.
    case value(PlainValue)
    /// The innermost list or record ends.
    case end(isRecord: Bool)
  }

  /// How many lists and records, one in the other, those who write values go through by calls instead, which is sooner: most
  /// values are not deeper.
  static let levelsOfCalls = 8

  /// A list or record, and what comes next of it.
  private struct Open {
    var values: [PlainValue] = []
    var members: [PlainRecord.Member] = []
    var isRecord = false
    var next = 0
    /// Whether the name of the next member has come.
    var isNamed = false
  }

  private var first: PlainValue?
  private var open: [Open] = []

  init(of value: PlainValue) { first = value }

  mutating func next() -> Piece? {
    if let value = first {
      first = nil
      return begin(value)
    }
    // Changed where it lies: a copy would let go of what is in it and hold it anew, at each piece.
    guard let last = open.indices.last else { return nil }
    let next = open[last].next
    guard open[last].isRecord else {
      guard next < open[last].values.count else { return end(isRecord: false) }
      open[last].next = next + 1
      return begin(open[last].values[next])
    }
    guard next < open[last].members.count else { return end(isRecord: true) }
    if !open[last].isNamed {
      open[last].isNamed = true
      return .name(open[last].members[next].name)
    }
    (open[last].next, open[last].isNamed) = (next + 1, false)
    return begin(open[last].members[next].value)
  }

  private mutating func end(isRecord: Bool) -> Piece {
    open.removeLast()
    return .end(isRecord: isRecord)
  }

  private mutating func begin(_ value: PlainValue) -> Piece {
    switch value {
    case .list(let list):
      open.append(Open(values: list.values))
      return .list(list.count)
    case .record(let record):
      open.append(Open(members: record.members, isRecord: true))
      return .record(record.members.count)
    default: return .value(value)
    }
  }
}
