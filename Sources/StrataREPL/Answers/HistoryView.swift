import Strata
import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The moments of a history, in the order in which their tree is drawn.
struct HistoryView {
  let timeline: Timeline
  let presentID: Moment.ID
  let savedID: Moment.ID?
  /// How many of the last rows are shown; nil for all.
  var last: Int?
  var rows: [Row] = []
  /// Looks up what changed at some moments, where there is something to name.
  let changes: ([Moment]) -> [Moment.ID: String]

  /// A moment, and its place in the tree; what is known of it is read when it is shown.
  struct Row {
    var id: Moment.ID
    /// How many branches it is away from the line that undo and redo go along.
    var depth: Int
    /// Whether a branch begins with it.
    var isFirst: Bool
  }

  /// Draws the tree: below a moment the branches that leave there, and then its own line again.
  ///
  /// - Complexity: O(moments).
  init(of timeline: Timeline, last: Int?, changes: @escaping ([Moment]) -> [Moment.ID: String]) {
    (self.timeline, self.last, self.changes) = (timeline, last, changes)
    (presentID, savedID) = (timeline.present.id, timeline.saved?.id)
    let line = Set(timeline.line)
    // A stack of its own: a history may be deeper than the thread's.
    var open = [Row(id: timeline.oldest.id, depth: 0, isFirst: false)]
    while let row = open.popLast() {
      rows.append(row)
      let next = timeline.idsOfBranches(after: row.id)
      let main = next.count > 1 ? next.first { line.contains($0) } ?? next.first : next.first
      if let main { open.append(Row(id: main, depth: row.depth, isFirst: false)) }
      for id in next where id != main { open.append(Row(id: id, depth: row.depth + 1, isFirst: true)) }
    }
  }

  /// The rows that are shown.
  var shownRows: ArraySlice<Row> { rows.suffix(last ?? rows.count) }

  /// What is known of the moment of a row.
  func moment(of row: Row) -> Moment { timeline[row.id] ?? timeline.present }
}

extension REPL {
  /// The history, with what each step changed.
  func history(last: Int?) -> HistoryView {
    // Who wants to wait no longer is not asked to again for the rows that follow.
    var isGivenUp = false
    return HistoryView(of: store.timeline, last: last) { [self] moments in
      if !isGivenUp, let words = changes(of: moments) { return words }
      isGivenUp = true
      return [:]
    }
  }

  /// What some steps changed, in a few words, where there is something to name; nil where a signal came first.
  ///
  /// A step is looked up once: what an import brought may take seconds to be read again. One that was added to since is
  /// another moment.
  private func changes(of moments: [Moment]) -> [Moment.ID: String]? {
    // From the end, so that each is made from the one after it, which mostly follows on it.
    let unknown = moments.reversed().filter { changeWords[$0] == nil }
    if !unknown.isEmpty {
      let found = lookingUp { [store] () -> [String] in
        var words = [Moment.ID: String](minimumCapacity: unknown.count)
        store.forEachStep(to: unknown.lazy.map(\.id)) { id, before, after in
          words[id] = WorkspaceChange.summary(from: before, to: after)
        }
        return unknown.map { words[$0.id] ?? "" }
      }
      guard let found else { return nil }
      for (moment, words) in zip(unknown, found) { changeWords[moment] = words }
    }
    let words = moments.map { ($0.id, changeWords[$0] ?? "") }.filter { !$0.1.isEmpty }
    return Dictionary(words) { first, _ in first }
  }

  /// Looks something up in the history, which may lead over a step of very many things; nil where a signal came first,
  /// and no more is said then than is known.
  func lookingUp<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    do {
      return try work.run("Looking up what changed", body)
    } catch {
      // Who looks at a terminal wants to wait no longer; every other signal is for the sitting to hear of.
      if let stop = error as? Interrupted, stop.number != SIGINT || work.bar == nil {
        kill(getpid(), stop.number)
      }
      return nil
    }
  }
}

extension WorkspaceChange {
  /// How many things are named.
  private static let mostNames = 3

  /// What changed, in a few words: `"Milk" → "Oat milk"`; nil where there is nothing to name.
  var summary: String? { Self.summary(rows(most: Self.mostNames)) }

  /// The same of what changed between two states.
  static func summary(from before: AppState, to after: AppState) -> String? {
    summary(rows(from: before.document, to: after.document, most: mostNames))
  }

  /// What the change took back, in the same words.
  var summaryBack: String? { Self.summary(rowsBack(most: Self.mostNames)) }

  private static func summary(_ rows: (first: [Row], count: Int)) -> String? {
    let (first, count) = rows
    guard count > 0 else { return nil }
    let names = first.map { row in
      let name = "\"\(row.thing.name)\""
      guard let old = row.before, row.isThere, old.name != row.thing.name else { return name }
      return "\"\(old.name)\" → \(name)"
    }
    let others = count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(grouped(others)) more" : "")
  }

  /// What was done, in a few words behind a colon: `: "Milk" → "Oat milk"`.
  var done: String { summary.map { ": \($0)" } ?? "" }
  /// What had been done, and was taken back.
  var undone: String { summaryBack.map { ": \($0)" } ?? "" }
}
