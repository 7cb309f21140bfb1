/// A value without its type: what JSON can say, and what patches are made of.
///
/// Two plain values are equal when they are written the same: texts by their UTF-8 bytes, so that a composed é is
/// not a decomposed one, and numbers by their bits, so that -0 does not equal 0. All NaN are one value.
public enum PlainValue: Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number that is too large for `integer`; a smaller one is never written so.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent, also when it happens to be whole.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in order.
  case list([PlainValue])
  /// Values by name.
  case record(PlainRecord)
}

extension PlainValue {
  /// Makes a whole number, or returns nil when it takes more than 64 bits.
  public init?(_ number: some BinaryInteger) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else if let large = UInt64(exactly: number) {
      self = .unsigned(large)
    } else {
      return nil
    }
  }
}

extension PlainValue: Hashable {
  /// Whether both are written the same.
  public static func == (left: PlainValue, right: PlainValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.number(let left), .number(let right)): left.writtenBits == right.writtenBits
    case (.text(let left), .text(let right)): left.isWritten(as: right)
    case (.list(let left), .list(let right)): left == right
    case (.record(let left), .record(let right)): left == right
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
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
  private var rank: Int {
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
    switch (self, other) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.unsigned(let left), .unsigned(let right)): left < right
    case (.number(let left), .number(let right)): left.writtenBits < right.writtenBits
    case (.text(let left), .text(let right)): left.isWritten(before: right)
    case (.list(let left), .list(let right)):
      left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    case (.record(let left), .record(let right)):
      left.members.lexicographicallyPrecedes(right.members) { left, right in
        left.name.isWritten(as: right.name)
          ? left.value.precedes(right.value) : left.name.isWritten(before: right.name)
      }
    default: rank < other.rank
    }
  }
}

extension PlainValue {
  /// What kind of value it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .unsigned: "a whole number"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .record: "a record"
    }
  }
}

extension String {
  /// Whether two texts consist of the same bytes, which is more than being equal.
  func isWritten(as other: String) -> Bool {
    // Copies of one text, which most are that are compared, are the same two words.
    let isCopy = withUnsafePointer(to: self) { left in
      withUnsafePointer(to: other) { areSameBytes(left, $0, MemoryLayout<String>.size) }
    }
    return isCopy || (utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8))
  }

  /// Whether this text comes first in the order of the bytes.
  func isWritten(before other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension PlainValue: CustomStringConvertible {
  /// The value as JSON, on one line.
  public var description: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}
