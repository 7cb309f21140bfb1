import Workspace

extension DayGlances {
  /// How many lines a day of a week has at most.
  private static let mostRows = 12

  func text(_ style: Style) -> [String] {
    switch span {
    case .week: week(style)
    case .month: month(style)
    }
  }

  /// A heading for each day, and below it what there is, a line each.
  private func week(_ style: Style) -> [String] {
    let rows = days.map { glance in
      (glance.open + glance.ended).sorted { $0.id < $1.id }.map(Thing.todo) + glance.notes.map(Thing.note)
    }
    let width = rows.joined().map { String($0.id).count }.max() ?? 1
    return zip(days, rows).flatMap { glance, rows in
      let name = "\(glance.day.weekday.shortName) \(glance.day)"
      let mark = glance.day == today ? "  ← today" : ""
      let heading = glance.isEmpty && mark.isEmpty ? style.faint(name) : style.strong(name) + mark
      let lines = rows.prefix(Self.mostRows).map { thing in
        "  \(style.faint(padded(String(thing.id), width)))  \(thing.text(style))"
      }
      let rest = rows.count - lines.count
      let more =
        rest > 0
        ? ["  … and \(grouped(rest)) more" + (glance.hasPage ? ". See: page \(glance.day)" : "")] : []
      return [heading] + lines + more
        + glance.bundles.map { "  \(padded("↻", width))  \(printable($0.name))" }
    }
  }

  /// A line for each day: how much there is, and the beginning of what it is.
  private func month(_ style: Style) -> [String] {
    let heading = days.first.map { style.strong("\($0.day.monthName) \($0.day.year)") }
    return (heading.map { [$0] } ?? [])
      + days.map { glance in
        let day = padded(String(glance.day.day), 2) + " " + glance.day.weekday.shortName
        let mark = glance.day == today ? "← today" : ""
        guard !glance.isEmpty || !mark.isEmpty else { return style.faint(day) }
        let content = [glance.counts, glance.names].filter { !$0.isEmpty }.joined(separator: ": ")
        let words = [mark, content].filter { !$0.isEmpty }.joined(separator: "  ")
        return "\(style.strong(day))  \(cut(words, to: style.width.map { $0 - 8 }))"
      }
  }
}

extension DayGlance {
  /// How much there is of each kind: `3 open, 2 done`.
  fileprivate var counts: String {
    let done = ended.count(where: \.isDone)
    let parts = [
      (open.count, "open"), (done, "done"), (ended.count - done, "abandoned"),
      (notes.count, notes.count == 1 ? "note" : "notes"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// What the first of it is called.
  fileprivate var names: String {
    let todos = (open + ended).prefix(3).map(\.title)
    let notes = notes.prefix(3).map { $0.text.lines.first.map { String($0) } ?? "" }
    let all = bundles.map { "↻ \($0.name)" } + todos + notes
    let rest = open.count + ended.count + self.notes.count + bundles.count - all.count
    return printable(all.joined(separator: ", ")) + (rest > 0 ? ", …" : "")
  }
}

extension Day {
  fileprivate var monthName: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November",
      "December",
    ]
    return names[month - 1]
  }
}

extension Weekday {
  /// The first three letters, as a calendar has them.
  var shortName: String { name.prefix(1).uppercased() + name.dropFirst().prefix(2) }
}

/// The beginning of a text that fits into a width.
func cut(_ text: String, to width: Int?) -> String {
  guard let width, displayWidth(text) > width else { return text }
  var (result, taken) = ("", 0)
  for piece in pieces(of: text) {
    if taken + piece.width > width - 1 { break }
    result += piece.text
    taken += piece.width
  }
  return result + "…"
}
