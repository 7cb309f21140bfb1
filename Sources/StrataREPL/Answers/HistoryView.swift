import Strata
import Workspace

/// The moments of a history, in the order in which their tree is drawn.
struct HistoryView {
  var timeline: Timeline
  /// How many of the last rows are shown; nil for all.
  var last: Int?
  var rows: [Row] = []
  /// Looks up what changed at some moments, where there is something to name.
  let changes: ([Moment]) -> [Moment.ID: String]

  /// A moment, and its place in the tree.
  struct Row {
    var moment: Moment
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
    let line = Set(timeline.line)
    // A stack of its own: a history may be deeper than the thread's.
    var open = [Row(moment: timeline.oldest, depth: 0, isFirst: false)]
    while let row = open.popLast() {
      rows.append(row)
      let next = timeline.branches(after: row.moment.id)
      let main = next.first { line.contains($0.id) } ?? next.first
      if let main { open.append(Row(moment: main, depth: row.depth, isFirst: false)) }
      for moment in next where moment.id != main?.id {
        open.append(Row(moment: moment, depth: row.depth + 1, isFirst: true))
      }
    }
  }

  /// The rows that are shown.
  var shownRows: ArraySlice<Row> { rows.suffix(last ?? rows.count) }
}

extension REPL {
  /// The history, with what each step changed.
  func history(last: Int?) -> HistoryView {
    HistoryView(of: store.timeline, last: last) { [store] moments in
      // From the end, so that each is made from the one after it, which mostly follows on it.
      let ids = moments.reversed().flatMap { [$0.id] + ($0.parent.map { [$0] } ?? []) }
      let states = store.states(at: ids)
      var changes: [Moment.ID: String] = [:]
      for moment in moments {
        guard let before = moment.parent.flatMap({ states[$0] }), let after = states[moment.id] else {
          continue
        }
        changes[moment.id] = WorkspaceChange(nil, from: before, to: after, at: moment).summary
      }
      return changes
    }
  }
}

extension WorkspaceChange {
  /// How many things are named.
  private static let mostNames = 3

  /// What changed, in a few words: `"Milk" → "Oat milk"`; nil where there is nothing to name.
  var summary: String? {
    let (first, count) = rows(most: Self.mostNames)
    guard count > 0 else { return nil }
    let names = first.map { row in
      let name = "\"\(row.thing.name)\""
      guard let old = row.before, row.isThere, old.name != row.thing.name else { return name }
      return "\"\(old.name)\" → \(name)"
    }
    let others = count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(grouped(others)) more" : "")
  }
}
