import Foundation
import Measuring

/// Compares a run with one that was kept: counted bytes exactly, clocks loosely and as ratios.
struct Budget {
  let kept: Results
  let run: Results

  /// How much slower a strategy may have become beside the others, over all scenarios: machines are noisy, and what is
  /// to be caught is another order of growth.
  static let clockSlack = 3.0
  /// The nanoseconds below which a clock that looks at single movements says nothing.
  static let resolution = 100.0
  /// The strategy with which the clocks of each strategy are compared: the one that does least.
  static let yardstick = StrategyName.commands

  /// How far counted bytes may be off: not at all where hashing is the same, else as far as the shapes of trees differ.
  var tolerance: Double {
    let same = [kept, run].allSatisfy { $0.circumstances.hashing == Circumstances.deterministic }
    return same ? 0 : 0.02
  }

  /// Why they cannot be compared; nil when they can.
  var obstacle: String? {
    if kept.circumstances.system != run.circumstances.system {
      return "the budget is for \(kept.circumstances.system), and this is \(run.circumstances.system)"
    }
    return nil
  }

  /// The comparison in one sentence, for the terminal.
  var summary: String {
    let count = kept.rows.filter { $0.structure != nil }.count
    let precision = tolerance == 0 ? "exactly" : "within \(readable(tolerance * 100)) %"
    return
      "\(count) numbers of bytes are the same \(precision), no clock is \(readable(Self.clockSlack)) times over"
  }

  /// The figures that are over the budget or differ from it, as sentences; empty if all figures are as they were.
  func objections() -> [String] { bytes() + clocks() }

  private func bytes() -> [String] {
    var found: [Row.Key: Row] = [:]
    for row in run.rows { found[row.key] = row }
    return kept.rows.filter { $0.structure != nil }.flatMap { budget -> [String] in
      let place = "\(budget.combination) after \(readableCount(budget.steps)) steps: "
      guard let row = found[budget.key] else { return [place + "was not measured, and the budget has it"] }
      guard row.structure != nil else {
        return [place + "was not reached: \(row.reason ?? "no reason is given")"]
      }
      return [(\Row.structure, "bytes a step"), (\Row.disk, "bytes a step in the log")].compactMap {
        figure,
        name in
        difference(of: row[keyPath: figure], from: budget[keyPath: figure], name).map { place + $0 }
      }
    }
  }

  private func difference(of value: Double?, from wanted: Double?, _ name: String) -> String? {
    guard let wanted else { return nil }
    guard let value else { return "there are no \(name) any more" }
    if (value - wanted).magnitude <= wanted.magnitude * tolerance { return nil }
    return "\(value) \(name) are \(value > wanted ? "more" : "less") than the \(wanted) of the budget"
  }

  private func clocks() -> [String] {
    var objections: [String] = []
    for subject in SubjectName.allCases {
      for strategy in StrategyName.allCases where strategy != Self.yardstick {
        for (name, clock) in [("an action", \Row.action), ("an undo", \Row.undo)] {
          guard let then = ratio(kept, subject, strategy, clock),
            let now = ratio(run, subject, strategy, clock),
            now > then * Self.clockSlack
          else { continue }
          objections.append(
            "\(subject.rawValue), \(strategy.title): \(name) takes \(readable(now)) times as long as with "
              + "\(Self.yardstick.title), and the budget has \(readable(then)) times"
          )
        }
      }
    }
    return objections
  }

  /// How many times as long a strategy takes as the yardstick, as the geometric mean over all scenarios.
  private func ratio(
    _ results: Results,
    _ subject: SubjectName,
    _ strategy: StrategyName,
    _ clock: KeyPath<Row, Double?>
  ) -> Double? {
    var times: [Row.Key: Double] = [:]
    for row in results.rows where row.strategy == Self.yardstick { times[row.key] = row[keyPath: clock] }
    // A figure below the resolution of the clock in the run has not become slower, however fast the yardstick is there.
    let slow = Set(run.rows.filter { $0[keyPath: clock] ?? 0 > Self.resolution }.map(\.key))
    let logarithms = results.rows.compactMap { row -> Double? in
      guard row.subject == subject, row.strategy == strategy, slow.contains(row.key),
        let time = row[keyPath: clock]
      else {
        return nil
      }
      var other = row.key
      other.combination.strategy = Self.yardstick
      return times[other].map { log(max(Self.resolution, time)) - log(max(Self.resolution, $0)) }
    }
    return logarithms.isEmpty ? nil : exp(logarithms.reduce(0, +) / Double(logarithms.count))
  }
}
