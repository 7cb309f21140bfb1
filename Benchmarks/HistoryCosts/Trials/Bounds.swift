import Measuring

/// How far a combination is carried: what memory and time it may take, and where it is looked at.
struct Bounds: Sendable {
  /// The bytes that a history may keep.
  var bytes = 1_500_000_000
  /// The seconds that each pass over a script may take.
  var seconds = 1.0
  /// The numbers of steps after which it is measured, ascending.
  var checkpoints = [1, 100, 1_000, 10_000]

  /// The bounds of a full run: many steps at the middle size, to show the growth with steps, and the time for a million
  /// steps in one scenario.
  static func full(_ combination: Combination) -> Bounds {
    var bounds = Bounds()
    if combination.scenario == .keystrokes { bounds.seconds = 4 }
    guard combination.n == 10_000 else { return bounds }
    bounds.checkpoints += [100_000, 1_000_000]
    if combination.scenario == .scattered {
      (bounds.bytes, bounds.seconds) = (2 << 30, 12)
    }
    return bounds
  }

  /// The bounds of a quick run, at every size: enough steps to see that all is as it was.
  ///
  /// Time stops no run here: the length of a run must not depend on the machine.
  static func quick(_ combination: Combination) -> Bounds {
    let isLong = [.oneEdit, .scattered, .randomLetters, .keystrokes].contains(combination.scenario)
    return Bounds(bytes: 64 << 20, seconds: 60, checkpoints: isLong ? [1, 100, 1_000] : [1, 100])
  }

  /// Why so many steps cannot be made; nil when they can, as far as can be told.
  ///
  /// - Parameters:
  ///   - step: What one takes.
  ///   - done: How many have been made.
  func refusal(of steps: Int, after done: Int, _ step: (bytes: Double, nanoseconds: Double)) -> String? {
    let bytes = step.bytes * Double(steps)
    if bytes > Double(self.bytes) {
      return
        "\(readableCount(steps)) steps would keep \(readableBytes(bytes)): \(readableBytes(step.bytes)) a step, "
        + "and a run may take \(readableBytes(Double(self.bytes)))"
    }
    let seconds = step.nanoseconds * Double(steps - done) / 1e9
    if seconds > self.seconds {
      return
        "\(readableCount(steps)) steps would take \(readable(seconds)) s: \(readableTime(step.nanoseconds)) "
        + "a step, and a pass may take \(readable(self.seconds)) s"
    }
    return nil
  }
}
