/// The figures of a combination after a number of steps: a line of the table, a line of the results.
struct Row: Codable, Equatable, Sendable {
  var subject: SubjectName
  var scenario: Scenario
  var strategy: StrategyName
  var n: Int
  var steps: Int
  /// Bytes a step that the history keeps, counted block by block.
  var structure: Double?
  /// Bytes a step by which the live heap grew.
  var allocator: Double?
  /// Bytes a step by which the part of the process grew that lies in memory.
  var resident: Double?
  /// Nanoseconds for an action: one keystroke, not one word.
  var action: Double?
  /// Nanoseconds for an undo among the newest steps.
  var undo: Double?
  var undoWorst: Double?
  /// Nanoseconds to go to a step anywhere.
  var jump: Double?
  var jumpWorst: Double?
  /// Nanoseconds for each step that is forgotten when the older half goes.
  var trim: Double?
  /// Bytes a step in the log on the disk.
  var disk: Double?
  /// Why something was not measured.
  var reason: String?

  init(_ combination: Combination, steps: Int) {
    (subject, scenario, strategy) = (combination.subject, combination.scenario, combination.strategy)
    (n, self.steps) = (combination.n, steps)
  }

  /// The row of a combination that a run in parts has left out.
  init(notMeasured combination: Combination) {
    self.init(combination, steps: 1)
    reason = "this run has left it out: give its names to --only and --sizes to measure it"
  }

  /// The combination and the number of steps that a row is about.
  struct Key: Hashable, Sendable {
    var combination: Combination
    var steps: Int
  }

  var key: Key { Key(combination: combination, steps: steps) }
  var combination: Combination { Combination(subject: subject, scenario: scenario, strategy: strategy, n: n) }

  /// The row with clocks to three digits and bytes to hundredths: more is not known, and takes space.
  var rounded: Row {
    var row = self
    for clock in Self.clocks { row[keyPath: clock] = row[keyPath: clock].map(threeDigits) }
    for bytes in Self.bytes { row[keyPath: bytes] = row[keyPath: bytes].map { ($0 * 100).rounded() / 100 } }
    return row
  }

  private static var clocks: [WritableKeyPath<Row, Double?>] {
    [\.action, \.undo, \.undoWorst, \.jump, \.jumpWorst, \.trim]
  }

  private static var bytes: [WritableKeyPath<Row, Double?>] {
    [\.structure, \.allocator, \.resident, \.disk]
  }

  private func threeDigits(_ value: Double) -> Double {
    var scale = 1.0
    while value / scale >= 1000 { scale *= 10 }
    return scale > 1 ? (value / scale).rounded() * scale : (value * 10).rounded() / 10
  }
}
