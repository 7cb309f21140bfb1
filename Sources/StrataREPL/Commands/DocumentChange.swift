import Strata
import Workspace

/// The change of a document: the things that are new, different or gone.
///
/// It compares two versions that share nearly everything, so the time depends on the change and not on the document. Of a
/// large change only the rows that are shown are made.
struct DocumentChange {
  /// The rows that an answer shows.
  static let shownRows = 20

  /// A thing that came, changed or went.
  struct Row {
    /// The thing before; nil for a new one.
    var before: (any Thing)?
    /// The thing after; nil for one that is gone.
    var after: (any Thing)?

    var thing: (any Thing)? { after ?? before }
  }

  /// The first line of the answer.
  let title: String?
  /// The moment after the change.
  let moment: Moment
  let before: Document
  let after: Document
  /// The day of the page in view.
  private let day: Day?

  init(_ title: String? = nil, from old: AppState, to new: AppState, at moment: Moment) {
    (self.title, self.moment, before, after) = (title, moment, old.document, new.document)
    day = after.journal.pageInView(new.session.page)
  }

  /// The days whose pages came or went.
  var pages: [(day: Day, isThere: Bool)] {
    after.journal.pages.changes(from: before.journal.pages).flatMap { change in
      change.old.map { ($0, false) } + change.new.map { ($0, true) }
    }
  }

  /// The first rows, and the number of all.
  ///
  /// - Complexity: O(changes).
  func rows(most: Int = .max) -> (first: [Row], count: Int) {
    var rows = RowCollector(most: most)
    rows.add(after.journal.categories, since: before.journal.categories)
    rows.add(after.journal.bundles, since: before.journal.bundles)
    rows.add(after.journal.todos, since: before.journal.todos)
    rows.add(after.journal.notes, since: before.journal.notes)
    rows.add(after.canvas.annotations, since: before.canvas.annotations)
    rows.add(after.people.list, since: before.people.list)
    return (rows.first, rows.count)
  }

  /// The change in a phrase: `"Milk" → "Oat milk"`; nil without a thing to name.
  var phrase: String? {
    let (first, count) = rows(most: 3)
    guard count > 0 else { return nil }
    let names = first.map { row in
      let names = [row.before, row.after].compactMap { $0.map { "\"\($0.shortName)\"" } }
      return unique(names).joined(separator: " → ")
    }
    return names.joined(separator: ", ")
      + (count > first.count ? " and \(grouped(count - first.count)) more" : "")
  }

  /// The answer of the command that made the change.
  var answer: Answer {
    Answer({ .record(["changed": try plain()]) }) { style in
      let (pages, most) = (pages, Self.shownRows)
      var lines = title.map { [printable($0)] } ?? []
      lines += pages.prefix(most).map { page in
        page.isThere ? "  the page of \(page.day)" : style.bad("  the page of \(page.day) is gone")
      }
      if pages.count > most { lines.append("  … and \(grouped(pages.count - most)) more pages") }
      let (first, count) = rows(most: most)
      lines += style.columns(
        first.compactMap { row in row.thing.map { ($0.id, line(of: $0, isGone: row.after == nil, style)) } }
      )
      if count > most { lines.append("  … and \(grouped(count - most)) more") }
      return Rows(lines.isEmpty ? ["  nothing changed"] : lines)
    }
  }

  private func line(of thing: any Thing, isGone: Bool, _ style: Style) -> String {
    if isGone { return style.bad("\(thing.line(style))  is gone") }
    // A page does not show the todos of later days.
    let isLater = (thing as? Todo).map { $0.start > (day ?? $0.start) } ?? false
    return thing.line(style) + style.faint(after.remark(on: thing, hasDay: isLater))
  }

  /// A row as a difference: `+ todo 3  [ ] Milk`, or `~ todo 3  [ ] Milk → [x] Milk`.
  static func line(of row: Row, from before: Document, to after: Document, _ style: Style) -> String {
    func line(_ thing: any Thing, _ document: Document) -> String {
      thing.line(Style()) + document.remark(on: thing, hasDay: true)
    }
    let (old, new) = (row.before.map { line($0, before) }, row.after.map { line($0, after) })
    let head = row.thing.map { "\($0.kind) \($0.id)" } ?? ""
    guard let new else { return style.bad("- \(head)  \(old ?? "")") }
    guard let old else { return style.good("+ \(head)  \(new)") }
    // Two equal lines: the thing has moved in its list, or changed where no line shows it.
    return "~ \(head)  " + (old == new ? new : "\(style.bad(old)) → \(style.good(new))")
  }

  /// A page that came or went as a difference.
  static func line(ofPage day: String, isThere: Bool, _ style: Style) -> String {
    isThere ? style.good("+ the page of \(day)") : style.bad("- the page of \(day)")
  }

  private func plain() throws -> PlainValue {
    let rows = try rows().first.compactMap { row in
      try row.thing.map { thing in
        PlainValue.record([
          "isThere": .bool(row.after != nil), "kind": .text(thing.kind), "value": try thing.plain(),
        ])
      }
    }
    let pages = pages.map { PlainValue.record(["day": .text("\($0.day)"), "isThere": .bool($0.isThere)]) }
    return .record([
      "moment": .record(moment.plain()), "pages": .list(pages), "rows": .list(rows),
      "title": title.map { .text($0) } ?? .null,
    ])
  }
}

extension Document {
  /// The category and the day of a todo; nothing for another thing.
  fileprivate func remark(on thing: any Thing, hasDay: Bool) -> String {
    guard let todo = thing as? Todo else { return "" }
    let category = todo.category.flatMap { journal.category($0) }.map { "  (\(printable($0.name)))" } ?? ""
    return category + (hasDay ? "  on \(todo.start)" : "")
  }
}

/// Collects the first rows of a change and counts all.
private struct RowCollector {
  let most: Int
  var first: [DocumentChange.Row] = []
  var count = 0

  init(most: Int) { self.most = most }

  private mutating func append(_ row: @autoclosure () -> DocumentChange.Row) {
    if count < most { first.append(row()) }
    count += 1
  }

  // `isWritten` also tells apart values that are equal, as -0 and 0 are.

  mutating func add<Value: Thing & Equatable>(
    _ new: PersistentSortedMap<Int, Value>,
    since old: PersistentSortedMap<Int, Value>
  ) {
    // Elements are compared in place: of many that changed few are shown.
    new.forEachDifference(from: old) { before, after in
      before.value.pointee == after.value.pointee && before.value.pointee.isWritten(as: after.value.pointee)
    } _: { before, after in
      append(.init(before: before.map { $0.value.pointee }, after: after.map { $0.value.pointee }))
    }
  }

  /// An element that moved within the list is a changed one.
  mutating func add<Value: Thing>(
    _ new: PersistentArray<Value>,
    since old: PersistentArray<Value>
  ) {
    let changes = new.changes(from: old, by: { $0.isWritten(as: $1) })
    if changes.isEmpty { return }
    let (old, new) = (changes.flatMap(\.old), changes.flatMap(\.new))
    let ids = Set(new.map(\.id))
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for thing in old where !ids.contains(thing.id) { append(.init(before: thing, after: nil)) }
    for thing in new { append(.init(before: before[thing.id], after: thing)) }
  }
}
