import Strata
import StrataInspection
import Workspace

extension Inspector {
  static let commands: CommandList<Inspector> = CommandList(
    groups: [
      (
        "The history",
        [
          Command("timeline", "[COUNT]", "show the moments, with times, authors and bytes", "timeline 20") {
            arguments in
            let count = try arguments.isEmpty ? nil : arguments.number(.count)
            return { $0.timeline(last: count) }
          },
          Command(
            "show",
            "[MOMENT] [PATH]",
            "show the state at a moment, or a part of it",
            "show ~1 journal.todos[3]"
          ) {
            arguments in
            let words = try arguments.isEmpty ? [] : arguments.texts(.moment)
            return { try $0.show(words) }
          },
          Command(
            "diff",
            "MOMENT [MOMENT] [PATH]",
            "show the changes of a step, or between two moments",
            "diff ~1 present"
          ) {
            arguments in
            let words = try arguments.texts(.moment)
            return { try $0.diff(words) }
          },
          Command(
            "blame",
            "PATH [MOMENT]",
            "show the steps that changed a value, the last first",
            "blame journal.todos[3].title"
          ) {
            arguments in
            let path = try arguments.text(.path)
            let moment: String? = try arguments.isEmpty ? nil : arguments.text(.moment)
            return { try $0.blame(path, from: moment) }
          },
          Command("find", "TEXT…", "show the moments that touched a text", "find milk") { arguments in
            let text = try arguments.ending(.text)
            return { $0.find(text) }
          },
          Command("page", "FILE", "write a page for a browser that shows the history", "page history.html") {
            arguments in
            let file = try arguments.path()
            return { try $0.writePage(to: file) }
          },
          Command("help", "", "show these lines") { _ in { _ in commands.help(nil) } },
          Command("quit", "", "leave") { _ in { _ in .nothing(then: .end) } },
        ]
      )
    ],
    foreignWords: ["history": "timeline", "log": "timeline", "exit": "quit", ":q": "quit", "?": "help"],
    footer: [
      "A MOMENT is a number, ~3 (before the present), present, saved, oldest, the name",
      "of a checkpoint, or a time such as 2026-11-20T18:30.",
      "A PATH is such as journal.todos[3].title; a dot is the whole state.",
    ]
  )

  private func timeline(last: Int?) -> Answer {
    Answer({ [inspection] in
      let moments = inspection.moments.suffix(last ?? .max).map { moment in
        PlainValue.record(moment.plain(bytes: inspection.bytes(of: moment.id)))
      }
      return .record([
        "timeline": .record([
          "moments": .list(moments), "present": PlainValue(count: inspection.present.number),
          "remarks": .list(inspection.remarks.map { .text($0) }),
          "saved": inspection.saved.map { PlainValue(count: $0.number) } ?? .null,
        ])
      ])
    }) { [inspection] style in
      let all = inspection.rows
      let rows = all.suffix(last ?? style.height.map { max(5, $0 - 3) } ?? all.count)
      let width = inspection.moments.last.map { "\($0.id)".count } ?? 0
      let days = Set(rows.map { WallTime($0.moment.time)?.day })
      let lines = rows.map { row in
        let id = row.moment.id
        let marks = (id == inspection.present ? ["present"] : []) + (id == inspection.saved ? ["saved"] : [])
        return MomentRow(moment: row.moment, depth: row.depth, isFirst: row.isFirst, marks: marks)
          .line(width, hasDay: days.count > 1, style)
          + style.faint("  \(grouped(inspection.bytes(of: id))) B")
      }
      let hidden = all.count - rows.count
      return Rows(lines).after(
        hidden > 0 ? ["  … \(grouped(hidden)) earlier lines. See: timeline \(all.count)"] : []
      )
    }
  }

  /// Splits words into moments and a path at the end.
  private func momentsAndPath(_ words: [String], most: Int, _ usage: String) throws -> ([Moment], ValuePath) {
    guard words.count <= most + 1 else { throw CommandError("Unexpected: '\(words[most + 1])'.") }
    var moments: [Moment] = []
    for (number, word) in words.enumerated() {
      let isLast = number == words.count - 1
      do {
        if number == most { throw NoAnswer("'\(word)' is not a path.") }
        moments.append(try moment(word))
      } catch {
        guard isLast, let path = place(word) else { throw error }
        return (moments, path)
      }
    }
    return (moments, .whole)
  }

  private func show(_ words: [String]) throws -> Answer {
    let (moments, path) = try momentsAndPath(words, most: 1, "show")
    let value = try inspection.value(at: path, at: moments.first?.id ?? inspection.present)
    return Answer({ .record(["value": ["path": .text("\(path)"), "value": value]]) }) { style in
      Rows(value.lines(width: style.width ?? 100))
    }
  }

  private func diff(_ words: [String]) throws -> Answer {
    let (moments, path) = try momentsAndPath(words, most: 2, "diff")
    guard let first = moments.first else { throw NoAnswer("'\(words[0])' is not a moment. See: timeline") }
    let start: Moment
    if moments.count > 1 {
      start = first
    } else if let parent = first.parent.flatMap({ inspection[$0] }) {
      start = parent
    } else {
      throw NoAnswer("Moment \(first.id) is the oldest: no step leads there.")
    }
    let end = moments.count > 1 ? moments[1] : first
    let found = try inspection.differences(from: start.id, to: end.id, at: path)
    return Answer({
      .record([
        "differences": [
          "changes": .list(found.map(\.plain)), "from": PlainValue(count: start.id.number),
          "to": PlainValue(count: end.id.number),
        ]
      ])
    }) { style in
      let heading = end.parent == start.id ? [] : ["from  " + start.line(style)]
      let lines = found.flatMap { $0.lines(style).map { "  \($0)" } }
      let mark = heading.isEmpty ? "" : "to    "
      return Rows(heading + [mark + end.line(style)] + (lines.isEmpty ? ["  no change"] : lines))
    }
  }

  private func blame(_ text: String, from name: String?) throws -> Answer {
    guard let path = place(text) ?? ValuePath(text) else {
      throw CommandError("'\(text)' is not a path. A path is such as journal.todos[3].title.")
    }
    let blames = try inspection.blame(path, from: name.map(moment)?.id)
    return Answer({
      let steps = blames.map { blame in
        PlainValue.record([
          "moment": .record(blame.moment.plain()), "path": .text("\(blame.path)"),
          "value": blame.value ?? .null,
        ])
      }
      return .record(["blame": ["path": .text("\(path)"), "steps": .list(steps)]])
    }) { style in
      if blames.isEmpty { return Rows(["The value is the one of the oldest moment."]) }
      return Rows(
        blames.map { blame in
          let value = blame.value.map { printable("\($0)".excerpt) } ?? style.bad("removed")
          let place = blames.first?.path == blame.path ? "" : "  (\(printable("\(blame.path)")))"
          return "\(blame.moment.line(style)): \(value)\(style.faint(place))"
        }
      )
    }
  }

  private func find(_ text: String) -> Answer {
    let found = inspection.moments(touching: text)
    return .text { style in
      if found.isEmpty { return ["No moment touched \(printable("\(PlainValue.text(text))"))."] }
      return found.map { found in
        let paths = found.paths.prefix(4).map { printable("\($0)") }.joined(separator: ", ")
        let more = found.paths.count > 4 ? " and \(found.paths.count - 4) more" : ""
        return found.moment.line(style) + (paths.isEmpty ? "" : ": " + style.faint(paths + more))
      }
    }
  }

  private func writePage(to file: String) throws -> Answer {
    let html = HistoryPage(of: inspection, title: title).html
    do {
      try PlainFile.write(html, to: file, replacing: .nothing)
    } catch StateFileError.conflict(_, .appeared) {
      throw NoAnswer("There is a file \(file) already. Name another one.")
    }
    let moments = counted(inspection.moments.count, "moment")
    return .done("\(file): \(moments), \(grouped(html.count)) bytes. Open it in a browser.")
  }
}

extension Moment {
  /// The moment on one line: its number, its time, its label.
  fileprivate func line(_ style: Style) -> String {
    MomentRow(moment: self, depth: 0, isFirst: false, marks: []).line(0, hasDay: true, style)
  }
}

extension Difference {
  fileprivate func lines(_ style: Style) -> [String] {
    let place = printable("\(path)")
    func shown(_ value: PlainValue) -> String { printable("\(value)".excerpt) }
    switch kind {
    case .added(let value): return [style.good("+ \(place): \(shown(value))")]
    case .removed(let value): return [style.bad("- \(place): \(shown(value))")]
    case .changed(let old, let new):
      return ["~ \(place): \(style.bad(shown(old))) → \(style.good(shown(new)))"]
    case .moved(let from, let value): return ["> \(place): moved from position \(from): \(shown(value))"]
    case .text(let changes):
      return ["~ \(place):"]
        + changes.flatMap { change -> [String] in
          let lines = change.lines.map { printable(String($0)) }
          switch change {
          case .removed: return lines.map { style.bad("  - \($0)") }
          case .added: return lines.map { style.good("  + \($0)") }
          case .kept:
            // Two lines around a change say where it is.
            let rows = lines.map { "    \($0)" }
            let middle = [style.faint("    … \(lines.count - 4) equal lines")]
            return lines.count < 5 ? rows : rows.prefix(2) + middle + rows.suffix(2)
          }
        }
    }
  }

  fileprivate var plain: PlainValue {
    var plain: PlainRecord = ["path": .text("\(path)")]
    switch kind {
    case .added(let value): (plain["kind"], plain["new"]) = (.text("added"), value)
    case .removed(let value): (plain["kind"], plain["old"]) = (.text("removed"), value)
    case .changed(let old, let new):
      (plain["kind"], plain["old"], plain["new"]) = (.text("changed"), old, new)
    case .moved(let from, let value):
      (plain["kind"], plain["from"], plain["new"]) = (.text("moved"), PlainValue(count: from), value)
    case .text(let changes):
      plain["kind"] = .text("text")
      plain["lines"] = .list(
        changes.map { change in
          let lines = PlainValue.list(change.lines.map { .text(String($0)) })
          return switch change {
          case .kept: ["kept": lines]
          case .removed: ["removed": lines]
          case .added: ["added": lines]
          }
        }
      )
    }
    return .record(plain)
  }
}

extension PlainValue {
  /// The value as JSON, on one line if there is room, otherwise a member a line.
  fileprivate func lines(width: Int) -> [String] {
    let short = "\(self)"
    let (brackets, entries): (String, [(name: String?, value: PlainValue)])
    switch self {
    case .list(let list) where short.utf8.count > max(20, width):
      (brackets, entries) = ("[]", list.map { (nil, $0) })
    case .record(let record) where short.utf8.count > max(20, width):
      (brackets, entries) = ("{}", record.members.map { ($0.name, $0.value) })
    default: return [printable(short)]
    }
    let inside = entries.enumerated().flatMap { index, entry in
      let name = entry.name.map { printable("\(PlainValue.text($0))") + ": " } ?? ""
      var lines = entry.value.lines(width: width - 2 - displayWidth(name))
      lines[0] = name + lines[0]
      if index < entries.count - 1 { lines[lines.count - 1] += "," }
      return lines.map { "  " + $0 }
    }
    return [String(brackets.prefix(1))] + inside + [String(brackets.suffix(1))]
  }
}
