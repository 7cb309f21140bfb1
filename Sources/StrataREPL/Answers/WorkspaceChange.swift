import PersistentCollections
import Strata
import Workspace

/// What a command made of the document: the rows that are new, different or gone, and no others.
///
/// It is found by comparing two versions that share nearly everything, so that an answer takes as long in a journal of
/// a million todos as in one of ten.
struct WorkspaceChange {
  /// What happened, where the rows alone do not say it, as after an undo.
  var title: String?
  /// The moment that the history is at now.
  var moment: Moment
  /// The days whose pages came and went.
  var pages: [(day: Day, isThere: Bool)] = []
  var rows: [Row] = []
  /// The day that is looked at, where there is one.
  var day: Day?
  /// What the categories are called now.
  var categoryNames: [Int: String]

  /// Something that came or changed, or as it was before it went.
  struct Row {
    var thing: Thing
    var isThere: Bool
    /// As it was before it changed; nil where it came, or went.
    var before: Thing?
  }

  init(_ title: String?, from old: AppState, to new: AppState, at moment: Moment) {
    (self.title, self.moment) = (title, moment)
    let (before, after) = (old.document, new.document)
    day = after.journal.pageInView(new.session.page)
    categoryNames = Dictionary(after.journal.categories.map { ($0.id, $0.name) }) { name, _ in name }
    for change in after.journal.pages.changes(from: before.journal.pages) {
      pages += change.old.map { ($0, false) } + change.new.map { ($0, true) }
    }
    add(after.journal.categories, since: before.journal.categories, Thing.category)
    add(after.journal.bundles, since: before.journal.bundles, Thing.bundle)
    add(after.journal.todos, since: before.journal.todos, Thing.todo)
    add(after.journal.notes, since: before.journal.notes, Thing.note)
    add(after.canvas.annotations, since: before.canvas.annotations, Thing.annotation)
    add(after.people.list, since: before.people.list, Thing.person)
  }

  // What is written otherwise has changed, also where it is equal, as -0 and 0 are.

  private mutating func add<Value: DescribedValue>(
    _ new: PersistentSortedMap<Int, Value>,
    since old: PersistentSortedMap<Int, Value>,
    _ thing: (Value) -> Thing
  ) {
    for change in new.changes(from: old, by: { $0.isWritten(as: $1) }) {
      if let value = change.newValue ?? change.oldValue {
        let isThere = change.newValue != nil
        rows.append(
          Row(thing: thing(value), isThere: isThere, before: isThere ? change.oldValue.map(thing) : nil)
        )
      }
    }
  }

  /// What moved within a list is there, and not gone from where it was.
  private mutating func add<Value: DescribedValue>(
    _ new: PersistentArray<Value>,
    since old: PersistentArray<Value>,
    _ thing: (Value) -> Thing
  ) {
    let changes = new.changes(from: old, by: { $0.isWritten(as: $1) })
    let new = changes.flatMap(\.new).map(thing)
    let ids = Set(new.map(\.id))
    let old = changes.flatMap(\.old).map(thing)
    let before = Dictionary(old.map { ($0.id, $0) }) { thing, _ in thing }
    rows += old.filter { !ids.contains($0.id) }.map { Row(thing: $0, isThere: false) }
    rows += new.map { Row(thing: $0, isThere: true, before: before[$0.id]) }
  }
}
