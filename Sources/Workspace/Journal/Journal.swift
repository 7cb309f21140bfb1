import PersistentCollections
import Strata

/// A bullet journal: a page per day, the todos that were written on them, and notes.
public struct Journal: Sendable {
  /// The days that have a page, oldest first.
  public internal(set) var pages: PersistentArray<Day> = []
  /// The headings that todos are listed under, in their order.
  public internal(set) var categories: PersistentArray<TodoCategory> = []
  /// The bundles by id.
  public internal(set) var bundles: PersistentSortedMap<Int, TodoBundle> = [:]
  /// The todos with their index.
  var todoRows = IndexedRows<TodoIndex>()
  /// The notes with their index.
  var noteRows = IndexedRows<NoteIndex>()

  /// A journal without pages.
  public init() {}

  /// The todos by id, which is the order in which they were added.
  public internal(set) var todos: PersistentSortedMap<Int, Todo> {
    get { todoRows.rows }
    set { todoRows.rows = newValue }
  }

  /// The notes by id, which is the order in which they were added.
  public internal(set) var notes: PersistentSortedMap<Int, Note> {
    get { noteRows.rows }
    set { noteRows.rows = newValue }
  }
}

extension Journal: Equatable {
  /// Whether both have the same pages, todos, notes, categories and bundles; what is derived from them need not be
  /// compared.
  public static func == (left: Journal, right: Journal) -> Bool {
    left.todos == right.todos && left.notes == right.notes && left.pages == right.pages
      && left.categories == right.categories && left.bundles == right.bundles
  }
}

extension Journal: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Journal>) {
    field("pages", \.pages)
    field("categories", \.categories)
    field("bundles", \.bundles)
    field("todos", \.todoRows.rows)
    field("notes", \.noteRows.rows)
    field.derived("todoRows", "noteRows")
  }
}

extension Journal: DerivedStorage {
  /// Counts the indices of todos and notes.
  public func addDerivedFootprint(to meter: inout FootprintMeter) {
    todoRows.index.addFootprint(to: &meter)
    noteRows.index.addFootprint(to: &meter)
  }
}

extension Journal: Validated {
  /// Refuses references to what is not there, and endings before their start.
  public func validate() throws { try require(inconsistency()) }
}
