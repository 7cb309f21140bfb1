/// One thing to measure: a strategy under a scenario, over a subject of some size.
struct Combination: Hashable, Sendable, Codable {
  var subject: SubjectName
  var scenario: Scenario
  var strategy: StrategyName
  /// How many items the subject has.
  var n: Int

  /// Every combination at these sizes, in the order of the tables.
  static func all(sizes: [Int]) -> [Combination] {
    SubjectName.allCases.flatMap { subject in
      subject.scenarios.flatMap { scenario in
        sizes.flatMap { n in
          StrategyName.allCases.map { Combination(subject: subject, scenario: scenario, strategy: $0, n: n) }
        }
      }
    }
  }

  /// The names that `--only` understands.
  static var names: [String] {
    SubjectName.allCases.map(\.rawValue) + Scenario.allCases.map(\.rawValue)
      + StrategyName.allCases.map(\.rawValue)
  }

  /// Whether it is among those that are named: of each kind of which something is named, one has to be this one's.
  func isAmong(_ names: Set<String>) -> Bool {
    func isChosen<Name: RawRepresentable & CaseIterable>(_ own: Name) -> Bool where Name.RawValue == String {
      let named = Name.allCases.filter { names.contains($0.rawValue) }
      return named.isEmpty || names.contains(own.rawValue)
    }
    return isChosen(subject) && isChosen(scenario) && isChosen(strategy)
  }
}

extension Combination: LosslessStringConvertible {
  /// The combination as the command line has it, such as `journal/typing/attic/1000`.
  var description: String { "\(subject.rawValue)/\(scenario.rawValue)/\(strategy.rawValue)/\(n)" }

  /// Reads a combination as `description` writes it.
  init?(_ text: String) {
    let words = text.split(separator: "/").map(String.init)
    guard words.count == 4, let subject = SubjectName(rawValue: words[0]),
      let scenario = Scenario(rawValue: words[1]), let strategy = StrategyName(rawValue: words[2]),
      let n = Int(words[3]), n > 0
    else { return nil }
    self.init(subject: subject, scenario: scenario, strategy: strategy, n: n)
  }
}
