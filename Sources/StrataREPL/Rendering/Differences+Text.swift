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
    for row in change.rows {
      let name = "\(row.thing.kind) \(row.thing.id)"
      if !row.isThere {
        lines.append(style.bad("- \(name)  \(row.thing.text(Style()))"))
      } else if let old = row.before {
        let fields = fields(from: old, to: row.thing)
        lines.append("~ \(name)  " + (fields.isEmpty ? "stands elsewhere" : fields.joined(separator: ", ")))
      } else {
        lines.append(style.good("+ \(name)  \(row.thing.text(Style()))"))
      }
    }
    return [style.strong(heading)] + (lines.isEmpty ? ["  no change"] : lines.map { "  " + $0 })
  }

  /// The fields in which a thing differs: `title: "Milk" → "Oat milk"`.
  private func fields(from old: Thing, to new: Thing) -> [String] {
    guard case .record(let before)? = try? old.plain(), case .record(let after)? = try? new.plain() else {
      return []
    }
    let names = Set((before.members + after.members).map(\.name)).sorted()
    return names.compactMap { name in
      let (old, new) = (before[name] ?? .null, after[name] ?? .null)
      if old == new { return nil }
      let (oldWords, newWords) =
        if case .text(let old) = old, case .text(let new) = new { excerpts(of: old, new) } else {
          (words(old, of: name), words(new, of: name))
        }
      return printable("\(separated(name)): \(oldWords) → \(newWords)")
    }
  }

  /// A value as a person says it.
  private func words(_ value: PlainValue, of name: String) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let id) where name == "category": change.categoryNames[Int(id)] ?? "\(id)"
    case .text(let text): text
    case .list(let list): list.isEmpty ? "none" : list.map { words($0, of: name) }.joined(separator: ", ")
    case .record(let record): record.members.map { words($0.value, of: $0.name) }.joined(separator: " ")
    default: "\(value)"
    }
  }

  /// A field's name as words: `should migrate`.
  private func separated(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }

  /// Two texts between quotation marks; of long ones the part where they differ, and a little around it.
  private func excerpts(of old: String, _ new: String) -> (String, String) {
    let (room, around) = (60, 12)
    let (a, b) = (Array(old), Array(new))
    guard max(a.count, b.count) > room else { return ("\"\(old)\"", "\"\(new)\"") }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    func excerpt(_ text: [Character]) -> String {
      let first = max(0, start - around)
      let last = min(text.count, text.count - end + around)
      let part = String(text[first..<last])
      let shown = part.count > 2 * room ? part.prefix(room) + " … " + part.suffix(room) : part
      return "\"\(first > 0 ? "…" : "")\(shown)\(last < text.count ? "…" : "")\""
    }
    return (excerpt(a), excerpt(b))
  }
}
