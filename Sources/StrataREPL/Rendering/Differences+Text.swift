import Strata
import Workspace

extension Differences {
  /// What came, what went, and of what changed the fields, a line each.
  func text(_ style: Style) -> [String] {
    let heading = "from \(from.id) (\(printable(from.label))) to \(to.id) (\(printable(to.label)))"
    var lines = change.pages.map { page in
      let line = "the page of \(page.day)"
      return page.isThere ? style.good("+ \(line)") : style.bad("- \(line)")
    }
    for row in change.rows().first {
      if !row.isThere {
        lines.append(row.thing.gone(style))
      } else if let old = row.before {
        let fields = fields(from: old, to: row.thing)
        lines.append(row.thing.changed(fields))
        lines += old.changedLines(to: row.thing, style).map { "    " + $0 }
      } else {
        lines.append(row.thing.came(style))
      }
    }
    return [style.strong(heading)] + (lines.isEmpty ? ["  no change"] : lines.map { "  " + $0 })
  }

  /// The fields in which a thing differs: `title: "Milk" → "Oat milk"`.
  private func fields(from old: Thing, to new: Thing) -> [String] {
    guard case .record(let before)? = try? old.plain(), case .record(let after)? = try? new.plain() else {
      return []
    }
    let words = ValueWords(categoryNames: change.categoryNames)
    let names = Set((before.members + after.members).map(\.name)).sorted()
    return names.compactMap { name in
      let (old, new) = (before[name] ?? .null, after[name] ?? .null)
      if old == new { return nil }
      return printable("\(ValueWords.separated(name)): \(words.change(from: old, to: new, of: name))")
    }
  }
}

extension Thing {
  /// A line for a thing that came.
  func came(_ style: Style) -> String { style.good("+ \(kind) \(id)  \(text(Style()))") }

  /// A line for a thing that went.
  func gone(_ style: Style) -> String { style.bad("- \(kind) \(id)  \(text(Style()))") }

  /// A line for a thing that changed, with its name where that is not what changed.
  ///
  /// - Parameter fields: What changed in it; nothing where it stands elsewhere.
  func changed(_ fields: [String]) -> String {
    let isNamed = fields.contains { $0.hasPrefix("\(nameField): ") }
    let name = isNamed ? "" : " \"\(printable(name))\""
    return "~ \(kind) \(id)\(name)  " + (fields.isEmpty ? "stands elsewhere" : fields.joined(separator: ", "))
  }
}
