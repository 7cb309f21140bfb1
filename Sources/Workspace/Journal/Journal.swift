import PersistentCollections
import Strata

/// A bullet journal: a page per day, and the todos and notes on the pages.
public struct Journal: Equatable, Sendable {
  /// The days that have a page, oldest first.
  public internal(set) var pages: PersistentArray<Day> = []
  /// The headings of todos, in their order.
  public internal(set) var categories: PersistentArray<TodoCategory> = []
  /// The bundles by id.
  public internal(set) var bundles: PersistentSortedMap<Int, TodoBundle> = [:]
  /// The todos with their index.
  var todoRows = IndexedRows<TodoIndex>()
  /// The notes with their index.
  var noteRows = IndexedRows<NoteIndex>()

  /// Makes a journal without pages.
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

extension Journal: Described {
  /// Describes the stored fields.
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

extension Journal {
  /// Everything that can happen to a journal.
  ///
  /// An action on todos takes any number of them, and changes all or none. Its time is that of the sender's clock: on
  /// a page of another day the journal writes noon of that day instead.
  public enum Action: Equatable, Sendable {
    /// Starts the page of a day, and abandons todos from before that do not migrate.
    case startPage(Day)
    /// Adds todos to the page in view, or to the day that they name.
    case add([NewTodo])
    /// Marks todos as done.
    case complete(IDSet, at: WallTime)
    /// Makes done todos pending again.
    case uncomplete(IDSet)
    /// Gives todos up.
    case abandon(IDSet, at: WallTime)
    /// Makes ended todos pending again, whether done or abandoned.
    case markPending(IDSet)
    /// Gives todos another title; typing is one step until there is a pause.
    case rename(IDSet, String)
    /// Deletes todos.
    case delete(IDSet)
    /// Puts todos into a category, or into none.
    case setCategory(IDSet, Int?)
    /// Gives todos a link, or removes it.
    case setURL(IDSet, String?)
    /// Gives ended todos another ending time.
    case setEnding(IDSet, at: WallTime)
    /// Makes todos start on another day, past or future.
    case send(IDSet, to: Day)
    /// Changes notes.
    case note(Note.Action)
    /// Changes categories.
    case category(TodoCategory.Action)
    /// Changes bundles, or applies one.
    case bundle(TodoBundle.Action)

    /// Adds a todo to the page in view.
    public static func add(title: String) -> Action { .add([NewTodo(title)]) }
  }

  /// Changes the journal as `action` says, with new ids and the page in view from `session`.
  ///
  /// - Throws: `JournalError` when the action does not fit, and `IDCounter.Exhausted`. The journal is then unchanged.
  mutating func reduce(_ action: Action, in session: inout Session) throws {
    switch action {
    case .startPage(let day): try startPage(day)
    case .add(let todos): try add(todos, on: pageInView(session.page), ids: &session.ids)
    case .complete(let ids, let now): try end(ids, .done, at: now, in: session)
    case .abandon(let ids, let now): try end(ids, .abandoned, at: now, in: session)
    case .uncomplete(let ids): try uncomplete(ids)
    case .markPending(let ids): try markPending(ids)
    case .rename(let ids, let title):
      try Self.requireText(title, or: .emptyTitle)
      try change(ids) { $0.title = title }
    case .delete(let ids): try todoRows.remove(ids, orThrow: JournalError.noTodo)
    case .setCategory(let ids, let category):
      try requireCategory(category)
      try change(ids) { $0.category = category }
    case .setURL(let ids, let url):
      try Self.requireURL(url)
      try change(ids) { $0.url = url }
    case .setEnding(let ids, let time): try setEnding(ids, at: time)
    case .send(let ids, let day): try send(ids, to: day)
    case .note(let action): try reduce(action, in: &session)
    case .category(let action): try reduce(action, ids: &session.ids)
    case .bundle(let action): try reduce(action, ids: &session.ids)
    }
  }

  static func requireText(_ text: some Sequence<Character>, or error: JournalError) throws(JournalError) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw error }
  }
}

extension Journal.Action {
  /// The label of the step, and the steps that it merges with.
  var recording: Recording {
    switch self {
    case .startPage(let day): .step("Start \(day)")
    case .add(let todos): .step(todoLabel("Add", todos.count))
    case .complete(let ids, _): .step(todoLabel("Complete", ids.count))
    case .uncomplete(let ids): .step(todoLabel("Uncomplete", ids.count))
    case .abandon(let ids, _): .step(todoLabel("Abandon", ids.count))
    case .markPending(let ids): .step(todoLabel("Mark", ids.count, "Pending"))
    case .rename(let ids, _): .gesture(todoLabel("Rename", ids.count), on: "title of \(ids)")
    case .delete(let ids): .step(todoLabel("Delete", ids.count))
    case .setCategory(let ids, _): .step(todoLabel("Set Category of", ids.count))
    case .setURL(let ids, _): .step(todoLabel("Set URL of", ids.count))
    case .setEnding(let ids, _): .step(todoLabel("Set Ending of", ids.count))
    case .send(let ids, let day): .step(todoLabel("Send", ids.count, "to \(day)"))
    case .note(let action): action.recording
    case .category(let action): action.recording
    case .bundle(let action): action.recording
    }
  }

  private func todoLabel(_ verb: String, _ count: Int, _ rest: String = "") -> String {
    label(verb, count, "Todo", "Todos", rest)
  }
}
