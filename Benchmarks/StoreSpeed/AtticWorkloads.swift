import Measuring
import PersistentCollections
import StrataCore

/// A journal of todos whose titles are edited, each step under a label of its own.
struct TodoJournal: Reducible {
  var document: DescribedState.Document

  init(todos count: Int) {
    document = DescribedState(todos: count).document
  }

  struct Rename: Sendable {
    var id: Int
    var title: String
    var label: String
  }

  mutating func reduce(_ action: Rename) {
    document.journal.todos[action.id]?.title = action.title
  }

  func recording(of action: Rename) -> Recording { .step(action.label) }

  /// Returns an edit of one of the first `reach` todos.
  static func edit(_ number: Int, reach: Int, _ random: inout SplitMix64) -> Rename {
    let id = random.below(reach) + 1
    return Rename(id: id, title: "Rename report \(2_000_000 + number)", label: "Rename todo \(number)")
  }
}

/// The cost of a step in the attic, and of getting the step from there.
enum AtticWorkloads {
  static func add(to suite: inout Suite) {
    suite.add(
      "attic-local",
      "edits of a hundred todos among n: bytes a step, sends, jumps, undos in the attic"
    ) {
      run in try measure(run, reach: min(run.n, 100))
    }
    suite.add("attic-scattered", "edits of todos here and there among n: the same") { run in
      try measure(run, reach: run.n)
    }
  }

  private static func measure(_ run: Suite.Run, reach: Int) throws {
    let journal = try measure(run, reach: reach, .all, "Strata")
    measureDirectly(run, reach: reach, on: journal, "direct")
    measureDirectly(run, reach: reach, on: TodoJournal(todos: run.n), "direct, on todos just made")
    _ = try measure(run, reach: reach, .unpacked, "snapshots alone")
  }

  private static func steps(_ run: Suite.Run) -> Int { run.isQuick ? 1_000 : 10_000 }

  /// Returns the journal as a long jump begins with it.
  private static func measure(
    _ run: Suite.Run,
    reach: Int,
    _ keeping: Keeping,
    _ name: String
  ) throws -> TodoJournal {
    let steps = steps(run)
    let store = Store(TodoJournal(todos: run.n), undoing: \.document, keeping: keeping)
    var random = SplitMix64(seed: 1)
    // Memory that is allocated once, such as the facts about types, is no part of a step.
    for number in 0..<100 { try store.send(TodoJournal.edit(number, reach: reach, &random)) }
    let (live, counted) = (Heap.liveBytes, store.historyBytes ?? 0)
    var times: [Double] = []
    for number in 100..<steps + 100 {
      let edit = TodoJournal.edit(number, reach: reach, &random)
      times.append(try processorNanoseconds { try store.send(edit) })
    }
    let grown = Heap.liveBytes - live - times.capacity * MemoryLayout<Double>.stride
    let said = (store.historyBytes ?? 0) - counted
    run.record(name, "bytes/step", Double(grown) / Double(steps), steps: steps)
    run.record(name, "bytes/step, as the history says", Double(said) / Double(steps), steps: steps)
    run.record(name, "send us", times.reduce(0, +) / Double(steps) / 1_000, steps: steps)
    run.record(name, "slowest send us", (times.max() ?? 0) / 1_000, steps: steps)

    let ids = store.timeline.ids
    let (first, last) = (ids[100], ids[ids.count - 1])
    let journal = store.state
    let jumps = try [first, last, first, last].map { id in
      try processorNanoseconds { try store.jump(to: id) }
    }
    run.record(name, "longest jump ms", (jumps.max() ?? 0) / 1_000_000, steps: steps)
    try store.jump(to: ids[steps / 2])
    var undos = try (0..<min(2_000, steps / 4)).map { _ in try processorNanoseconds { try store.undo() } }
    undos.sort()
    run.record(name, "undo us", undos[undos.count / 2] / 1_000, steps: steps)
    return journal
  }

  /// The same edits, made in a copy that is shared: what a jump would take if it cost nothing to know them.
  ///
  /// - Parameter journal: That of a store that has made them, whose todos lie where sends have put them: a jump begins with
  ///   that, too. Todos that were just made lie side by side, and are sooner changed.
  private static func measureDirectly(
    _ run: Suite.Run,
    reach: Int,
    on journal: TodoJournal,
    _ name: String
  ) {
    let steps = steps(run)
    var random = SplitMix64(seed: 1)
    for number in 0..<100 { _ = TodoJournal.edit(number, reach: reach, &random) }
    let edits = (100..<steps + 100).map { TodoJournal.edit($0, reach: reach, &random) }
    var times: [Double] = []
    for _ in 0..<3 {
      var copy = journal
      times.append(processorNanoseconds { for edit in edits { copy.reduce(edit) } })
      withExtendedLifetime(copy) {}
    }
    run.record(name, "longest jump ms", (times.max() ?? 0) / 1_000_000, steps: steps)
  }
}
