import TestSupport
import Testing

/// Keeps what a random test did, so that a failing case prints itself as code.
struct Script {
  private let seed: UInt64
  private var lines: [() -> String]

  init(seed: UInt64, _ first: String) {
    self.seed = seed
    Soak.count(.collection)
    lines = [{ first }]
  }

  mutating func add(_ line: @autoclosure @escaping () -> String) { lines.append(line) }

  /// Checks a condition; where it does not hold, the whole script is in the failure. Returns whether it did.
  func expect(
    _ condition: Bool,
    _ sentence: @autoclosure () -> String,
    at location: SourceLocation = #_sourceLocation
  ) -> Bool {
    if !condition {
      let code = lines.map { $0() }.joined(separator: "\n")
      Issue.record("\(sentence()), with seed \(seed):\n\(code)", sourceLocation: location)
    }
    return condition
  }
}
