extension PlainValue: Hashable {
  /// Whether both are written the same.
  public static func == (left: PlainValue, right: PlainValue) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.unsigned(let left), .unsigned(let right)): return left == right
    case (.number(let left), .number(let right)): return left.writtenBits == right.writtenBits
    case (.text(let left), .text(let right)): return left.isWritten(as: right)
    case (.number, .text), (.text, .number): return left.word == right.word && left.word != nil
    case (.list(let first), .list(let second)):
      if first.rows.isSame(as: second.rows) { return true }
      return first.count == second.count && areInsidesSame(left, right)
    case (.record(let first), .record(let second)):
      if first.rows.isSame(as: second.rows) { return true }
      return first.members.count == second.members.count && areInsidesSame(left, right)
    default: return false
    }
  }

  private static func areInsidesSame(_ left: PlainValue, _ right: PlainValue) -> Bool {
    var (left, right) = (PlainPieces(of: left), PlainPieces(of: right))
    while let old = left.next(), let new = right.next() {
      switch (old, new) {
      case (.value(let old), .value(let new)): if old != new { return false }
      case (.name(let old), .name(let new)): if !old.isWritten(as: new) { return false }
      case (.list(let old), .list(let new)), (.record(let old), .record(let new)):
        if old != new { return false }
      case (.end, .end): break
      default: return false
      }
    }
    return true
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    if case .number = self, let word { return PlainValue.text(word).hash(into: &hasher) }
    hasher.combine(rank)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value.writtenBits)
    case .text(let value): value.utf8.forEach { hasher.combine($0) }
    case .list, .record:
      var pieces = PlainPieces(of: self)
      while let piece = pieces.next() {
        switch piece {
        case .list(let count), .record(let count): hasher.combine(count)
        case .name(let name): PlainValue.text(name).hash(into: &hasher)
        case .value(let value): value.hash(into: &hasher)
        case .end: break
        }
      }
    }
  }

  /// The place of the case among the others.
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .unsigned: 3
    case .number: 4
    case .text: 5
    case .list: 6
    case .record: 7
    }
  }
}

extension PlainValue {
  /// Whether this value comes before another one in an order of all plain values, in which different ones always
  /// differ: that of whole numbers by size, and of texts by their bytes.
  func precedes(_ other: PlainValue) -> Bool {
    if case .number = self, let word { return PlainValue.text(word).precedes(other) }
    if case .number = other, let word = other.word { return precedes(.text(word)) }
    switch (self, other) {
    case (.bool(let left), .bool(let right)): return !left && right
    case (.integer(let left), .integer(let right)): return left < right
    case (.unsigned(let left), .unsigned(let right)): return left < right
    case (.number(let left), .number(let right)): return left.writtenBits < right.writtenBits
    case (.text(let left), .text(let right)): return left.isWritten(before: right)
    case (.list, .list), (.record, .record): break
    default: return rank < other.rank
    }
    var (left, right) = (PlainPieces(of: self), PlainPieces(of: other))
    while let old = left.next(), let new = right.next() {
      switch (old, new) {
      case (.end, .end), (.list, .list), (.record, .record): break
      case (.end, _), (_, .end): if case .end = old { return true } else { return false }
      case (.name(let old), .name(let new)):
        if !old.isWritten(as: new) { return old.isWritten(before: new) }
      case (.value(let old), .value(let new)): if old != new { return old.precedes(new) }
      default: return old.rank < new.rank
      }
    }
    return false
  }
}

extension PlainPieces.Piece {
  /// The place of the value that begins among those of other kinds.
  fileprivate var rank: Int {
    switch self {
    case .list: PlainValue.list([]).rank
    case .record: PlainValue.record([:]).rank
    case .value(let value): value.rank
    // Names stand beside names: they are never compared with values.
    case .name, .end: 0
    }
  }
}
