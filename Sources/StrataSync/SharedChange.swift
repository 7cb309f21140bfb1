import StrataCore

/// A change of what several machines share, as one of them made it.
public struct SharedChange: Hashable, Sendable {
  /// The name of the change, for ever: no other change has the same name.
  public let name: Name
  /// The author of the change.
  public let author: Author
  /// The label of the change.
  public let label: String
  /// When it was made.
  public let time: Timestamp
  /// The patch of the state, as the state was when all changes before this one in the order had been made.
  public let patch: Patch

  init(name: Name, author: Author, label: String, time: Timestamp, patch: Patch) {
    (self.name, self.author, self.label, self.time, self.patch) = (name, author, label, time, patch)
  }

  /// A change that changes nothing, and so does no more than take a position in the order.
  ///
  /// The position tells machines apart: one that is to join appends such a line, and joins as the site of that number.
  ///
  /// - Parameters:
  ///   - token: A number that no other machine gives, such as a random one; not negative.
  ///   - time: When the machine joins.
  public static func joining(token: Int, at time: Timestamp) -> SharedChange {
    SharedChange(
      name: Name(site: 0, number: token),
      author: .user,
      label: "Join",
      time: time,
      patch: Patch()
    )
  }

  /// The author of the change, as other machines name it: a user without a name goes by the number of the machine.
  var authorElsewhere: Author { author == .user ? Author(rawValue: "site \(name.site)") : author }
}

extension SharedChange {
  /// The name of a change: the machine that made it, and how many it had made then. As a text, two numbers with a dash
  /// between them.
  public struct Name: Hashable, Sendable {
    /// The number of the machine; 0 for one that is about to join.
    public let site: Int
    /// The number of the change, among those of its machine.
    public let number: Int

    /// The greatest number that a machine or a change may have: counting on from it is safe for ever.
    static let greatest = Int.max / 2
    /// How many numbers behind the last change of its machine the next one may have.
    static let farthest = 1 << 32

    init(site: Int, number: Int) { (self.site, self.number) = (site, number) }
  }
}

extension SharedChange.Name: LosslessStringConvertible {
  /// The words that ``init(_:)`` reads.
  public var description: String { "\(site)-\(number)" }

  /// Reads what ``description`` says; nil for anything else.
  public init?(_ description: String) {
    let words = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in
      Int(word).flatMap { (0...Self.greatest).contains($0) && "\($0)" == word ? $0 : nil }
    }
    guard words.count == 2, numbers.count == 2 else { return nil }
    self.init(site: numbers[0], number: numbers[1])
  }
}
