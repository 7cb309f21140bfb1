import Dispatch
import Strata
import TestSupport
import Testing

@testable import StrataStorage

@Suite("The turns of those who follow in one process")
struct FollowingTurnsTests {
  @Test(
    "Only one looks at a time, and then all rest as long as it took: the writer keeps half a processor at least"
  )
  func resting() async throws {
    let disk = SimulatedDisk()
    let looks = Guarded<[(begin: ContinuousClock.Instant, end: ContinuousClock.Instant)]>([])
    let tokens = (0..<3).map { _ in
      FollowingToken(.every(.milliseconds(1)), beside: "/d/shelf.json", in: disk) {
        let begin = ContinuousClock.now
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(7))
        looks.withLock { $0.append((begin, .now)) }
      }
    }
    while looks.withLock({ $0.count }) < 12 { try await Task.sleep(for: .milliseconds(5)) }
    for token in tokens { token.cancel() }
    let all = looks.withLock { $0 }
    for (one, next) in zip(all, all.dropFirst()) {
      let (worked, rested) = (one.begin.duration(to: one.end), one.end.duration(to: next.begin))
      #expect(rested > worked - .milliseconds(1), "\(worked) \(rested)")
    }
  }
}
