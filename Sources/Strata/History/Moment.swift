/// A point of a history that can be gone to: what the state was after one step.
public struct Moment: Identifiable, Hashable, Sendable {
  /// The moment's name within its history, never used for another one.
  public struct ID: Hashable, Codable, Sendable {
    let raw: UInt32

    /// A number that grows with every moment of a history.
    public var number: Int { Int(raw) }

    init(raw: UInt32) {
      self.raw = raw
    }

    /// The moment with a number that was given out before; nil for what is no such number.
    package init?(number: Int) {
      guard let raw = UInt32(exactly: number), raw <= Self.last.raw else { return nil }
      self.raw = raw
    }

    /// Where histories begin.
    static let first = ID(raw: 0)
    /// The last one that a moment can have.
    static let last = ID(raw: .max - 1)
  }

  /// The moment's name within its history.
  public let id: ID
  /// The moment that the step to this one started from; nil for the oldest.
  public let parent: ID?
  /// What the step to this moment did, such as "Complete 3 Todos".
  public let label: String
  /// When the step was taken, or last added to.
  public let time: Timestamp
}

extension Moment.ID: Comparable {
  /// Whether the left moment was made before the right one.
  public static func < (left: Moment.ID, right: Moment.ID) -> Bool {
    left.raw < right.raw
  }
}

extension Moment.ID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(number)" }
}
