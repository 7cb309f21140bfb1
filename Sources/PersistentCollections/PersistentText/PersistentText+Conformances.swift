extension String {
  /// Creates a string of what a persistent text says, byte by byte.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: PersistentText) {
    self = text.string(0..<text.byteCount)
  }

  /// Creates a string of a part of a persistent text.
  ///
  /// - Complexity: O(log *n* + *m*) for a part of *m* bytes.
  public init(_ part: PersistentText.Part) {
    self = part.base.string(part.bounds)
  }
}

extension PersistentText: LosslessStringConvertible, CustomDebugStringConvertible {
  /// The text as a string.
  public var description: String { String(self) }

  /// The text as a string that is quoted and escaped.
  public var debugDescription: String { String(self).debugDescription }
}

extension PersistentText: ExpressibleByStringInterpolation {
  /// Creates a text of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension PersistentText: TextOutputStream, TextOutputStreamable {
  /// Adds a string at the end.
  ///
  /// - Complexity: O(log *n* + *m*) for a string of *m* bytes.
  public mutating func write(_ string: String) {
    append(contentsOf: string)
  }

  /// Writes the text to a stream, leaf by leaf.
  public func write<Target: TextOutputStream>(to target: inout Target) { Part(self).write(to: &target) }
}

extension PersistentText: Codable {
  /// Encodes the text as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(self))
  }

  /// Decodes what a string, persistent or not, was encoded as.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

extension PersistentText: CustomReflectable {
  /// The text as it is, without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
