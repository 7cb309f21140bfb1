/// A value without its type, as JSON can have it; patches are made of such values.
///
/// Two plain values are equal when they are written the same: texts by their UTF-8 bytes, so that a composed é is
/// not a decomposed one, and numbers by their bits, so that -0 does not equal 0. All NaN are one value, and a number that
/// JSON does not have is the word that is written for it.
///
/// A plain value that is read is nested no deeper than 128 levels. A plain value made by hand must be no deeper than a
/// stack has room for.
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

extension PlainValue {
  /// The kind of the value, for messages.
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
    // Most that are compared are copies of one text.
    isCopy(of: other) || (utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8))
  }

  /// Whether both are the same two words, as copies of one text are, and short texts of the same bytes.
  @inline(__always)
  func isCopy(of other: String) -> Bool {
    withPlace(of: self) { left in
      withPlace(of: other) { areSameBytes(left, $0, MemoryLayout<String>.size) }
    }
  }

  /// Whether this text comes first in the order of the bytes.
  func isWritten(before other: String) -> Bool {
    let precedes = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { Bytes(left).precedes(Bytes($0)) }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
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
