/// The author of a change: the app's user, an agent, a sync, another person.
///
///     extension Author {
///       static let agent: Author = "agent"
///     }
///     try store.send(.tidyUp, as: .agent)
///
/// Two authors are equal when their names are equal.
public struct Author: RawRepresentable, Hashable, Codable, Sendable {
  /// The app's own name for the author.
  public let rawValue: String

  /// The author with a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The default author of a change: the app's user, whose name is empty.
  public static let user = Author(rawValue: "")
}

extension Author: ExpressibleByStringLiteral {
  /// The author with a name.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }
}

extension Author: CustomStringConvertible {
  /// The name; "user" for the app's user.
  public var description: String { self == .user ? "user" : rawValue }
}
