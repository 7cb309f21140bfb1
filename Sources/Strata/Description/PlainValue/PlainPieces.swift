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

  private enum Open {
    case list([PlainValue], next: Int)
    case record([PlainRecord.Member], next: Int, isNamed: Bool)
  }

  private var first: PlainValue?
  private var open: [Open] = []

  init(of value: PlainValue) { first = value }

  mutating func next() -> Piece? {
    if let value = first {
      first = nil
      return begin(value)
    }
    guard let last = open.indices.last else { return nil }
    switch open[last] {
    case .list(let values, let next):
      guard next < values.count else { return end(isRecord: false) }
      open[last] = .list(values, next: next + 1)
      return begin(values[next])
    case .record(let members, let next, let isNamed):
      guard next < members.count else { return end(isRecord: true) }
      open[last] = .record(members, next: isNamed ? next + 1 : next, isNamed: !isNamed)
      return isNamed ? begin(members[next].value) : .name(members[next].name)
    }
  }

  private mutating func end(isRecord: Bool) -> Piece {
    open.removeLast()
    return .end(isRecord: isRecord)
  }

  private mutating func begin(_ value: PlainValue) -> Piece {
    switch value {
    case .list(let list):
      open.append(.list(list.values, next: 0))
      return .list(list.count)
    case .record(let record):
      open.append(.record(record.members, next: 0, isNamed: false))
      return .record(record.members.count)
    default: return .value(value)
    }
  }
}
