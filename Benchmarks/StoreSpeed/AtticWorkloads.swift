import Measuring
import PersistentCollections
import Strata

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

/// What a step costs that lies in the attic, and what it takes to get it from there.
enum AtticWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("attic-local", "edits of a hundred todos among n: bytes a step, jumps, undos in the attic") {
      run in
      for spacing in [256, 800, 1_000] { try measure(run, reach: min(run.n, 100), Attic(spacing: spacing)) }
    }
    suite.add("attic-scattered", "edits of todos here and there among n: the same, by spacing") { run in
      for spacing in [256, 1_000, 20_000, 50_000] { try measure(run, reach: run.n, Attic(spacing: spacing)) }
    }
  }

  private static func measure(_ run: Suite.Run, reach: Int, _ attic: Attic) throws {
    let steps = run.isQuick ? 1_000 : 100_000
    let name = "spacing \(attic.spacing)"
    let journal = TodoJournal(todos: run.n)
    let store = Store(journal, undoing: \.document, attic: attic)
    var random = SplitMix64(seed: 1)
    // What is made once, such as what is known of types, is no part of a step.
    for number in 0..<100 { try store.send(TodoJournal.edit(number, reach: reach, &random)) }
    let (live, counted) = (Heap.liveBytes, store.historyMemory?.bytes ?? 0)
    var (slowest, sum): (Int64, Int64) = (0, 0)
    for number in 100..<steps {
      let edit = TodoJournal.edit(number, reach: reach, &random)
      let before = processorTime
      try store.send(edit)
      let time = processorTime - before
      (slowest, sum) = (max(slowest, time), sum + time)
    }
    let grown = Heap.liveBytes - live
    run.record(name, "bytes/step", Double(grown) / Double(steps - 100), steps: steps)
    let said = (store.historyMemory?.bytes ?? 0) - counted
    run.record(name, "bytes/step, as the history says", Double(said) / Double(steps - 100), steps: steps)
    run.record(name, "ns/send", Double(sum) / Double(steps - 100), steps: steps)
    run.record(name, "µs, the slowest send", Double(slowest) / 1_000, steps: steps)

    let ids = store.timeline.ids
    var jumps: [Double] = []
    for _ in 0..<min(1_000, steps / 10) {
      let target = ids[random.below(ids.count - attic.recent)]
      jumps.append(try processorNanoseconds { try store.jump(to: target) })
    }
    jumps.sort()
    run.record(name, "µs/jump, median", jumps[jumps.count / 2] / 1_000, steps: steps)
    run.record(name, "µs/jump, worst", (jumps.last ?? 0) / 1_000, steps: steps)

    try store.jump(to: ids[steps / 2])
    var undos = try (0..<min(2_000, steps / 4)).map { _ in try processorNanoseconds { try store.undo() } }
    undos.sort()
    run.record(name, "µs/undo in the attic, median", undos[undos.count / 2] / 1_000, steps: steps)
    run.record(name, "µs/undo in the attic, worst", (undos.last ?? 0) / 1_000, steps: steps)
  }
}
