import Measuring
import StrataCore

/// What it takes to take one old step back and keep the later ones, and to bring a branch in.
enum MergeWorkloads {
  /// How many steps lie above the one that is taken back, and how many on each branch.
  private static let steps = 1_000

  static func add(to suite: inout Suite) {
    suite.add("merge", "a step taken back beneath 1,000 later ones; branches of 1,000 changes each, merged") {
      run in
      try takeBack(run, .unpacked, "undo-only us")
      try takeBack(run, Keeping(snapshots: 0), "undo-only attic us")
      try merge(run, .unpacked, "snapshots")
      try merge(run, Keeping.all, "attic")
    }
  }

  /// Edits of todos that differ from each other.
  private static func edit(_ number: Int, of run: Suite.Run) -> TodoJournal.Rename {
    let id = number * 7_919 % run.n + 1
    return TodoJournal.Rename(id: id, title: "Rename report \(number)", label: "Rename todo \(number)")
  }

  private static func takeBack(_ run: Suite.Run, _ keeping: Keeping, _ metric: String) throws {
    let store = Store(TodoJournal(todos: run.n), undoing: \.document, keeping: keeping)
    let times = try (0..<9).map { round -> Double in
      // The steps above it are about other todos, or later ones would stand on it.
      for number in 0..<steps where (number * 7_919 % run.n != 0 || number == 0) {
        try store.send(edit(round * steps + number, of: run))
      }
      let taken = store.timeline.undoPath.dropFirst(steps - 1).first
      guard let taken else { return .nan }
      return try processorNanoseconds { try store.undo(only: taken.id) { _ in .mine } }
    }
    run.record("Strata", metric, times.sorted()[times.count / 2] / 1_000, steps: steps)
  }

  private static func merge(_ run: Suite.Run, _ keeping: Keeping, _ name: String) throws {
    let store = Store(TodoJournal(todos: run.n), undoing: \.document, keeping: keeping)
    let times = try (0..<5).map { _ -> Double in
      let fork = store.timeline.present.id
      for number in 0..<steps { try store.send(edit(number, of: run)) }
      let branch = store.timeline.present.id
      try store.jump(to: fork)
      for number in steps..<2 * steps { try store.send(edit(number, of: run)) }
      let time = try processorNanoseconds { try store.merge(branch) { _ in .theirs } }
      try store.jump(to: fork)
      return time
    }
    run.record(name, "merge ms", times.sorted()[times.count / 2] / 1_000_000, steps: steps)
  }
}
