/// The curves of results that charts show.
extension Results {
  /// The size at which histories are made as long as they can be.
  static let longSize = 10_000

  /// The steps after which histories are compared, where they reach so many.
  static let manySteps = 10_000

  /// The size at which there are most steps here.
  var longSize: Int { sizes.contains(Self.longSize) ? Self.longSize : sizes.last ?? 0 }

  /// The row of a combination after the most steps that it reached, up to a number of them.
  func row(of combination: Combination, upTo steps: Int = manySteps) -> Row? {
    tellingRows(of: combination).last { $0.steps <= steps && $0.structure != nil }
  }

  /// The rows of a combination, by steps.
  func rows(of combination: Combination) -> [Row] { index[combination] ?? [] }

  /// The rows of a combination that say what one more step keeps, by steps: a single step among branches takes the place
  /// of the one before it.
  private func tellingRows(of combination: Combination) -> [Row] {
    let first = combination.scenario == .branches ? 2 : 1
    return rows(of: combination).filter { $0.steps >= first }
  }

  /// How a figure grows with the number of items.
  func bySize(_ subject: SubjectName, _ scenario: Scenario, _ figure: KeyPath<Row, Double?>) -> [Chart.Series]
  {
    StrategyName.allCases.map { strategy in
      Chart.Series(
        style: SeriesStyle(strategy),
        points: sizes.compactMap { n in
          let combination = Combination(subject: subject, scenario: scenario, strategy: strategy, n: n)
          return row(of: combination)?[keyPath: figure].map { (Double(n), $0) }
        }
      )
    }
  }

  /// How a figure grows with the number of steps, at the size at which there are most.
  func bySteps(_ subject: SubjectName, _ scenario: Scenario, _ figure: KeyPath<Row, Double?>) -> [Chart
    .Series]
  {
    let n = longSize
    return StrategyName.allCases.map { strategy in
      let combination = Combination(subject: subject, scenario: scenario, strategy: strategy, n: n)
      return Chart.Series(
        style: SeriesStyle(strategy),
        points: tellingRows(of: combination).compactMap { row in
          row[keyPath: figure].map { (Double(row.steps), $0) }
        }
      )
    }
  }

  /// The combinations of a subject that are there, each with the last row that has figures and the first that has none.
  func ends(of subject: SubjectName) -> [(combination: Combination, last: Row?, refused: Row?)] {
    order.filter { $0.subject == subject }.map { combination in
      let rows = rows(of: combination)
      return (combination, rows.last { $0.structure != nil }, rows.first { $0.reason != nil })
    }
  }
}
