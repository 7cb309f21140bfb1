import Strata
import Workspace

/// The moments of a history, in the order in which their tree is drawn.
struct HistoryView {
  /// Of how many rows, from the end, it is looked up what changed.
  static let mostChanges = 20

  var timeline: Timeline
  /// How many of the last rows are shown; nil for all.
  var last: Int?
  var rows: [Row] = []
  /// What changed at a moment, where that is looked up.
  var changes: [Moment.ID: String] = [:]

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
  init(of timeline: Timeline, last: Int?) {
    (self.timeline, self.last) = (timeline, last)
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
  /// The history, with what the newest of its steps changed.
  func history(last: Int?) -> HistoryView {
    var view = HistoryView(of: store.timeline, last: last)
    // From the end, so that each is made from the one after it, which mostly follows on it.
    let looked = view.shownRows.suffix(HistoryView.mostChanges).map(\.moment)
    let states = store.states(at: looked.reversed().flatMap { [$0.id] + ($0.parent.map { [$0] } ?? []) })
    for moment in looked {
      guard let before = moment.parent.flatMap({ states[$0] }), let after = states[moment.id] else {
        continue
      }
      view.changes[moment.id] = WorkspaceChange(nil, from: before, to: after, at: moment).summary
    }
    return view
  }
}

extension WorkspaceChange {
  /// How many things are named.
  private static let mostNames = 3

  /// What changed, in a few words: `"Milk" → "Oat milk"`; nil where there is nothing to name.
  var summary: String? {
    guard !rows.isEmpty else { return nil }
    let names = rows.prefix(Self.mostNames).map { row in
      let name = "\"\(row.thing.name)\""
      guard let old = row.before, row.isThere, old.name != row.thing.name else { return name }
      return "\"\(old.name)\" → \(name)"
    }
    let others = rows.count - names.count
    return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }
}

extension Thing {
  /// What a person calls it: the beginning of that, where it is long.
  fileprivate var name: String {
    let whole =
      switch self {
      case .todo(let todo): todo.title
      case .note(let note): note.text.lines.first.map { String($0) } ?? ""
      case .category(let category): category.name
      case .bundle(let bundle): bundle.name
      case .annotation(let annotation): annotation.text
      case .person(let person): person.name
      }
    return whole.count > 40 ? whole.prefix(39) + "…" : whole
  }
}
