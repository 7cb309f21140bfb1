/// An error in a text that cannot be read as JSON: its place, and its reason.
public struct JSONError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in bytes, from 1.
  public let column: Int
  /// The reason for the error.
  public let reason: Reason

  /// The reasons for which a text cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The text ends before the value does; also an empty text.
    case endsEarly
    /// Something else should stand here.
    case unexpected(expected: String)
    /// Something follows the value.
    case trailing
    /// A name stands twice in one record.
    case duplicate(name: String)
    /// Lists and records are nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// A number is too large for 64 bits.
    case numberOutOfRange
    /// The bytes are not UTF-8, or an escape names half a character.
    case badEncoding
    /// The text begins with a byte order mark.
    case byteOrderMark
  }
}

extension JSONError: CustomStringConvertible {
  /// A sentence with the place and what is wrong there.
  public var description: String {
    "line \(line), column \(column): \(reason)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The reason in words, without the place.
  public var description: String {
    switch self {
    case .endsEarly: "the text ends in the middle of a value"
    case .unexpected(let expected): "\(expected) is expected here"
    case .trailing: "something follows the end of the value"
    case .duplicate(let name): "the name '\(name)' stands twice in one record"
    case .tooDeep(let limit): "lists and records are nested deeper than \(limit)"
    case .numberOutOfRange: "the number is too large"
    case .badEncoding: "the text is not valid UTF-8"
    case .byteOrderMark: "the text begins with a byte order mark, which JSON does not have"
    }
  }
}
