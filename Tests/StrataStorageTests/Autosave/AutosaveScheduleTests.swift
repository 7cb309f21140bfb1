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

  @Test("Somebody who insists overtakes the save that waits, which then does nothing")
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

  @Test("What cannot pass by itself is not tried again until there is a change")
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
    schedule.begin(revision, appointment: appointment)
  }
  func finish(_ revision: Int, _ failure: StateFileError?) -> AutosaveSchedule.Appointment? {
    schedule.finish(revision, failure)
  }
  func close() { schedule.close() }
}
