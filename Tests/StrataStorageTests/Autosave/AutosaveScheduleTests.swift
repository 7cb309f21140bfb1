import StrataStorage
import Testing

@testable import StrataStorage

@Suite("When to save")
struct AutosaveScheduleTests {
  let pacing = AutosavePacing(delay: .seconds(1), retry: .seconds(2), longestRetry: .seconds(7))
  let broken = StateFileError.notSaved(path: "a", step: .write, cause: SystemError(5))

  @Test("Changes that come while a save waits are saved with it")
  func gathering() {
    let schedule = Clerk(pacing, savedRevision: 3)
    #expect(schedule.changed(to: 3) == nil)
    #expect(schedule.changed(to: 4) == .init(number: 1, wait: .seconds(1)))
    #expect(schedule.changed(to: 5) == nil)
    #expect(schedule.begin(5, appointment: 1))
    #expect(
      schedule.changed(to: 6) == .init(number: 2, wait: .seconds(1)),
      "it comes after the save that runs"
    )
    #expect(schedule.finish(5, nil) == nil)
    #expect(schedule.begin(6, appointment: 2))
    #expect(schedule.finish(6, nil) == nil)
    #expect(schedule.savedRevision == 6)
  }

  @Test("Failures in a row double the wait, up to the longest; a success begins anew")
  func backingOff() {
    let schedule = Clerk(pacing, savedRevision: 0)
    _ = schedule.changed(to: 1)
    var waits: [Duration] = []
    for number in 1...5 {
      #expect(schedule.begin(1, appointment: number))
      waits.append(schedule.finish(1, broken)?.wait ?? .zero)
      #expect(schedule.failure == broken)
    }
    #expect(waits == [2, 4, 7, 7, 7].map { .seconds($0) })
    #expect(schedule.changed(to: 2) == nil, "a change does not shorten the wait")
    #expect(schedule.begin(2, appointment: 6))
    #expect(schedule.finish(2, nil) == nil)
    #expect(schedule.failure == nil)
    #expect(schedule.changed(to: 3)?.wait == .seconds(1))
  }

  @Test("A save on demand overtakes the waiting save, and the waiting save then does nothing")
  func insisting() {
    let schedule = Clerk(pacing, savedRevision: 0)
    _ = schedule.changed(to: 1)
    #expect(schedule.begin(1, appointment: nil))
    #expect(schedule.finish(1, broken) == .init(number: 2, wait: .seconds(2)))
    #expect(!schedule.begin(1, appointment: 1))
    #expect(schedule.begin(1, appointment: 2))
    _ = schedule.finish(1, nil)
    #expect(!schedule.begin(1, appointment: nil), "there is nothing to save")
  }

  @Test("A lasting failure is not retried before the next change; a passing failure is retried")
  func waiting() {
    let lasting: [StateFileError] = [
      .conflict(path: "a", .changed), .unencodable(path: "a", reason: ""),
      .refused(path: "a", reason: broken),
    ]
    for failure in lasting {
      let schedule = Clerk(pacing, savedRevision: 0)
      _ = schedule.changed(to: 1)
      #expect(schedule.begin(1, appointment: 1))
      #expect(schedule.finish(1, failure) == nil)
      #expect(schedule.changed(to: 2)?.wait == .seconds(2))
    }
    for passing in [broken, .notYetDurable(path: "a", cause: SystemError(5)), .locked(path: "a")] {
      let schedule = Clerk(pacing, savedRevision: 0)
      _ = schedule.changed(to: 1)
      #expect(schedule.finish(1, passing) == nil, "a save waits already")
      #expect(schedule.begin(1, appointment: 1))
      #expect(schedule.finish(1, passing)?.wait == .seconds(4))
    }
  }

  @Test("A save that is not due waits as long as changes come, and rests when there are none")
  func notDue() {
    let schedule = Clerk(pacing, savedRevision: 0)
    _ = schedule.changed(to: 1)
    #expect(schedule.changed(to: 2) == nil)
    // A change begins the pause anew; after five times the delay nothing is to be done.
    for (number, revision) in [(1, 2), (2, 3), (3, 3), (4, 3), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4)] {
      let next = AutosaveSchedule.Appointment(number: number + 1, wait: .seconds(1))
      #expect(schedule.decide(revision, number, due: [true]) == .wait(next))
      #expect(schedule.changed(to: revision + 1) == nil, "it waits already")
    }
    #expect(schedule.decide(4, 10) == .rest)
    #expect(schedule.changed(to: 5) == .init(number: 11, wait: .seconds(1)))
    for number in 11..<15 { _ = schedule.decide(5, number) }
    #expect(schedule.decide(5, 15, due: [true]) == .save, "worth it when nothing else is to be done")
    _ = schedule.finish(5, nil)
    _ = schedule.changed(to: 6)
    #expect(schedule.decide(6, 16, due: [false]) == .save, "worth it whatever else is to be done")
    #expect(schedule.finish(6, broken) == .init(number: 17, wait: .seconds(2)))
    #expect(schedule.decide(6, 17) == .save, "what was due and failed stays due")
    _ = schedule.finish(6, nil)
    _ = schedule.changed(to: 7)
    #expect(schedule.begin(7, appointment: nil), "whoever insists does not ask what it is worth")
  }

  @Test("A demanded save runs once, even though nothing has changed")
  func demanding() {
    let schedule = Clerk(pacing, savedRevision: 3)
    #expect(schedule.demanded() == .init(number: 1, wait: .seconds(1)))
    #expect(schedule.demanded() == nil && schedule.changed(to: 4) == nil, "it waits already")
    #expect(schedule.decide(3, 1) == .save)
    #expect(schedule.finish(3, broken) == .init(number: 2, wait: .seconds(2)))
    #expect(schedule.decide(3, 2) == .save)
    #expect(schedule.finish(3, nil) == nil)
    #expect(!schedule.begin(3, appointment: nil), "it was done")
    schedule.close()
    #expect(schedule.demanded() == nil)
  }

  @Test("A save that cannot be arranged is a failure, and the next change arranges another one")
  func missing() {
    let noThread = StateFileError.notSaved(path: "a", step: .startThread, cause: SystemError(11))
    let schedule = Clerk(pacing, savedRevision: 0)
    for number in 1...2 {
      #expect(schedule.changed(to: number) == .init(number: number, wait: .seconds(1)))
      #expect(schedule.missed(number, noThread) == (number == 1), "it is told once")
      #expect(schedule.failure == noThread)
      #expect(!schedule.begin(number, appointment: number))
    }
    #expect(schedule.begin(2, appointment: nil))
    #expect(schedule.finish(2, nil) == nil && schedule.failure == nil)
    // The failure of a save says more, and one that was overtaken says nothing.
    _ = schedule.changed(to: 3)
    #expect(schedule.begin(3, appointment: 3))
    #expect(schedule.finish(3, broken) == .init(number: 4, wait: .seconds(2)))
    #expect(!schedule.missed(3, noThread) && schedule.begin(3, appointment: 4))
    #expect(schedule.finish(3, broken) == .init(number: 5, wait: .seconds(4)))
    #expect(!schedule.missed(5, noThread) && schedule.failure == broken)
    #expect(schedule.changed(to: 4) == .init(number: 6, wait: .seconds(4)))
  }

  @Test("After closing, no change is saved")
  func closing() {
    let schedule = Clerk(pacing, savedRevision: 0)
    _ = schedule.changed(to: 1)
    schedule.close()
    #expect(schedule.changed(to: 2) == nil)
    #expect(!schedule.begin(2, appointment: 1))
  }
}

/// Keeps a schedule, so that its answers can be expected where they are asked for.
private final class Clerk {
  private var schedule: AutosaveSchedule

  init(_ pacing: AutosavePacing, savedRevision: Int) {
    schedule = AutosaveSchedule(pacing, savedRevision: savedRevision)
  }

  var savedRevision: Int { schedule.savedRevision }
  var failure: StateFileError? { schedule.failure }

  func changed(to revision: Int) -> AutosaveSchedule.Appointment? { schedule.changed(to: revision) }
  func begin(_ revision: Int, appointment: Int?) -> Bool {
    schedule.begin(revision, appointment: appointment) == .save
  }
  func decide(_ revision: Int, _ appointment: Int, due: Set<Bool> = []) -> AutosaveSchedule.Decision {
    schedule.begin(revision, appointment: appointment) { due.contains($0) }
  }
  func demanded() -> AutosaveSchedule.Appointment? { schedule.demanded() }
  func finish(_ revision: Int, _ failure: StateFileError?) -> AutosaveSchedule.Appointment? {
    schedule.finish(revision, failure)
  }
  func missed(_ number: Int, _ failure: StateFileError) -> Bool {
    schedule.missed(.init(number: number, wait: .zero), failure)
  }
  func close() { schedule.close() }
}
