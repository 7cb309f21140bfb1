import Strata
import Workspace

extension Differences {
  /// What came, what went, and of what changed the fields: a row each, with the lines of a note below it.
  func rows(_ style: Style) -> Rows {
    let heading = "from \(from.id) (\(printable(from.label))) to \(to.id) (\(printable(to.label)))"
    let pages = change.pages.map { page in
      let line = "the page of \(page.day)"
      return "  " + (page.isThere ? style.good("+ \(line)") : style.bad("- \(line)"))
    }
    let rows = change.rows().first
    let lead = [style.strong(heading)] + (pages.isEmpty && rows.isEmpty ? ["  no change"] : pages)
    let words = ValueWords(categoryNames: change.categoryNames)
    return Rows(count: lead.count + rows.count) { range in
      let first = max(0, range.lowerBound - lead.count)
      let part = rows.dropFirst(first).prefix(range.upperBound - lead.count - first)
      return lead[range.clamped(to: lead.indices)] + part.flatMap { lines(of: $0, words, style) }
    }
  }

  private func lines(of row: WorkspaceChange.Row, _ words: ValueWords, _ style: Style) -> [String] {
    guard row.isThere else { return ["  " + row.thing.gone(style)] }
    guard let old = row.before else { return ["  " + row.thing.came(style)] }
    return ["  " + row.thing.changed(fields(from: old, to: row.thing, words))]
      + old.changedLines(to: row.thing, style).map { "      " + $0 }
  }

  /// The fields in which a thing differs: `title: "Milk" → "Oat milk"`.
  private func fields(from old: Thing, to new: Thing, _ words: ValueWords) -> [String] {
    guard case .record(let before)? = try? old.plain(), case .record(let after)? = try? new.plain() else {
      return []
    }
    var changes = before.members.map { (name: $0.name, old: $0.value, new: after[$0.name] ?? .null) }
    for member in after.members where before[member.name] == nil {
      changes.append((member.name, .null, member.value))
    }
    return changes.filter { $0.old != $0.new }.sorted { $0.name < $1.name }.map { name, old, new in
      printable("\(ValueWords.separated(name)): \(words.change(from: old, to: new, of: name))")
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
