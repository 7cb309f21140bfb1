import StrataCore
import StrataStorage
import TestSupport
import Testing

/// Everything that has to be the same after a restart.
struct Remembered: Equatable {
  var state: Shelf
  var tree: [String]
  var times: [Timestamp]
  var states: [Shelf?]
  var undo: String?
  var redo: String?
  var paths: [[Moment]]
  var byAgent: [String?]
  var checkpoints: [Moment]
  var hasUnsavedChanges: Bool

  init(_ store: Store<Shelf>) {
    let timeline = store.timeline
    let ids = timeline.ids
    (state, tree) = (store.state, timeline.lines)
    times = ids.compactMap { timeline[$0]?.time }
    states = ids.map { store.state(at: $0) }
    (undo, redo) = (store.historyStatus.undoLabel, store.historyStatus.redoLabel)
    paths = [Array(timeline.undoPath), Array(timeline.redoPath)]
    byAgent = [timeline.undoMoment(by: "agent")?.label, timeline.redoMoment(by: "agent")?.label]
    checkpoints = timeline.checkpoints
    hasUnsavedChanges = store.hasUnsavedChanges
  }
}

@Suite("A store that is opened again")
struct ReopeningTests {
  @Test("It is where it was: undo, redo, branches, labels, times, restored part and saved marker")
  func restart() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    var opened = try openShelf(on: disk, clock: clock)
    #expect(opened.report == OpeningReport(history: .begun))
    for title in ["A", "B", "C"] {
      try opened.store.send(.add(title))
      clock.pass(.seconds(60))
    }
    try opened.store.markSaved()
    try opened.store.send(.select([2]))
    try opened.store.send(.remove(2))
    try opened.store.undo()
    try opened.store.undo()
    try opened.store.send(.add("D"))
    try opened.store.undo()
    let before = Remembered(opened.store)
    #expect(before.tree.count == 6 && before.hasUnsavedChanges)
    try opened.close()
    #expect(throws: LogError.closed(path: "/d/shelf.json.log")) { try opened.store.send(.add("late")) }

    opened = try openShelf(on: disk, clock: clock)
    #expect(opened.report == OpeningReport(history: .kept(moments: 6)))
    #expect(Remembered(opened.store) == before)
    try opened.store.redo()
    #expect(opened.store.state.session.selected == [4])
    try opened.store.undo()
    #expect(opened.store.state.session.selected == [2])
    try opened.store.jump(to: opened.store.timeline.oldest.id)
    #expect(opened.store.state.session.selected == [])
    try opened.store.jump(to: opened.store.timeline.ids[3])
    #expect(!opened.store.hasUnsavedChanges && opened.store.state.books.count == 3)
    try opened.store.send(.add("E"))
    #expect(opened.store.state.books.keys.max() == 5)
  }

  @Test(
    "A step from before a restart: undo brings back the restored part from before it, redo the one from after it"
  )
  func restored() throws {
    let disk = SimulatedDisk()
    var opened = try openShelf(on: disk)
    try opened.store.send(.add("A"))
    try opened.store.send(.select([7]))
    try opened.store.send(.add("B"))
    try opened.store.send(.select([9]))
    try opened.close()
    opened = try openShelf(on: disk)
    #expect(opened.store.state.session.selected == [9])
    try opened.store.undo()
    #expect(opened.store.state.session.selected == [7])
    try opened.store.redo()
    #expect(opened.store.state.session.selected == [2])
  }

  @Test("A process that ends without a word has lost nothing")
  func withoutClosing() throws {
    let disk = SimulatedDisk()
    var opened: DurableStore<Shelf>? = try openShelf(on: disk)
    for number in 0..<20 { try opened?.store.send(.add("\(number)")) }
    let before = opened.map { Remembered($0.store) }
    opened = nil
    let again = try openShelf(on: disk)
    #expect(again.report.replayedChanges == 20 && Remembered(again.store) == before)
    // After a clean end the file is the current state, for every program.
    try again.close()
    #expect(try StateFile<Shelf>(at: "/d/shelf.json", in: disk).load() == again.store.state)
    #expect(try openShelf(on: disk).report.replayedChanges == 0)
  }

  @Test(
    "A field that was removed is left out of the log as of the state file: nothing else is lost, undo goes on"
  )
  func lostField() throws {
    let disk = SimulatedDisk()
    let path = "/d/notes.json"
    var options = OpeningOptions()
    options.pacing = AutosavePacing(delay: .seconds(1_000_000))
    var before: DurableStore<Notes<Coloured>>? = try DurableStore(
      at: path,
      undoing: try UndonePart(\.notes),
      startingWith: Notes(),
      options: options,
      in: disk
    )
    try before?.store.send(Coloured(text: "A", colour: "red"))
    try before?.flush()
    try before?.store.send(Coloured(text: "B", colour: "blue"))
    before = nil
    let after = try DurableStore(
      at: path,
      undoing: try UndonePart(\.notes),
      startingWith: Notes<Uncoloured>(),
      options: options,
      in: disk
    )
    #expect(after.report.replayedChanges == 1 && after.report.history == .kept(moments: 3))
    #expect(after.store.state.notes == [Uncoloured(text: "A"), Uncoloured(text: "B")])
    try after.store.undo()
    try after.store.undo()
    #expect(after.store.state.notes == [])
    try after.store.redo()
    try after.store.redo()
    #expect(after.store.state.notes == [Uncoloured(text: "A"), Uncoloured(text: "B")])
  }

  private struct Notes<Note: Described & Equatable>: Reducible, Described {
    var notes: [Note] = []

    static func describe(_ field: inout Fields<Notes>) { field("notes", \.notes) }

    mutating func reduce(_ action: Note) { notes.append(action) }
  }

  private struct Coloured: Described, Equatable {
    var text = ""
    var colour = ""

    static func describe(_ field: inout Fields<Coloured>) {
      field("text", \.text)
      field("colour", \.colour)
    }
  }

  private struct Uncoloured: Described, Equatable {
    var text = ""

    static func describe(_ field: inout Fields<Uncoloured>) {
      field("text", \.text)
      field.removed("colour")
    }
  }

  @Test(
    "Random commands and restarts: as a store that was never closed",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    for round in 0..<(Soak.isOn ? 25 : 1) as Range<UInt64> {
      var run = try RandomRestarts(seed: seed &+ round &* 1_000)
      for command in 0..<150 {
        try run.next()
        guard command % 10 == 0, let difference = run.difference else { continue }
        Issue.record("seed \(seed), round \(round), command \(command): \(difference)\n\(run.log.suffix(15))")
        return
      }
      #expect(run.restarts > 2)
    }
  }
}
