@testable import HistoryCosts

/// Results as a run could have them: small, but with every kind of row.
enum Sample {
  static let circumstances = Circumstances(
    date: "2026-11-21T20:00:00Z",
    processor: "A <fast> processor & co",
    cores: 2,
    memory: 24 << 30,
    system: "Linux, x86-64",
    toolchain: "Swift version 6.3.1",
    revision: "0123456789ab",
    load: 0.25,
    hashing: Circumstances.deterministic
  )

  static func results(sizes: [Int] = [100, 10_000, 1_000_000]) -> Results {
    Results(
      circumstances,
      Combination.all(sizes: sizes).flatMap { combination -> [Row] in
        let weight = Double(1 + (StrategyName.allCases.firstIndex(of: combination.strategy) ?? 0))
        return [1, 1_000, 1_000_000].map { steps in
          var row = Row(combination, steps: steps)
          guard steps < 1_000_000 || combination.strategy == .attic else {
            row.reason = "1,000,000 steps would keep < 2 GB & more"
            return row
          }
          (row.structure, row.allocator, row.resident) = (100 * weight, 110 * weight, 120 * weight)
          (row.action, row.undo, row.undoWorst) = (200 * weight, 50 * weight, 1_000 * weight)
          (row.jump, row.jumpWorst, row.trim) = (75 * weight, 12_000 * weight, 30)
          row.disk = combination.strategy == .attic ? 250 : nil
          return row
        }
      }
    )
  }

  /// The results with some rows changed.
  static func results(_ results: Results, changing change: (inout Row) -> Void) -> Results {
    Results(
      results.circumstances,
      results.rows.map { row in
        var row = row
        change(&row)
        return row
      }
    )
  }
}
