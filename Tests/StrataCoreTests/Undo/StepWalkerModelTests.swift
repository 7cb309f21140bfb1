import TestSupport
import Testing

@testable import StrataCore

/// Random sessions of two and three authors: the walker against the model.
@Suite("The walker makes what the model of switches makes")
struct StepWalkerModelTests {
  @Test("in sessions of edits, undo, redo, rejections, jumps and merges", arguments: 0..<8)
  func sessions(part: Int) throws {
    for seed in 0..<Soak.times(8) {
      let seed = UInt64(part * 1_000_000 + seed)
      var session = SwitchSession(seed: seed)
      Soak.count(.session)
      do {
        for _ in 0..<30 {
          try session.turn(authors: 2 + Int(seed % 2))
          try session.checkStates()
        }
      } catch {
        Issue.record("seed \(seed) after \(session.values.count) moments: \(error)")
        return
      }
    }
  }
}
