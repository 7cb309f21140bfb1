import Measuring
import PersistentCollections
import StrataCore

/// The cost of taking one old step back while the later steps stay, and of bringing a branch in.
enum MergeWorkloads {
  /// How many steps lie above the one that is taken back, and how many on each branch.
  private static let steps = 1_000

  static func add(to suite: inout Suite) {
    suite.add("names", "an author's undo beneath 10,000 steps of another one, and beneath 1,000 in one text")
    { run in
      for keeping in [Keeping.unpacked, .all] { try undoByName(run, keeping) }
      for keeping in [Keeping.unpacked, .all] { try undoInText(run, keeping) }
    }
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

  private static func name(_ keeping: Keeping) -> String { keeping == .all ? "attic" : "snapshots" }

  /// The agent's step lies beneath steps of the user about other todos.
  private static func undoByName(_ run: Suite.Run, _ keeping: Keeping) throws {
    let count = 10_000
    let store = Store(TodoJournal(todos: run.n), undoing: \.document, keeping: keeping)
    try store.send(TodoJournal.Rename(id: 1, title: "By the agent", label: "Rename"), as: "agent")
    for number in 0..<count where (number + 1) * 7_919 % run.n != 0 {
      try store.send(edit(number + 1, of: run))
    }
    var timeline = store.timeline
    let first = processorNanoseconds { precondition(timeline.canUndo(by: "agent")) }
    let again = try (0..<99).map { number -> Double in
      try store.send(edit(number + 1, of: run))
      timeline = store.timeline
      return processorNanoseconds { precondition(timeline.canUndo(by: "agent")) }
    }
    let undo = try processorNanoseconds { try store.undo(by: "agent") }
    run.record(name(keeping), "can undo, first ms", first / 1_000_000, steps: count)
    run.record(name(keeping), "can undo, after a send us", again.sorted()[49] / 1_000, steps: count)
    run.record(name(keeping), "undo by ms", undo / 1_000_000, steps: count)
  }

  /// A page on which two authors type.
  private struct Page: Reducible, Described, Equatable {
    var text: PersistentText = ""

    struct Typed: Sendable {
      let place: Int
      let letters: String
    }

    static func describe(_ field: inout Fields<Page>) { field("text", \.text) }

    func recording(of typed: Typed) -> Recording {
      let place = text.utf8.index(text.startIndex, offsetBy: typed.place)
      return .step("Type").declaring(
        Patch(replacing: place..<place, of: text, with: typed.letters).inside(.field("text"))
      )
    }

    mutating func reduce(_ typed: Typed) {
      text.insert(contentsOf: typed.letters, at: text.utf8.index(text.startIndex, offsetBy: typed.place))
    }
  }

  private static func undoInText(_ run: Suite.Run, _ keeping: Keeping) throws {
    let start = Page(text: PersistentText(String(repeating: "A line of the text.\n", count: 52_429)))
    let store = Store(start, keeping: keeping)
    try store.send(Page.Typed(place: 500_000, letters: "agent"), as: "agent")
    for number in 0..<steps {
      try store.send(Page.Typed(place: number * 7_919 % 1_000_000, letters: "typed"))
    }
    let undo = try processorNanoseconds { try store.undo(by: "agent") }
    run.record(name(keeping), "undo by in 1 MB of text ms", undo / 1_000_000, steps: steps)
  }
}
