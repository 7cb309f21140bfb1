import Strata
import Workspace

extension HistoryView {
  /// How many branches away from the present's line a row is drawn at most; what is further away stands there, too.
  private static let deepest = 8

  /// A row a line: the branches as they leave, the number, the time, what was done, and what that changed.
  func rows(_ style: Style) -> Rows {
    let (shown, hidden) = (shownRows, rows.count - shownRows.count)
    let (hasDays, width) = (hasDays(shown), "\(rows.map(\.id.number).max() ?? 0)".count)
    // Above those that are shown stands how many are not.
    let lead = hidden > 0 ? ["  … \(grouped(hidden)) earlier lines. See: history \(rows.count)"] : []
    return Rows(count: lead.count + shown.count) { range in
      let first = max(0, range.lowerBound - lead.count)
      let part = shown.dropFirst(first).prefix(range.upperBound - lead.count - first)
      let moments = timeline.moments(part.map(\.id))
      let changes = changes(moments)
      return (range.lowerBound < lead.count ? lead : [])
        + zip(part, moments).map { line(of: $0, $1, changes[$1.id], width, hasDay: hasDays, style) }
    }
  }

  /// Whether not all rows are of one day.
  private func hasDays(_ rows: ArraySlice<Row>) -> Bool {
    func isOn(_ day: Day?, _ moment: Moment) -> Bool { WallTime.onTheWall(at: moment.time)?.day == day }
    guard let first = rows.first, let last = rows.last else { return false }
    let day = WallTime.onTheWall(at: moment(of: first).time)?.day
    return !isOn(day, moment(of: last)) || !timeline.moments(rows.map(\.id)).allSatisfy { isOn(day, $0) }
  }

  /// The newest rows for which a window has room, five of them at least.
  func end(in window: Window, _ style: Style) -> HistoryView {
    var view = self
    view.last = max(5, window.rows - 3)
    let lines = view.rows(style).all.suffix(view.shownRows.count).map {
      wrapped($0, to: window.columns).count
    }
    var (room, count) = (window.rows - 3, 0)
    for height in lines.reversed() {
      room -= height
      if room < 0 { break }
      count += 1
    }
    view.last = max(5, count)
    return view
  }

  private func line(
    of row: Row,
    _ moment: Moment,
    _ change: String?,
    _ width: Int,
    hasDay: Bool,
    _ style: Style
  ) -> String {
    let isPresent = row.id == presentID
    var marks = isPresent ? ["present"] : []
    if row.id == savedID { marks.append("saved") }
    if let name = moment.checkpoint { marks.append("\"\(printable(name))\"") }
    let mark = marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", ")
    let time = WallTime.onTheWall(at: moment.time)
    let clock = time.map { (hasDay ? "\($0.day) " : "") + $0.timeOfDay } ?? ""
    let change = change.map { ": \(printable($0))" } ?? ""
    let remark = moment.remark.map { "  (\(printable($0)))" } ?? ""
    let head = "\(tree(row))\(padded("\(moment.id)", row.depth == 0 ? width : 0))  "
    let body = "\(printable(moment.label))\(change)\(remark)\(mark)"
    return head + style.faint(clock) + "  " + (isPresent ? style.strong(body) : body)
  }

  /// The lines of the branches that pass a row, and how its own begins.
  private func tree(_ row: Row) -> String {
    let depth = min(row.depth, Self.deepest)
    guard depth > 0 else { return "" }
    return String(repeating: "│  ", count: depth - 1) + (row.isFirst ? "├─ " : "│  ")
  }
}
