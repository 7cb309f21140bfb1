import Dispatch
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("The turns of those who follow in one process")
struct FollowingTurnsTests {
  private let path = "/d/shelf.json"

  /// A clock that only the test advances, and the looks and pauses in their order.
  private final class Stage: Sendable {
    let start = ContinuousClock.now
    let time = Guarded(Duration.zero)
    let events = Guarded<[String]>([])
    let rested = DispatchSemaphore(value: 0)

    var rest: FollowerPause {
      FollowerPause { [self] in
        start + time.withLock { $0 }
      } pause: { [self] length in
        time.withLock { $0 += length }
        events.withLock { $0.append("rest \(length)") }
        rested.signal()
      }
    }

    func look(for length: Duration) {
      events.withLock { $0.append("begin") }
      time.withLock { $0 += length }
      events.withLock { $0.append("end") }
    }
  }

  @Test("A follower rests as long as it worked, in whole milliseconds and a tenth of a second at most")
  func lengths() {
    let expected: [(Duration, Duration)] = [
      (.zero, .zero), (.microseconds(999), .zero), (.milliseconds(1), .milliseconds(1)),
      (.microseconds(7_900), .milliseconds(7)), (.milliseconds(100), .milliseconds(100)),
      (.seconds(60), .milliseconds(100)), (.milliseconds(-5), .zero),
    ]
    for (worked, rest) in expected { #expect(FollowerPause.length(after: worked) == rest) }
  }

  @Test("One follower looks at a time, and all rest before the next look")
  func resting() throws {
    let (disk, stage) = (SimulatedDisk(), Stage())
    let tokens = (0..<3).map { _ in
      FollowingToken(.every(.milliseconds(1)), beside: path, in: disk, resting: stage.rest) {
        stage.look(for: .milliseconds(7))
      }
    }
    for _ in 0..<12 { try #require(Patience.wait(for: stage.rested)) }
    for token in tokens { token.cancel() }
    let turn = ["begin", "end", "rest \(Duration.milliseconds(7))"]
    #expect(stage.events.withLock { Array($0.prefix(36)) } == (0..<12).flatMap { _ in turn })
  }

  @Test("Every follower looks on the one queue of the process, whatever its pace", arguments: [true, false])
  func oneQueue(isOfEvents: Bool) throws {
    let key = DispatchSpecificKey<Bool>()
    FollowingToken.turns.setSpecific(key: key, value: true)
    let folder = try TemporaryFolder()
    let (looked, isInTurn) = (DispatchSemaphore(value: 0), Guarded(true))
    let tokens = (0..<3).map { number in
      FollowingToken(
        isOfEvents ? .events : .every(.milliseconds(1)),
        beside: folder.file("\(number).json"),
        in: POSIXFileSystem()
      ) {
        isInTurn.withLock { $0 = $0 && DispatchQueue.getSpecific(key: key) == true }
        looked.signal()
      }
    }
    for _ in 0..<6 { try #require(Patience.wait(for: looked)) }
    for token in tokens { token.cancel() }
    #expect(isInTurn.withLock { $0 })
  }

  @Test("A cancelled token looks no more")
  func cancelled() {
    let looks = Guarded(0)
    let token = FollowingToken(.every(.seconds(1_000)), beside: path, in: SimulatedDisk()) {
      looks.withLock { $0 += 1 }
    }
    FollowingToken.turns.sync { token.turn() }
    token.cancel()
    // A look that has begun ends before this.
    let before = FollowingToken.turns.sync { looks.withLock { $0 } }
    #expect(before > 0)
    FollowingToken.turns.sync { token.turn() }
    #expect(looks.withLock { $0 } == before)
  }
}
