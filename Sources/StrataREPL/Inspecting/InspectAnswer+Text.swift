import Strata
import StrataInspection
import Workspace

extension InspectAnswer {
  /// What is shown of the answer, as lines.
  func text(_ style: Style) -> [String] {
    switch self {
    case .timeline(let inspection, let last): timeline(inspection, last, style)
    case .value(_, let value): value.lines(style, width: style.width ?? 100)
    case .differences(let start, let end, let differences):
      (end.parent == start.id
        ? [end.line(style)] : ["from  " + start.line(style), "to    " + end.line(style)])
        + (differences.isEmpty ? ["  no change"] : differences.flatMap { $0.lines(style).map { "  " + $0 } })
    case .blame(_, let blames):
      blames.isEmpty
        ? ["It is as it was at the oldest moment."]
        : blames.map { blame in
          let value = blame.value.map { printable("\($0)".shortened) } ?? style.bad("is gone")
          let place = blames.first?.path == blame.path ? "" : "  (\(printable("\(blame.path)")))"
          return "\(blame.moment.line(style)): \(value)\(style.faint(place))"
        }
    case .found(let text, let moments):
      moments.isEmpty
        ? ["No moment touched \(printable(PlainValue.text(text).description))."]
        : moments.map { found in
          let places = found.paths.prefix(4).map { printable("\($0)") }.joined(separator: ", ")
          let more = found.paths.count > 4 ? " and \(found.paths.count - 4) more" : ""
          return found.moment.line(style) + (places.isEmpty ? "" : ": " + style.faint(places + more))
        }
    case .moment(let moment, let bytes): [moment.line(style) + style.faint("  \(grouped(bytes)) bytes")]
    case .statistics(let statistics): statistics.lines(style)
    case .done(let sentence): sentence.isEmpty ? [] : [printable(sentence)]
    case .help:
      InspectCommand.lines + [""] + InspectCommand.words
    }
  }

  private func timeline(_ inspection: Inspection, _ last: Int?, _ style: Style) -> [String] {
    let rows = inspection.rows
    let shown = rows.suffix(last ?? rows.count)
    let width = inspection.moments.last.map { "\($0.id)".count } ?? 0
    let days = Set(shown.compactMap { WallTime.onTheWall(at: $0.moment.time)?.day })
    let lines = shown.map { row in
      let moment = row.moment
      var marks =
        (moment.id == inspection.present ? ["present"] : [])
        + (moment.id == inspection.saved ? ["saved"] : [])
      if let name = moment.checkpoint { marks.append("\"\(printable(name))\"") }
      let mark = marks.isEmpty ? "" : "  ← " + marks.joined(separator: ", ")
      let clock =
        WallTime.onTheWall(at: moment.time).map { (days.count > 1 ? "\($0.day) " : "") + $0.timeOfDay } ?? ""
      let depth = min(row.depth, 8)
      let tree = depth > 0 ? String(repeating: "│  ", count: depth - 1) + (row.isFirst ? "├─ " : "│  ") : ""
      let body = "\(printable(moment.label))\(moment.remark.map { "  (\(printable($0)))" } ?? "")\(mark)"
      return "\(tree)\(padded("\(moment.id)", depth == 0 ? width : 0))  \(style.faint(clock))  "
        + (moment.id == inspection.present ? style.strong(body) : body)
        + style.faint("  \(grouped(inspection.bytes(of: moment.id))) B")
    }
    let hidden = rows.count - shown.count
    return hidden > 0 ? ["  … \(hidden) earlier lines. See: timeline \(rows.count)"] + lines : lines
  }
}

extension Moment {
  /// The moment on one line: its number, its time, and what was done.
  fileprivate func line(_ style: Style) -> String {
    let clock = WallTime.onTheWall(at: time).map { "\($0.day) \($0.timeOfDay)" } ?? ""
    return "\(id)  \(style.faint(clock))  \(printable(label))\(remark.map { "  (\(printable($0)))" } ?? "")"
  }
}

extension Difference {
  fileprivate func lines(_ style: Style) -> [String] {
    let place = printable("\(path)")
    func told(_ value: PlainValue) -> String { printable("\(value)".shortened) }
    switch kind {
    case .added(let value): return [style.good("+ \(place): \(told(value))")]
    case .removed(let value): return [style.bad("- \(place): \(told(value))")]
    case .changed(let old, let new): return ["~ \(place): \(style.bad(told(old))) → \(style.good(told(new)))"]
    case .moved(let from, let value): return ["> \(place): moved from position \(from): \(told(value))"]
    case .text(let changes):
      return ["~ \(place):"]
        + changes.flatMap { change -> [String] in
          switch change {
          case .removed(let lines): lines.map { style.bad("  - \(printable(String($0)))") }
          case .added(let lines): lines.map { style.good("  + \(printable(String($0)))") }
          case .kept(let lines):
            // Enough around what changed to know where it is.
            lines.count < 5
              ? lines.map { "    \(printable(String($0)))" }
              : lines.prefix(2).map { "    \(printable(String($0)))" }
                + [style.faint("    … \(lines.count - 4) lines as they were")]
                + lines.suffix(2).map { "    \(printable(String($0)))" }
          }
        }
    }
  }
}

extension InspectionStatistics {
  fileprivate func lines(_ style: Style) -> [String] {
    var lines = [style.strong("\(grouped(moments)) moments, \(grouped(bytes)) bytes")]
    let most = max(places.map(\.bytes).max() ?? 0, 1)
    let width = places.prefix(20).map { displayWidth(printable($0.name)) }.max() ?? 0
    for place in places.prefix(20) {
      let name = filled(printable(place.name), width)
      let count = padded(grouped(place.bytes), 10)
      lines.append(
        "  \(name)  \(count) B  \(padded(grouped(place.steps), 6)) steps  \(style.faint(bar(place.bytes, of: most, width: 20)))"
      )
    }
    if places.count > 20 { lines.append(style.faint("  … and \(places.count - 20) more places")) }
    if authors.count > 1 {
      lines.append(style.strong("by author"))
      lines += authors.map {
        "  \(printable($0.name)): \(grouped($0.steps)) steps, \(grouped($0.bytes)) bytes"
      }
    }
    lines.append(style.strong("the largest steps"))
    return lines + largest.map { "  \($0.moment.line(style)): \(grouped($0.bytes)) bytes" }
  }
}

extension String {
  /// The beginning and the end of what is too long for a line.
  fileprivate var shortened: String { count > 200 ? "\(prefix(140)) … \(suffix(40))" : self }
}

extension PlainValue {
  /// The value as JSON over several lines: what has room on one stands on one.
  func lines(_ style: Style, width: Int) -> [String] {
    let short = "\(self)"
    if short.utf8.count <= max(20, width) { return [printable(short)] }
    switch self {
    case .list(let list):
      return ["["] + Self.inside(list.map { (nil, $0) }, style, width) + ["]"]
    case .record(let record):
      return ["{"] + Self.inside(record.members.map { ($0.name, $0.value) }, style, width) + ["}"]
    default: return [printable(short)]
    }
  }

  private static func inside(_ entries: [(String?, PlainValue)], _ style: Style, _ width: Int) -> [String] {
    entries.enumerated().flatMap { index, entry -> [String] in
      let name = entry.0.map { printable("\(PlainValue.text($0))") + ": " } ?? ""
      var lines = entry.1.lines(style, width: width - 2 - displayWidth(name))
      lines[0] = name + lines[0]
      if index < entries.count - 1 { lines[lines.count - 1] += "," }
      return lines.map { "  " + $0 }
    }
  }
}
