import Strata

extension Journal {
  /// What can happen to a journal.
  ///
  /// Actions about todos take any number of them, and happen to all or to none. Their times are what the clock on
  /// the wall shows to whoever sends them: on a page of another day the journal notes noon of that day instead.
  public enum Action: Equatable, Sendable {
    /// The page of a day begins: what does not migrate from before is abandoned, and bundles that are due are written.
    case startPage(Day)
    /// Todos are written on the page in view, or for the day that they name.
    case add([NewTodo])
    /// Todos are done.
    case complete(IDSet, at: WallTime)
    /// Todos are not done after all.
    case uncomplete(IDSet)
    /// Todos are given up.
    case abandon(IDSet, at: WallTime)
    /// Todos that were done or given up are to be done again.
    case markPending(IDSet)
    /// Todos get another title; typing is one step until there is a pause.
    case rename(IDSet, String)
    /// Todos are deleted.
    case delete(IDSet)
    /// Todos are listed under a category, or under none.
    case setCategory(IDSet, Int?)
    /// Todos get a link, or lose it.
    case setURL(IDSet, String?)
    /// Todos that ended did so at another time.
    case setEnding(IDSet, at: WallTime)
    /// Todos start on another day, past or future.
    case send(IDSet, to: Day)
    /// Something happens to notes.
    case note(Note.Action)
    /// Something happens to categories.
    case category(TodoCategory.Action)
    /// Something happens to bundles.
    case bundle(TodoBundle.Action)

    /// A todo is written on the page in view.
    public static func add(title: String) -> Action { .add([NewTodo(title)]) }
  }
}

extension Journal.Action {
  /// How the action is recorded: under which label, and what it goes on with.
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
