import Strata
import Workspace

extension HistoryView {
  /// How many branches away from the present's line a row is drawn at most; what is further away stands there, too.
  private static let deepest = 8

  /// A row a line: the branches as they leave, the number, the time, what was done, and what that changed.
  func text(_ style: Style) -> [String] {
    let (present, saved) = (timeline.present.id, timeline.saved?.id)
    let shown = shownRows.map { ($0, WallTime.onTheWall(at: $0.moment.time)) }
    let days = Set(shown.map { $0.1?.day })
    let width = rows.map { String($0.moment.id.number).count }.max() ?? 0
    let lines = shown.map { row, time in
      var marks = (row.moment.id == present ? ["present"] : []) + (row.moment.id == saved ? ["saved"] : [])
      if let name = row.moment.checkpoint { marks.append("\"\(printable(name))\"") }
      let mark = marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", ")
      let clock = time.map { (days.count > 1 ? "\($0.day) " : "") + $0.timeOfDay } ?? ""
      let change = changes[row.moment.id].map { ": \(printable($0))" } ?? ""
      let remark = row.moment.remark.map { "  (\(printable($0)))" } ?? ""
      let head = "\(tree(row))\(padded("\(row.moment.id)", row.depth == 0 ? width : 0))  "
      let body = "\(printable(row.moment.label))\(change)\(remark)\(mark)"
      return head + style.faint(clock) + "  " + (row.moment.id == present ? style.strong(body) : body)
    }
    let hidden = rows.count - shown.count
    guard hidden > 0 else { return lines }
    return ["  … \(hidden) earlier lines. See: history \(rows.count)"] + lines
  }

  /// The lines of the branches that pass a row, and how its own begins.
  private func tree(_ row: Row) -> String {
    let depth = min(row.depth, Self.deepest)
    guard depth > 0 else { return "" }
    return String(repeating: "│  ", count: depth - 1) + (row.isFirst ? "├─ " : "│  ")
  }
}
