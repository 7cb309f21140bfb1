// Steps of a history are applied where they lie: to make patches of them first would take several times as long, and
// a history knows that they fit.

/// The way in which a packed step is gone.
enum PackedDirection {
  /// From old to new.
  case forward
  /// From new to old.
  case back
}

extension PackedReader {
  /// Reads the beginning of a node if it is of the given kind, and tells how many changes follow; nil for another kind,
  /// of which nothing is read.
  mutating func changes(_ kind: PackedTag) throws(PatchError) -> Int? {
    let start = position
    let (tag, number) = try head()
    if tag == kind { return try count(number) }
    position = start
    return nil
  }

  /// Whether the next node puts another value in the place of one.
  var isReplacement: Bool { position < bytes.endIndex && bytes[position] >> 4 == PackedTag.replaced.rawValue }

  /// Reads a field's name, and finds it among fields in the order of their names from `start` on.
  mutating func field(among fields: [RecordField], from start: Int) throws(PatchError) -> Int? {
    let count = try count(try head(.text))
    defer { position += count }
    return bytes.withUnsafeBytes { bytes in
      guard let place = bytes.baseAddress.map({ $0 + (position - self.bytes.startIndex) }) else { return nil }
      for index in start..<fields.count {
        let field = fields[index]
        if field.nameBytes.count == count && areSameBytes(field.nameBytes, place, count) { return index }
      }
      return nil
    }
  }

  /// Reads the old and the new value of a replacement, and returns the one that is gone to.
  ///
  /// - Parameter count: How many bytes both have in common at their beginnings, as texts.
  mutating func replacement(
    _ direction: PackedDirection,
    sharing count: Int
  ) throws(PatchError) -> PlainValue {
    if count > 0 && direction == .forward {
      let old = try textBytes(try head(.text))
      let new = old.prefix(count) + (try textBytes(try head(.text)))
      guard let text = Self.text(of: new) else { throw malformed }
      return .text(text)
    }
    if direction == .forward {
      try skipValue()
      return try value()
    }
    let old = try value()
    try skipValue()
    return old
  }

  mutating func skipValue() throws(PatchError) {
    // Not one level after the other: a value may be nested deeper than a stack is.
    var left = 1
    while left > 0 {
      left -= 1
      let (tag, number) = try head()
      switch tag {
      case .word, .whole, .negative: break
      case .number: try skip(8)
      case .text: try skip(try count(number))
      case .list: left += try count(number)
      case .record: left += 2 * (try count(number))
      default: throw malformed
      }
    }
  }

  private mutating func skip(_ count: Int) throws(PatchError) {
    guard count <= bytes.endIndex - position else { throw malformed }
    position += count
  }
}

extension AnyValueShape {
  /// Changes the value as a patch of it says, given as packed bytes that are known to fit.
  ///
  /// - Throws: `PatchError.unmakeable` when the app does not make of a value what it wrote; the value is then not to be
  ///   used any more.
  func apply(
    _ direction: PackedDirection,
    packed bytes: ArraySlice<UInt8>,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    if bytes.isEmpty { return }
    var reader = PackedReader(bytes)
    try apply(direction, &reader, to: value)
  }
}
