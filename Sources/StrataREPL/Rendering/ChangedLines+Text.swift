import PersistentCollections
import Workspace

extension Thing {
  /// How many lines are shown of a text in which very many are different.
  private static let shownLines = 40

  /// The lines of a note that are different in a newer version of it, with their numbers; nothing where both have one line.
  ///
  ///     2 - Then it snowed
  ///     2 + Then it rained
  ///     3 + for a week
  func changedLines(to newer: Thing, _ style: Style) -> [String] {
    guard case (.note(let note), .note(let other)) = (self, newer) else { return [] }
    let (old, new) = (note.text, other.text)
    guard max(old.lines.count, new.lines.count) > 1 else { return [] }
    let changes = new.lineChanges(from: old)
    let count = changes.reduce(0) { $0 + $1.old.count + $1.new.count }
    let width = "\(max(old.lines.count, new.lines.count))".count
    func row(_ number: Int, _ sign: String, _ text: PersistentText) -> String {
      "\(padded("\(number + 1)", width)) \(sign) \(printable(String(text.lines[number])))"
    }
    let rows = changes.lazy.flatMap { change in
      change.old.map { style.bad(row($0, "-", old)) } + change.new.map { style.good(row($0, "+", new)) }
    }
    let shown = Array(rows.prefix(Self.shownLines))
    return count > shown.count ? shown + ["… and \(grouped(count - shown.count)) more lines"] : shown
  }
}
