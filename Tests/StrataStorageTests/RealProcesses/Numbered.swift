import TestSupport

/// The state that the other process saves.
struct Numbered: Codable, Sendable {
  var number = 0
  var filler = [Int](repeating: 7, count: 2_000)

  /// Whether it is whole, and not the one's beginning with the other's end.
  var isWhole: Bool { filler == Numbered().filler }
}

extension RunningProgram {
  static func savingSubject(_ mode: String, _ file: String, _ count: Int) throws -> RunningProgram {
    try RunningProgram(path(of: "SavingSubject"), [mode, file, "\(count)"])
  }
}
