import Workspace

extension Verb {
  static let pages = [
    Verb("start", "today", "start today's page; what does not migrate is abandoned", "start today") {
      arguments throws(Misunderstood) in
      _ = try arguments.word(of: "today")
      return .send(.journal(.startPage(arguments.context.now.day)))
    },
    Verb("list", "", "show the page in view") { _ in .show(.page) },
    Verb("page", "[DAY]", "look at the page of a day, or at the newest one", "page 2026-11-20", "page") {
      arguments throws(Misunderstood) in
      .send(.session(.show(arguments.isEmpty ? nil : try arguments.day())))
    },
    Verb("future", "", "show what is planned for later days") { _ in .show(.future) },
    Verb(
      "search",
      "WORD… [--pending] [--all]",
      "look for words in the todos and notes of all days, the newest first",
      "search milk",
      "search oat milk --pending",
      "search milk --all"
    ) { arguments throws(Misunderstood) in
      let (isPending, isAll) = (arguments.flag("--pending"), arguments.flag("--all"))
      let word = try arguments.peek(.sought)
      let words = try arguments.texts(.sought).joined(separator: " ")
      if words.allSatisfy(\.isWhitespace) { throw Misunderstood(.wrong(word.text, .sought), word) }
      return .show(.search(words, pending: isPending, all: isAll))
    },
  ]

  static let todos = [
    Verb(
      "add",
      "TITLE [--category CATEGORY] [--on DAY] [--url URL] [--no-migrate]",
      "write a todo on the page in view, or for another day",
      "add Write the report --category Work --on tomorrow --url https://example.org --no-migrate",
      "add Buy milk",
      read: readNewTodo
    ),
    aboutTodos("done", "", "complete todos", "done 1 3-5") { .complete($0, at: $1.context.now) },
    aboutTodos("undone", "", "say that todos are not done after all", "undone 1") { ids, _ in .uncomplete(ids)
    },
    aboutTodos("abandon", "", "give todos up", "abandon 1") { .abandon($0, at: $1.context.now) },
    aboutTodos("pending", "", "put ended todos back on the list", "pending 1") { ids, _ in .markPending(ids)
    },
    aboutTodos("delete", "", "delete todos", "delete 1-3") { ids, _ in .delete(ids) },
    aboutTodos("rename", "TITLE", "give todos another title", "rename 1 Write more", leaving: .max) {
      ids,
      arguments throws(Misunderstood) in .rename(ids, try arguments.endingText(.title))
    },
    aboutTodos("move", "DAY", "send todos to another day", "move 1 4 tomorrow", "move 2 2026-12-24") {
      ids,
      arguments throws(Misunderstood) in .send(ids, to: try arguments.day())
    },
    aboutTodos(
      "file",
      "CATEGORY",
      "list todos under a category, or under none",
      "file 1 4 Work",
      "file 1 none",
      leaving: 1
    ) { ids, arguments throws(Misunderstood) in
      .setCategory(ids, arguments.takes("none") ? nil : try arguments.category())
    },
    aboutTodos(
      "link",
      "URL",
      "give todos a link, or none",
      "link 1 https://example.org",
      "link 1 none",
      leaving: 1
    ) { ids, arguments throws(Misunderstood) in
      let url = try arguments.text(.url)
      return .setURL(ids, url == "none" ? nil : url)
    },
    aboutTodos("ended", "TIME", "say when todos ended", "ended 1 2026-11-20T18:30") {
      ids,
      arguments throws(Misunderstood) in .setEnding(ids, at: try arguments.time())
    },
  ]

  /// A command about some todos.
  ///
  /// - Parameters:
  ///   - rest: What stands behind their numbers.
  ///   - count: As of ``Arguments/ids(of:leaving:)``.
  private static func aboutTodos(
    _ name: String,
    _ rest: String,
    _ summary: String,
    _ examples: String...,
    leaving count: Int = 0,
    action: @escaping @Sendable (IDSet, inout Arguments) throws(Misunderstood) -> Journal.Action
  ) -> Verb {
    Verb(name, rest.isEmpty ? "IDS" : "IDS \(rest)", summary, examples) { arguments throws(Misunderstood) in
      let ids = try arguments.ids(of: .todo, leaving: count)
      return .send(.journal(try action(ids, &arguments)))
    }
  }

  @Sendable
  private static func readNewTodo(_ arguments: inout Arguments) throws(Misunderstood) -> Command {
    let category = try arguments.option("--category") { value throws(Misunderstood) in try value.category() }
    let day = try arguments.option("--on") { value throws(Misunderstood) in try value.day() }
    let url = try arguments.option("--url") { value throws(Misunderstood) in try value.text(.url) }
    let shouldMigrate = !arguments.flag("--no-migrate")
    var todo = NewTodo(try arguments.endingText(.title), url: url, shouldMigrate: shouldMigrate)
    (todo.category, todo.start) = (category, day)
    return .send(.journal(.add([todo])))
  }
}
