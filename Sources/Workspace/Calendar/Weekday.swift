/// A day of the week.
public enum Weekday: Int, CaseIterable, Comparable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Whether the left one comes first in a week that begins on Monday.
  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }

  /// The name in small letters, such as `monday`.
  public var name: String { "\(self)" }

  /// Reads a name, or what it begins with if that is three letters or more.
  public init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    let found = name.count < 3 ? nil : Self.allCases.first { $0.name.hasPrefix(name) }
    guard let found else { return nil }
    self = found
  }
}

extension Day {
  /// The day of the week.
  public var weekday: Weekday {
    // The first day of the calendar is a Monday.
    Weekday.allCases[(ordinal - 1) % 7]
  }
}
