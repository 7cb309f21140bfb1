import Workspace

extension Verb {
  static let pages = [
    Verb("start", "today", "start today's page; what does not migrate is abandoned", "start today") {
      arguments in
      arguments.word("today") ? .send(.journal(.startPage(arguments.context.now.day))) : nil
    },
    Verb("list", "", "show the page in view") { _ in .show(.page) },
    Verb("page", "[DAY]", "look at the page of a day, or at the newest one", "page 2026-11-20", "page") {
      arguments in
      if arguments.isEmpty || arguments.flag("newest") { return .send(.session(.show(nil))) }
      return arguments.day().map { .send(.session(.show($0))) }
    },
    Verb("future", "", "show what is planned for later days") { _ in .show(.future) },
  ]

  static let todos = [
    Verb(
      "add",
      "TITLE [--category CATEGORY] [--on DAY] [--url URL] [--no-migrate]",
      "write a todo on the page in view, or for another day",
      "add \"Write the report\" --category Work --on tomorrow --url https://example.org --no-migrate",
      "add Milk",
      read: readNewTodo
    ),
    aboutTodos("done", "complete todos", "done 1 3-5") { ids, now in .complete(ids, at: now) },
    aboutTodos("undone", "say that todos are not done after all", "undone 1") { ids, _ in .uncomplete(ids) },
    aboutTodos("abandon", "give todos up", "abandon 1") { ids, now in .abandon(ids, at: now) },
    aboutTodos("pending", "put ended todos back on the list", "pending 1") { ids, _ in .markPending(ids) },
    aboutTodos("delete", "delete todos", "delete 1-3") { ids, _ in .delete(ids) },
    Verb("rename", "IDS TITLE", "give todos another title", "rename 1 \"Write more\"") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(leaving: 1), let title = arguments.word() else { return nil }
      return .send(.journal(.rename(ids, title)))
    },
    Verb("move", "IDS DAY", "send todos to another day", "move 1 4 tomorrow", "move 2 2026-12-24") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let day = arguments.day() else { return nil }
      return .send(.journal(.send(ids, to: day)))
    },
    Verb("file", "IDS CATEGORY", "list todos under a category, or under none", "file 1 4 Work", "file 1 none")
    {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(leaving: 1) else { return nil }
      if arguments.flag("none") { return .send(.journal(.setCategory(ids, nil))) }
      return try arguments.category().map { .send(.journal(.setCategory(ids, $0))) }
    },
    Verb("link", "IDS URL", "give todos a link, or none", "link 1 https://example.org", "link 1 none") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(leaving: 1), let url = arguments.word() else { return nil }
      return .send(.journal(.setURL(ids, url == "none" ? nil : url)))
    },
    Verb("ended", "IDS TIME", "say when todos ended", "ended 1 2026-11-20T18:30") {
      arguments throws(Misunderstood) in
      guard let ids = try arguments.ids(), let time = arguments.time() else { return nil }
      return .send(.journal(.setEnding(ids, at: time)))
    },
  ]

  private static func aboutTodos(
    _ name: String,
    _ summary: String,
    _ example: String,
    _ action: @escaping @Sendable (IDSet, WallTime) -> Journal.Action
  ) -> Verb {
    Verb(name, "IDS", summary, example) { arguments throws(Misunderstood) in
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
