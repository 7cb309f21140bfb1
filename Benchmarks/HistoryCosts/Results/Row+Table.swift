import Measuring

extension Row {
  /// The titles of ``cells``.
  static let titles = [
    "subject", "scenario", "strategy", "n", "steps", "counted B/step", "allocator", "resident", "action",
    "undo",
    "worst", "jump", "worst", "trim/step", "log B/step", "not measured, because",
  ]

  /// The row as cells of a table.
  var cells: [String] {
    let bytes = [structure, allocator, resident].map { $0.map(readable) ?? "–" }
    let times = [action, undo, undoWorst, jump, jumpWorst, trim].map { $0.map(readableTime) ?? "–" }
    return [subject.rawValue, scenario.rawValue, strategy.rawValue, readableCount(n), readableCount(steps)]
      + bytes + times + [disk.map(readable) ?? "–", reason ?? ""]
  }
}
