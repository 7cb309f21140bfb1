import Measuring
import StrataCore
import Workspace

/// The day on which all of this happens.
let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.
/// The time at which it does.
let noon = WallTime.noon(of: today)

enum JournalWorkloads {
  /// The actions of a person on a journal of many years, and the cost of reading its newest page.
  static func add(to suite: inout Suite) {
    suite.add(
      "journal",
      "each action on a journal of n todos, 300 of them pending, and reading the newest page"
    ) {
      run in
      let (journal, bytes) = try Heap.growth { try LivedInJournal(todos: run.n) }
      // Derived values are on the heap, and no part of the description.
      run.record("state, live heap", "bytes/todo", Double(bytes) / Double(run.n))
      let described = journal.state.heapFootprint.bytes
      run.record("state, as described", "bytes/todo", Double(described) / Double(run.n))
      for (name, action) in journal.actions {
        run.record(name, "ns/action", try run.median { try journal.time(of: action, run.isQuick ? 20 : 500) })
      }
      let journalState = journal.state.document.journal
      let readings = run.isQuick ? 2 : 50
      let page = run.median {
        nanoseconds { for _ in 0..<readings { blackHole(journalState.page(of: today)) } } / Double(readings)
      }
      run.record("page of today", "ns/page", page)
      let future = run.median {
        nanoseconds { for _ in 0..<readings { blackHole(journalState.futureLog(after: today)) } }
          / Double(readings)
      }
      run.record("future log", "ns/list", future)
      let all = nanoseconds { blackHole(journalState.allPages()) }
      run.record("all pages", "ns/todo", all / Double(run.n))
    }
  }
}

/// A journal with a page a day and a hundred todos a page, nearly all of which were done or given up long ago.
private struct LivedInJournal {
  private(set) var state = AppState()
  private var random = SplitMix64(seed: 42)
  /// The ids of what is pending on the newest page, and of what has ended.
  private let pending: [Int]
  private let ended: [Int]

  init(todos count: Int) throws {
    var days = [today]
    while days.count * 100 < count, let day = days.last?.previous { days.append(day) }
    for name in ["Work", "Home", "Garden", "Unused"] {
      try state.reduce(.journal(.category(.add(name: name, color: .green))))
    }
    try state.reduce(
      .journal(.bundle(.create(.init(name: "Daily", todos: [.init("Stretch"), .init("Read")]))))
    )
    let (perDay, first) = ((count + days.count - 1) / days.count, state.session.ids.last + 1)
    for day in days.reversed() {
      try state.reduce(.journal(.startPage(day)))
      let start = state.session.ids.last + 1
      let todos = (start..<start + perDay).map { id in
        NewTodo("Write report number \(id)", category: id % 4 == 3 ? nil : 1 + id % 4)
      }
      try state.reduce(.journal(.add(todos)))
      guard day != today else {
        // In a journal of one day, too, something is done.
        let done = IDSet(start..<start + perDay / 2)
        if days.count == 1 { try state.reduce(.journal(.complete(done, at: noon))) }
        continue
      }
      // Every day leaves something behind, so that 200 are there from before.
      let left = min(perDay, 200 / days.count + (start % days.count < 200 % days.count ? 1 : 0))
      let done = IDSet(start..<start + perDay - left)
      try state.reduce(.journal(.complete(done, at: .noon(of: day))))
    }
    for number in 0..<50 {
      let future = NewTodo("Plan number \(number)", start: Day(year: 2027, month: 1, day: 1 + number % 31))
      try state.reduce(.journal(.add([future])))
    }
    let journal = state.document.journal
    let ids = first..<first + perDay * days.count
    pending = ids.filter { journal.todos[$0]?.isPending == true }
    ended = ids.filter { journal.todos[$0]?.isDone == true }
    try state.reduce(.journal(.note(.add("The first remark", at: noon))))
  }

  /// Every action on one thing, made for a random one.
  var actions: [(String, (inout SplitMix64) -> Journal.Action)] {
    let (pending, ended) = (pending, ended.isEmpty ? pending : ended)
    let note = state.session.ids.last
    func open(_ random: inout SplitMix64) -> IDSet { [pending[random.below(pending.count)]] }
    func over(_ random: inout SplitMix64) -> IDSet { [ended[random.below(ended.count)]] }
    return [
      ("add", { .add(title: "Write report \($0.below(1000))") }),
      ("complete", { .complete(open(&$0), at: noon) }),
      ("uncomplete", { .uncomplete(over(&$0)) }),
      ("abandon", { .abandon(open(&$0), at: noon) }),
      ("mark pending", { .markPending(over(&$0)) }),
      ("rename", { .rename(over(&$0), "Write report \($0.below(1000))") }),
      ("delete", { .delete(over(&$0)) }),
      ("set category", { .setCategory(open(&$0), 2) }),
      ("set URL", { .setURL(open(&$0), "https://example.org/\($0.below(1000))") }),
      ("set ending", { .setEnding(over(&$0), at: noon) }),
      ("send to date", { .send(open(&$0), to: Day(year: 2027, month: 1, day: 1 + $0.below(31)) ?? today) }),
      ("start tomorrow", { _ in .startPage(today.next ?? today) }),
      ("apply bundle", { _ in .bundle(.apply(id: 5)) }),
      ("add note", { .note(.add("Remark \($0.below(1000))", at: noon)) }),
      ("edit note", { .note(.edit(id: note, "Remark \($0.below(1000))")) }),
      ("add category", { .category(.add(name: "New \($0.below(1000))", color: .red)) }),
      ("delete unused category", { _ in .category(.delete(id: 4)) }),
    ]
  }

  /// Returns how long an action takes on a journal that is kept elsewhere too, as by a history.
  func time(of action: (inout SplitMix64) -> Journal.Action, _ times: Int) throws -> Double {
    var random = random
    let actions = (0..<times).map { _ in AppState.Action.journal(action(&random)) }
    return try nanoseconds {
      for action in actions {
        var next = state
        try next.reduce(action)
        blackHole(next)
      }
    } / Double(times)
  }
}
