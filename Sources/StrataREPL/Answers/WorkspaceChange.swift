import PersistentCollections
import Strata
import Workspace

/// What a command made of the document: the rows that are new, different or gone, and no others.
///
/// It is found by comparing two versions that share nearly everything, so that an answer takes as long in a journal of
/// a million todos as in one of ten. Of a change of very many, as many rows are made as are shown.
struct WorkspaceChange {
  /// What happened, where the rows alone do not say it, as after an undo.
  var title: String?
  /// The moment that the history is at now.
  let moment: Moment
  /// The days whose pages came and went.
  let pages: [(day: Day, isThere: Bool)]
  /// The day that is looked at, where there is one.
  let day: Day?
  /// What the categories are called now.
  var categoryNames: [Int: String] {
    Dictionary(after.journal.categories.map { ($0.id, $0.name) }) { name, _ in name }
  }
  private let before: Document
  private let after: Document
  /// The first rows: finding all of a change of very many takes as long as making it, so that is done once.
  private let found: Rows

  /// Something that came or changed, or as it was before it went.
  struct Row {
    var thing: Thing
    var isThere: Bool
    /// As it was before it changed; nil where it came, or went.
    var before: Thing?

    /// The row of the change that leads back.
    fileprivate var reversed: Row {
      guard isThere, let before else { return Row(thing: thing, isThere: !isThere) }
      return Row(thing: before, isThere: true, before: thing)
    }
  }

  init(_ title: String?, from old: AppState, to new: AppState, at moment: Moment) {
    (self.title, self.moment) = (title, moment)
    (before, after) = (old.document, new.document)
    day = after.journal.pageInView(new.session.page)
    pages = after.journal.pages.changes(from: before.journal.pages).flatMap { change in
      change.old.map { ($0, false) } + change.new.map { ($0, true) }
    }
    found = Rows(from: before, to: after, most: Self.shownRows)
  }

  /// The first rows, and how many there are in all.
  ///
  /// - Complexity: O(changes), where more are asked for than are shown.
  func rows(most: Int = .max) -> (first: [Row], count: Int) {
    let isFound = most <= found.most || found.count <= found.most
    let rows = isFound ? found : Rows(from: before, to: after, most: most)
    return (Array(rows.first.prefix(most)), rows.count)
  }

  /// The first rows of a change, and how many there are in all.
  static func rows(from before: Document, to after: Document, most: Int) -> (first: [Row], count: Int) {
    let rows = Rows(from: before, to: after, most: most)
    return (rows.first, rows.count)
  }

  /// The first rows of the change that leads back, and how many there are in all.
  func rowsBack(most: Int) -> (first: [Row], count: Int) {
    let (first, count) = rows(most: most)
    return (first.map(\.reversed), count)
  }

  private struct Rows {
    let most: Int
    var first: [Row] = []
    var count = 0

    init(from before: Document, to after: Document, most: Int) {
      self.most = most
      add(after.journal.categories, since: before.journal.categories, Thing.category)
      add(after.journal.bundles, since: before.journal.bundles, Thing.bundle)
      add(after.journal.todos, since: before.journal.todos, Thing.todo)
      add(after.journal.notes, since: before.journal.notes, Thing.note)
      add(after.canvas.annotations, since: before.canvas.annotations, Thing.annotation)
      add(after.people.list, since: before.people.list, Thing.person)
    }

    mutating func append(_ row: @autoclosure () -> Row) {
      if count < most { first.append(row()) }
      count += 1
    }

    // What is written otherwise has changed, also where it is equal, as -0 and 0 are; what is not equal is written otherwise.

    mutating func add<Value: DescribedValue & Equatable>(
      _ new: PersistentSortedMap<Int, Value>,
      since old: PersistentSortedMap<Int, Value>,
      _ thing: (Value) -> Thing
    ) {
      // Where they lie: of very many that changed few are shown.
      new.forEachDifference(from: old) { before, after in
        before.value.pointee == after.value.pointee && before.value.pointee.isWritten(as: after.value.pointee)
      } _: { before, after in
        guard let there = after ?? before else { return }
        append(
          Row(
            thing: thing(there.value.pointee),
            isThere: after != nil,
            before: after == nil ? nil : before.map { thing($0.value.pointee) }
          )
        )
      }
    }

    /// What moved within a list is there, and not gone from where it was.
    mutating func add<Value: DescribedValue>(
      _ new: PersistentArray<Value>,
      since old: PersistentArray<Value>,
      _ thing: (Value) -> Thing
    ) {
      let changes = new.changes(from: old, by: { $0.isWritten(as: $1) })
      if changes.isEmpty { return }
      let new = changes.flatMap(\.new).map(thing)
      let ids = Set(new.map(\.id))
      let old = changes.flatMap(\.old).map(thing)
      let before = Dictionary(old.map { ($0.id, $0) }) { thing, _ in thing }
      for thing in old where !ids.contains(thing.id) { append(Row(thing: thing, isThere: false)) }
      for thing in new { append(Row(thing: thing, isThere: true, before: before[thing.id])) }
    }
  }
}
