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
  var isReplacement: Bool { isReplacement(at: position) }

  /// Reads a field's name, and finds it among fields in the order of their names from `start` on.
  mutating func field(among fields: [RecordField], from start: Int) throws(PatchError) -> Int? {
    let name = try textBytes(try head(.text))
    for index in start..<fields.count where fields[index].nameBytes.isSame(as: name) { return index }
    return nil
  }

  /// Whether the bytes at two places begin alike.
  @inline(__always)
  func begins(_ place: Int, as other: Int, _ length: Int) -> Bool {
    guard max(place, other) &+ length <= bytes.count else { return false }
    // Names and keys are short: what lies beside them is shifted out.
    if length <= 8, max(place, other) &+ 8 <= bytes.count {
      let difference = bytes.word(at: place, as: UInt64.self) ^ bytes.word(at: other, as: UInt64.self)
      return difference.littleEndian &<< UInt64(8 &* (8 &- length)) == 0 || length == 0
    }
    return bytes.part(place..<place + length).isSame(as: bytes.part(other..<other + length))
  }

  /// Reads the old and the new value of a replacement, and returns the one that is gone to.
  ///
  /// - Parameter count: How many bytes both have in common at their beginnings, as texts.
  mutating func replacement(
    _ direction: PackedDirection,
    sharing count: Int
  ) throws(PatchError) -> PlainValue {
    if count > 0 { return .text(try text(direction, sharing: count)) }
    if direction == .forward {
      try skipValue()
      return try value()
    }
    let old = try value()
    try skipValue()
    return old
  }

  /// Reads a text.
  mutating func text() throws(PatchError) -> String { try text(try head(.text)) }

  /// Reads a whole number from 0 up; nil where something else comes next, of which nothing is read.
  mutating func wholeNumber() throws(PatchError) -> Int64? {
    let start = position
    if case (.whole, let number) = try head(), let number = Int64(exactly: number) { return number }
    position = start
    return nil
  }

  /// Reads the old and the new text of a replacement, and returns the one that is gone to.
  mutating func text(_ direction: PackedDirection, sharing shared: Int) throws(PatchError) -> String {
    let (old, rest) = (try textBytes(try head(.text)), try textBytes(try head(.text)))
    if direction == .back || shared == 0 {
      guard let text = Self.text(of: direction == .back ? old : rest) else { throw malformed }
      return text
    }
    guard shared <= old.count else { throw malformed }
    let beginning = old.part(0..<shared)
    var text = beginning.text(with: rest)
    // A text whose bytes had to be repaired is not the same.
    let isSame = text.withUTF8 { text in
      text.count == shared + rest.count && Bytes(text).has(beginning, at: 0)
        && Bytes(text).has(rest, at: shared)
    }
    guard isSame else { throw malformed }
    return text
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
    guard count <= bytes.count - position else { throw malformed }
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
    to value: MutableValuePlace
  ) throws(PatchError) {
    if bytes.isEmpty { return }
    try PackedReader.reading(bytes) { reader throws(PatchError) in
      try apply(direction, &reader, to: value)
    }
  }
}
