import TestSupport
import Testing

/// The operations of a random test as lines of code, printed when one of them goes wrong.
struct EditScript {
  let seed: UInt64
  private(set) var lines: [String] = []

  init(seed: UInt64) {
    self.seed = seed
    Soak.count(.collection)
  }

  mutating func note(_ line: @autoclosure () -> String) {
    lines.append(line())
  }

  /// Fails the test with everything that led here.
  func fail(_ reason: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let shown = lines.suffix(400).joined(separator: "\n")
    Issue.record(
      "\(reason)\n// seed \(seed), the last \(min(lines.count, 400)) steps:\n\(shown)",
      sourceLocation: sourceLocation
    )
  }
}
