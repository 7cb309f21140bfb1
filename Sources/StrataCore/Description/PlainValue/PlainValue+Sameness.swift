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
    case (.list(let left), .list(let right)): return left == right
    case (.record(let left), .record(let right)): return left == right
    default: return false
    }
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
    case .list(let values): hasher.combine(values)
    case .record(let record): hasher.combine(record)
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
    case (.list(let left), .list(let right)):
      return left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    case (.record(let left), .record(let right)):
      return left.members.lexicographicallyPrecedes(right.members) { left, right in
        left.name.isWritten(as: right.name)
          ? left.value.precedes(right.value) : left.name.isWritten(before: right.name)
      }
    default: return rank < other.rank
    }
  }
}
