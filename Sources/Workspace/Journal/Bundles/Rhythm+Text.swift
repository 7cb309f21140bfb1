import Strata

extension Rhythm.Days {
  /// Reads the words that `description` writes, such as `weekly monday thursday`; nil for others.
  public init?(_ words: some BidirectionalCollection<String>) {
    let rest = words.dropFirst()
    switch (words.first, rest.count) {
    case ("daily", 0): self = .every(1)
    case ("weekdays", 0): self = .weekly(Rhythm.workdays)
    case ("every", 2):
      let unit = ["days": 1, "weeks": 7][rest.last ?? ""]
      guard let count = rest.first.flatMap({ Int($0) }), let unit,
        (1...Rhythm.longestInterval).contains(count)
      else { return nil }
      self = .every(count * unit)
    case ("weekly", 1...):
      let days = rest.map { Weekday($0) }
      guard days.allSatisfy({ $0 != nil }) else { return nil }
      self = .weekly(Set(days.compactMap { $0 }))
    case ("monthly", 1):
      guard let word = rest.first, let day = word == "last" ? 31 : Int(word) else { return nil }
      self = .monthly(day)
    case ("yearly", 1):
      let parts = rest.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
      guard parts.count == 2, let month = number(parts[0], digits: 2), let day = number(parts[1], digits: 2)
      else { return nil }
      self = .yearly(month: month, day: day)
    default: return nil
    }
  }
}

extension Rhythm.Days: CustomStringConvertible {
  /// The words for it, such as `weekly monday thursday`.
  public var description: String {
    switch self {
    case .every(1): "daily"
    case .every(let count): "every \(count) days"
    case .weekly(Rhythm.workdays): "weekdays"
    case .weekly(let days): (["weekly"] + days.sorted().map(\.name)).joined(separator: " ")
    case .monthly(31): "monthly last"
    case .monthly(let day): "monthly \(day)"
    case .yearly(let month, let day): "yearly \(digits(month, 2))-\(digits(day, 2))"
    }
  }
}

extension Rhythm: LosslessStringConvertible {
  /// The rhythm as it is written down, such as `weekly monday thursday from 2026-11-24`.
  public var description: String { "\(days) from \(start)" }

  /// Reads a rhythm as `description` writes it.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 2, words[words.count - 2] == "from", let start = Day(words[words.count - 1]),
      let days = Days(words.dropLast(2)), let rhythm = Rhythm(days, from: start), rhythm.description == text
    else { return nil }
    self = rhythm
  }
}

extension Rhythm: RawRepresentable, DescribedLeaf {
  /// The rhythm as it is written down.
  public var rawValue: String { description }

  /// Reads a rhythm as it is written down.
  public init?(rawValue: String) { self.init(rawValue) }
}
