import Measuring
import Strata
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
    byAgent = [timeline.undoLabel(by: "agent"), timeline.redoLabel(by: "agent")]
    checkpoints = timeline.checkpoints
    hasUnsavedChanges = store.hasUnsavedChanges
  }
}

@Suite("A store that is opened again")
struct ReopeningTests {
  @Test("It is where it was: undo, redo, branches, labels, times, companion and saved marker")
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
    "A step from before a restart: undo brings back the companion from before it, redo the one from after it"
  )
  func companion() throws {
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

/// The same commands for a durable store, which is closed and opened again in between, and for one in memory.
private struct RandomRestarts {
  var random: SplitMix64
  let disk = SimulatedDisk()
  let clock = ManualClock()
  var durable: DurableStore<Shelf>?
  let plain: Store<Shelf>
  var log: [String] = []
  var restarts = 0
  var limit = HistoryLimit.unlimited

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    durable = try openShelf(on: disk, clock: clock)
    let clock = clock
    plain = Store(Shelf(), undoing: \.books, restoring: \.session.selected, clock: { clock.now })
  }

  mutating func next() throws {
    clock.pass(.seconds(random.below(8)))
    switch random.below(32) {
    case 24...: return handsOn()
    case 0..<5: send(.add("Title \(random.below(1_000)) \"é\\"))
    case 5..<8: send(.rename(anyID(), "Name \(random.below(100))"))
    case 8: send(.weigh(anyID(), Double(random.below(7)) / 4))
    case 9: send(.remove(anyID()))
    case 10: send(.select([anyID()]))
    case 11: send(.fail)
    case 12..<15: both("undo") { try $0.undo() }
    case 15..<17: both("redo") { try $0.redo() }
    case 17:
      let ids = plain.timeline.ids
      let id = ids[random.below(ids.count)]
      both("jump \(id)") { try $0.jump(to: id) }
    case 18: both("mark") { try $0.markSaved() }
    case 19:
      limit = random.below(3) == 0 ? .steps(random.below(30)) : .unlimited
      let limit = limit
      both("limit \(limit)") { try $0.setLimit(limit) }
    case 20:
      let (id, title) = (anyID(), "T\(random.below(50))")
      both("transaction") { store in
        try store.transaction("Two things") { draft in
          try draft.send(.add(title))
          try draft.send(.rename(id, title))
        }
      }
    case 21 where random.below(4) == 0: both("load") { try $0.load(Shelf()) }
    default: try restart()
    }
  }

  /// What others than the app's user do, and what is done about it.
  private mutating func handsOn() {
    let authors: [Author] = [.user, "agent", "s\u{7}\"é"]
    let (author, ids) = (authors[random.below(3)], plain.timeline.ids)
    let (id, number) = (ids[random.below(ids.count)], random.below(9))
    let (book, title) = (anyID(), "By \(author) \(number)")
    let notes: [(any DescribedValue)?] = [
      nil, "]}\u{0}\"", 7, [-0.0, .nan], ["note": ["a", nil]], String?.none, "",
    ]
    let note = notes[random.below(notes.count)]
    let choice: MergeConflict.Choice? = [.mine, .theirs, nil][random.below(3)]
    switch random.below(14) {
    case 0, 1: both("add by \(author)") { try $0.send(.add(title), as: author) }
    case 2: both("rename by \(author)") { try $0.send(.rename(book, title), as: author, noting: note) }
    case 3, 4: both("fetch") { try $0.send(.fetch(1_000 + number, title), as: author) }
    case 5, 6: both("undo by \(author)") { try $0.undo(by: author) { _ in choice } }
    case 7, 8: both("redo by \(author)") { try $0.redo(by: author) { _ in choice } }
    case 9: both("undo only \(id)") { try $0.undo(only: id, as: author) { _ in choice } }
    case 10: both("redo only \(id)") { try $0.redo(only: id, as: author) { _ in choice } }
    case 11: both("merge \(id)") { try $0.merge(id, as: author) { _ in choice } }
    case 12: both("checkpoint") { try $0.checkpoint("Point \(number)") }
    default: both("back to \(id)") { try $0.goBack(to: id, as: author) }
    }
  }

  private mutating func anyID() -> Int { 1 + random.below(max(1, plain.state.session.lastID)) }

  private mutating func send(_ action: Shelf.Action) {
    both("\(action)") { try $0.send(action) }
  }

  private mutating func both(_ what: String, _ command: (Store<Shelf>) throws -> Void) {
    log.append(what)
    guard let durable else { return }
    let answers = [durable.store, plain].map { store in
      do {
        try command(store)
        return "done"
      } catch {
        return "\(error)"
      }
    }
    if answers[0] != answers[1] { log.append("the answers differ: \(answers)") }
  }

  private mutating func restart() throws {
    restarts += 1
    log.append("restart")
    if random.below(2) == 0 { try durable?.close() } else if random.below(2) == 0 { try durable?.flush() }
    durable = nil
    let limit = limit
    durable = try openShelf(on: disk, clock: clock) { $0.limit = limit }
    // Nothing is added to a moment over a restart.
    clock.pass(.seconds(10))
  }

  var difference: String? {
    guard let durable else { return "closed" }
    if let broken = durable.store.timeline.brokenInvariants.first { return broken }
    if let answer = log.last(where: { $0.hasPrefix("the answers") }) { return answer }
    let (left, right) = (Remembered(durable.store), Remembered(plain))
    return left == right ? nil : "\(left)\n— and in memory —\n\(right)"
  }
}
