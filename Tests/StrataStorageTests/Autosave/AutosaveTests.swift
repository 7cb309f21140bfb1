import Dispatch
import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// A number that grows, and can be made into one that JSON cannot say.
struct Tally: Reducible, Codable {
  var count = 0
  var weight = 1.0
  /// Held by whoever encodes, so that a test can keep a save from ending.
  var gate: Gate?

  enum Action { case add, set(weight: Double) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add: count += 1
    case .set(let weight): self.weight = weight
    }
  }
}

/// Stops the encoding of a state in the middle.
struct Gate: Codable, Equatable, Sendable {
  static let reached = DispatchSemaphore(value: 0)
  static let opened = DispatchSemaphore(value: 0)

  init() {}
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) throws {
    Self.reached.signal()
    Self.opened.wait()
    var container = encoder.singleValueContainer()
    try container.encode(true)
  }
}

@Suite("Autosaving")
struct AutosaveTests {
  let disk = SimulatedDisk()
  let store = Store(Tally())
  let quick = AutosavePacing(delay: .milliseconds(1), retry: .milliseconds(1), longestRetry: .milliseconds(8))
  let never = AutosavePacing(delay: .seconds(1_000), retry: .seconds(1_000), longestRetry: .seconds(1_000))

  func file() -> StateFile<Tally> { StateFile(at: "/d/state.json", in: disk, patience: .zero) }
  var saved: Tally? { try? file().load() }
  var saves: Int { disk.operations.count { $0 == "rename temp to file" } }

  @Test("A change is saved by itself; what was there before counts as saved")
  func change() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    try autosave.flush()
    #expect(disk.operations == [])
    try store.send(.add)
    try await Patience.until("the change is saved") { saved?.count == 1 && !autosave.hasUnsavedChanges }
    try store.undo()
    try await Patience.until("the undo is saved") { saved?.count == 0 }
  }

  @Test("The saved marker is not moved by saving the file, whenever and however often that is done")
  func savedMarker() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    try store.send(.add)
    try store.markSaved()
    let marked = store.timeline.saved
    try store.send(.add)
    try await Patience.until("the change is saved") { saved?.count == 2 }
    #expect(store.hasUnsavedChanges && store.timeline.saved == marked)
    try store.undo()
    try autosave.flush()
    #expect(!store.hasUnsavedChanges && saved?.count == 1)
    try store.undo()
    try autosave.close()
    #expect(store.hasUnsavedChanges && store.timeline.saved == marked && saved?.count == 0)
  }

  @Test("Changes that come before their save is due are one save, of the newest state")
  func gathering() throws {
    let autosave = Autosave(store, to: file(), pacing: never)
    for _ in 0..<1_000 { try store.send(.add) }
    #expect(autosave.isSaveWaiting && saves == 0)
    try autosave.flush()
    #expect(saved?.count == 1_000)
    #expect(saves == 1)
    #expect(!autosave.hasUnsavedChanges)
  }

  @Test("A flush waits for every change so far, and does nothing when there is none")
  func flushing() throws {
    let autosave = Autosave(store, to: file(), pacing: never)
    try store.send(.add)
    #expect(autosave.hasUnsavedChanges)
    #expect(saved == nil)
    try autosave.flush()
    #expect(saved?.count == 1)
    try autosave.flush()
    #expect(saves == 1)
  }

  @Test("Senders and readers go on while a save is encoding; what they change is saved after it")
  func pace() async throws {
    let store = Store(Tally(gate: Gate()))
    let autosave = Autosave(store, to: file(), pacing: quick)
    try store.send(.add)
    await Task.detached { Gate.reached.wait() }.value
    for _ in 0..<1_000 { try store.send(.add) }
    #expect(store.state.count == 1_001)
    #expect(saves == 0, "the save has not ended")
    Gate.opened.signal()
    // The second save begins, of a state with everything in it.
    await Task.detached { Gate.reached.wait() }.value
    Gate.opened.signal()
    try await Patience.until("everything is saved") { !autosave.hasUnsavedChanges }
    #expect(
      disk.image.bytes(of: "/d/state.json").map { String(decoding: $0, as: UTF8.self) }?.contains("1001")
        == true
    )
  }

  @Test(
    "A failing disk is heard of again and again, keeps no writer from sending, and is recovered from by itself"
  )
  func recovery() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    let errors = autosave.errors()
    disk.restart(failing: .init(call: 0, error: SystemError(EIO), isLasting: true))
    try store.send(.add)
    var heard = 0
    for await error in errors {
      #expect(error == .notSaved(path: "/d/state.json", step: .openFolder, cause: SystemError(EIO)))
      heard += 1
      try store.send(.add)
      if heard == 5 { break }
    }
    #expect(autosave.failure != nil && autosave.hasUnsavedChanges)
    #expect(throws: StateFileError.self) { try autosave.flush() }
    #expect(autosave.isSaveWaiting, "another attempt is arranged")
    disk.restart()
    try await Patience.until("the disk is trusted again") {
      autosave.failure == nil && !autosave.hasUnsavedChanges
    }
    #expect(saved?.count == 6)
  }

  @Test("A save that is not yet durable is done again")
  func notYetDurable() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    try store.send(.add)
    try autosave.flush()
    disk.restart()
    try store.send(.add)
    try autosave.flush()
    let second = try #require(disk.operations.lastIndex(of: "sync folder"))
    disk.restart(failing: .init(call: second, error: SystemError(EIO)))
    try store.send(.add)
    try await Patience.until("the save is done again") {
      disk.faultsFired == 1 && !autosave.hasUnsavedChanges
    }
    #expect(saves == 2)
    #expect(saved?.count == 3)
  }

  @Test("A conflict is not tried again by itself; discarding and flushing saves")
  func conflict() async throws {
    let mine = file()
    let autosave = Autosave(store, to: mine, pacing: quick)
    try store.send(.add)
    try autosave.flush()
    let theirs = file()
    _ = try theirs.load()
    try theirs.save(Tally(count: 77))
    try store.send(.add)
    try await Patience.until("the conflict is told") {
      autosave.failure == .conflict(path: mine.path, .changed)
    }
    #expect(!autosave.isSaveWaiting, "no other attempt is arranged")
    #expect(saved?.count == 77)
    try mine.discard()
    try autosave.flush()
    #expect(saved?.count == 2)
  }

  @Test("A state that JSON cannot say is an error; the next one that it can is saved")
  func unencodable() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    try store.send(.set(weight: .nan))
    #expect(throws: StateFileError.self) { try autosave.flush() }
    #expect(saved == nil)
    try store.send(.set(weight: 2))
    try await Patience.until("the state is saved") { saved?.weight == 2 }
  }

  @Test("Closing saves what is there, and ends it: later changes are not saved, listeners are let go")
  func closing() async throws {
    let autosave = Autosave(store, to: file(), pacing: never)
    let errors = autosave.errors()
    try store.send(.add)
    try autosave.close()
    #expect(saved?.count == 1)
    for await error in errors { Issue.record("\(error)") }
    for await error in autosave.errors() { Issue.record("\(error)") }
    try store.send(.add)
    #expect(autosave.hasUnsavedChanges)
    #expect(saved?.count == 1)
    try autosave.flush()
    #expect(saved?.count == 2, "whoever insists gets their save")
  }

  @Test("Closing that fails says so, and autosaving goes on")
  func closingFails() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    disk.restart(failing: .init(call: 0, error: SystemError(EIO), isLasting: true))
    try store.send(.add)
    #expect(throws: StateFileError.self) { try autosave.close() }
    disk.restart()
    try await Patience.until("the change is saved all the same") { saved?.count == 1 }
    try autosave.close()
  }

  @Test("Without a thread, sends report one failure, a later send asks again, and flush() still saves")
  func noThread() async throws {
    let threads = Threads()
    let file = file()
    let autosave = Autosave(
      store,
      to: file,
      pacing: AutosavePacing(delay: .zero),
      isSaved: true,
      alarm: threads.alarm,
      isDue: { _ in true },
      saving: { store throws(StateFileError) in
        let revision = store.revision
        try file.save(store.state)
        return revision
      }
    )
    let errors = autosave.errors()
    let failure = StateFileError.notSaved(path: file.path, step: .startThread, cause: .wouldBlock)
    threads.refusal.withLock { $0 = .wouldBlock }
    for _ in 0..<2 { try store.send(.add) }
    #expect(autosave.failure == failure && !autosave.isSaveWaiting && autosave.hasUnsavedChanges)
    try autosave.flush()
    #expect(autosave.failure == nil && saved?.count == 2)
    try store.send(.add)
    #expect(autosave.failure == failure)
    threads.refusal.withLock { $0 = nil }
    try store.send(.add)
    #expect(threads.count == 1)
    threads.run()
    #expect(autosave.failure == nil && saved?.count == 4)
    try autosave.close()
    var heard: [StateFileError] = []
    for await error in errors { heard.append(error) }
    #expect(heard == [failure, failure])
  }

  @Test("Nothing waits for its time before there is a change, also where a store opens what it has saved")
  func nothingToDo() throws {
    let threads = Threads()
    let file = file()
    let autosave = Autosave(
      store,
      to: file,
      pacing: quick,
      isSaved: true,
      alarm: threads.alarm,
      isDue: { _ in true },
      saving: { $0.revision }
    )
    #expect(threads.count == 0)
    try autosave.close()
    for isNew in [true, false] {
      let durable = try openShelf(on: disk) { $0.pacing = never }
      #expect(durable.keeping?.autosave.isSaveWaiting == false)
      if isNew { try durable.store.send(.add("A")) }
      try durable.close()
    }
  }

  @Test("A change that waits is saved although the autosave is let go")
  func lettingGo() async throws {
    var autosave: Autosave? = Autosave(store, to: file(), pacing: AutosavePacing(delay: .milliseconds(20)))
    try store.send(.add)
    weak let witness = autosave
    autosave = nil
    try await Patience.until("the change is saved and nothing is kept") {
      saved?.count == 1 && witness == nil
    }
  }

  @Test(
    "While many threads send, every state that the file has is one that was, and none is older than one before"
  )
  func saving() async throws {
    let autosave = Autosave(store, to: file(), pacing: quick)
    let (store, disk) = (store, disk)
    let (writers, each) = (4, Soak.times(200))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<writers { group.addTask { for _ in 0..<each { try store.send(.add) } } }
      group.addTask {
        var last = 0
        while last < writers * each {
          let file = StateFile<Tally>(at: "/d/state.json", in: disk, patience: .zero)
          let found = try file.load()?.count ?? 0
          #expect(found >= last)
          last = found
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      try await group.waitForAll()
    }
    try autosave.close()
    #expect(saved?.count == writers * each)
  }
}
