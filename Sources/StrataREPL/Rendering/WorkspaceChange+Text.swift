import Workspace

extension WorkspaceChange {
  /// How many rows are shown of a change of many, and how many pages.
  static let shownRows = 20

  /// The rows as the lists show them, with what those would tell by their place.
  func text(_ style: Style) -> [String] {
    var lines = title.map { [printable($0)] } ?? []
    lines += pages.prefix(Self.shownRows).map {
      $0.isThere ? "  the page of \($0.day)" : style.bad("  the page of \($0.day) is gone")
    }
    if pages.count > Self.shownRows {
      lines.append("  … and \(grouped(pages.count - Self.shownRows)) more pages")
    }
    let (first, count) = rows(most: Self.shownRows)
    lines += columns(first.map { ($0.thing.id, text(of: $0, style)) }, style)
    if count > Self.shownRows { lines.append("  … and \(grouped(count - Self.shownRows)) more") }
    return lines.isEmpty ? ["  nothing changed"] : lines
  }

  private func text(of row: Row, _ style: Style) -> String {
    let text = row.thing.text(style)
    guard row.isThere else { return style.bad("\(text)  is gone") }
    guard case .todo(let todo) = row.thing else { return text }
    let name = todo.category.flatMap { categoryNames[$0] }.map { "  (\(printable($0)))" } ?? ""
    let day = todo.start > (day ?? todo.start) ? "  on \(todo.start)" : ""
    return text + style.faint(name + day)
  }
}
