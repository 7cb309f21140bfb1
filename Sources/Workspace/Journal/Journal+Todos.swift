/// The actions on todos. Each changes all todos that it names, or none.
extension Journal {
  /// Adds todos.
  ///
  /// - Parameter page: The page for todos that name no day.
  mutating func add(_ todos: [NewTodo], on page: Day?, ids: inout IDCounter) throws {
    var (next, nextIDs) = (todoRows, ids)
    for todo in todos {
      guard let start = todo.start ?? page else { throw JournalError.noPage }
      try requireFields(todo.title, todo.category, todo.url)
      next.insert(
        Todo(
          id: try nextIDs.next(),
          title: todo.title,
          shouldMigrate: todo.shouldMigrate,
          start: start,
          category: todo.category,
          url: todo.url
        )
      )
    }
    (todoRows, ids) = (next, nextIDs)
  }

  /// Changes every todo of `ids`, or none when `change` throws for one.
  mutating func change(
    _ ids: IDSet,
    _ change: (inout Todo) throws(JournalError) -> Void
  ) throws(JournalError) {
    var next = todoRows
    for id in ids {
      guard try next.update(id, change) else { throw .noTodo(id) }
    }
    todoRows = next
  }

  mutating func end(
    _ ids: IDSet,
    _ kind: Ending.Kind,
    at now: WallTime,
    in session: Session
  ) throws(JournalError) {
    let time = now.stamped(on: pageInView(session.page) ?? now.day)
    try change(ids) { todo throws(JournalError) in
      if todo.ending?.kind == kind {
        throw kind == .done ? .alreadyDone(todo.id) : .alreadyAbandoned(todo.id)
      }
      try todo.end(kind, at: time)
    }
  }

  mutating func uncomplete(_ ids: IDSet) throws(JournalError) {
    try change(ids) { todo throws(JournalError) in
      guard todo.isDone else { throw .notDone(todo.id) }
      todo.ending = nil
    }
  }

  mutating func markPending(_ ids: IDSet) throws(JournalError) {
    try change(ids) { todo throws(JournalError) in
      guard !todo.isPending else { throw .notEnded(todo.id) }
      todo.ending = nil
    }
  }

  mutating func setEnding(_ ids: IDSet, at time: WallTime) throws(JournalError) {
    try change(ids) { todo throws(JournalError) in
      guard let ending = todo.ending else { throw .notEnded(todo.id) }
      try todo.end(ending.kind, at: time)
    }
  }

  mutating func send(_ ids: IDSet, to day: Day) throws(JournalError) {
    try change(ids) { todo throws(JournalError) in
      if let ending = todo.ending, ending.time.day < day {
        throw .endsBeforeStart(todo.id, start: day, ending: ending.time.day)
      }
      todo.start = day
    }
  }

  /// Checks the fields that todos and the items of bundles share.
  func requireFields(_ title: String, _ category: Int?, _ url: String?) throws(JournalError) {
    try Self.requireText(title, or: .emptyTitle)
    try requireCategory(category)
    try Self.requireURL(url)
  }

  /// Requires a scheme and something behind it, and no character that would end the URL in a line of text.
  static func requireURL(_ url: String?) throws(JournalError) {
    guard let url else { return }
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isInOnePiece = url.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard isInOnePiece, parts.count == 2, !parts[1].isEmpty, isScheme(parts[0]) else { throw .notAURL(url) }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension Todo {
  /// Ends the todo, which must not be before it starts.
  fileprivate mutating func end(_ kind: Ending.Kind, at time: WallTime) throws(JournalError) {
    guard time.day >= start else { throw .endsBeforeStart(id, start: start, ending: time.day) }
    ending = Ending(time: time, kind: kind)
  }
}
