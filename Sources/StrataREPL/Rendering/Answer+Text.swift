import Strata
import Workspace

extension Answer {
  /// What is shown of the answer, as rows that are made when they are looked at.
  func rows(_ style: Style) -> Rows {
    switch self {
    case .history(let view): view.rows(style)
    case .review(let view): view.rows(style)
    case .differences(let differences): differences.rows(style)
    case .found(let result): result.rows(style)
    default: Rows(text(style))
    }
  }

  /// What is shown of the answer, as lines.
  func text(_ style: Style = Style()) -> [String] {
    switch self {
    case .nothing: []
    case .page(nil): ["The journal has no pages yet. Try: start today"]
    case .page(let page?): page.text(style)
    case .note(let note): columns(zip(1..., note.text.lines).map { ($0, printable(String($1))) }, style)
    case .things(let name, let things):
      things.isEmpty
        ? ["nothing"] : columns(things.map { ($0.id, $0.text(style, inFuture: name == "future")) }, style)
    case .changed(let change): change.text(style)
    case .history, .review, .differences, .found: rows(style).all
    case .branches(let branches): columns(branches.map { ($0.tip.id.number, $0.text(style)) }, style)
    case .memory(let report): report.text(style)
    case .text(let text): text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .document(let json): [String(decoding: printable(json: json), as: UTF8.self)]
    case .done(let sentence): [printable(sentence)]
    case .help(let groups): helpText(groups, style)
    }
  }
}

extension JournalPage {
  /// The page: its todos by category, and its notes.
  fileprivate func text(_ style: Style) -> [String] {
    let ids = groups.lazy.map { $0.todos.last?.id ?? 0 } + [notes.map(\.id).max() ?? 0]
    let width = String(ids.max() ?? 0).count
    func row(_ id: Int, _ text: String) -> String { "  \(style.faint(padded(String(id), width)))  \(text)" }
    var lines = [style.strong("\(day)")]
    for group in groups {
      if groups.count > 1 || group.category != nil {
        let name = printable(group.name)
        lines.append("  " + (group.category.map { style.tinted(name, $0.color) } ?? name))
      }
      lines += group.todos.map { row($0.id, Thing.todo($0).text(style)) }
    }
    if groups.isEmpty { lines.append("  nothing to do") }
    return lines + notes.map { row($0.id, Thing.note($0).text(style)) }
  }
}

extension Branch {
  fileprivate func text(_ style: Style) -> String {
    let label = "\(printable(tip.label))"
    if isPresent { return style.strong("\(label)  ← the line of the present") }
    return "\(label)  (\(steps) \(steps == 1 ? "step" : "steps") from \(origin.id))"
  }
}
