import Workspace

extension Verb {
  static let todos = [
    Verb("start", "start today", "start today's page; what does not migrate is abandoned") { arguments in
      arguments.word() == "today" ? .send(.journal(.startPage(arguments.context.now.day))) : nil
    },
    Verb("page", "page 2026-11-20", "look at the page of a day, or at the newest one") { arguments in
      if arguments.isEmpty || arguments.flag("newest") { return .send(.session(.show(nil))) }
      return arguments.day().map { .send(.session(.show($0))) }
    },
    Verb(
      "add",
      "add \"Write the report\" --category Work --on tomorrow --url https://example.org --no-migrate",
      "write a todo on the page in view, or for another day",
      readNewTodo
    ),
    aboutTodos("done", "done 1 3-5", "complete todos") { ids, now in .complete(ids, at: now) },
    aboutTodos("undone", "undone 1", "say that todos are not done after all") { ids, _ in .uncomplete(ids) },
    aboutTodos("abandon", "abandon 1", "give todos up") { ids, now in .abandon(ids, at: now) },
    aboutTodos("pending", "pending 1", "put ended todos back on the list") { ids, _ in .markPending(ids) },
    aboutTodos("delete", "delete 1-3", "delete todos") { ids, _ in .delete(ids) },
    Verb("rename", "rename 1 \"Write more\"", "give todos another title") { arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let title = arguments.word() else { return nil }
      return .send(.journal(.rename(ids, title)))
    },
    Verb("move", "move 1 4 tomorrow", "send todos to another day") { arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let day = arguments.day() else { return nil }
      return .send(.journal(.send(ids, to: day)))
    },
    Verb("file", "file 1 4 Work", "list todos under a category, or under none") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids() else { return nil }
      if arguments.flag("none") { return .send(.journal(.setCategory(ids, nil))) }
      return try arguments.category().map { .send(.journal(.setCategory(ids, $0))) }
    },
    Verb("link", "link 1 https://example.org", "give todos a link, or none") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let url = arguments.word() else { return nil }
      return .send(.journal(.setURL(ids, url == "none" ? nil : url)))
    },
    Verb("ended", "ended 1 2026-11-20T18:30", "say when todos ended") { arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let time = arguments.time() else { return nil }
      return .send(.journal(.setEnding(ids, at: time)))
    },
  ]

  private static func aboutTodos(
    _ name: String,
    _ example: String,
    _ summary: String,
    _ action: @escaping @Sendable (IDSet, WallTime) -> Journal.Action
  ) -> Verb {
    Verb(name, example, summary) { arguments throws(Misunderstood) in
      let now = arguments.context.now
      return try arguments.ids().map { .send(.journal(action($0, now))) }
    }
  }

  @Sendable
  private static func readNewTodo(_ arguments: inout Arguments) throws(Misunderstood) -> Command? {
    let category = arguments.option("--category")
    let (date, url) = (arguments.option("--on"), arguments.option("--url"))
    let shouldMigrate = !arguments.flag("--no-migrate")
    guard let title = arguments.word() else { return nil }
    var todo = NewTodo(title, url: url, shouldMigrate: shouldMigrate)
    if let category {
      guard let id = arguments.context.category(category) else { throw .noCategory(category) }
      todo.category = id
    }
    if let date {
      guard let day = arguments.context.day(date) else { return nil }
      todo.start = day
    }
    return .send(.journal(.add([todo])))
  }
}
