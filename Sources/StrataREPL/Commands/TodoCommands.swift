import Strata
import Workspace

extension WorkspaceSession {
  static let pageCommands: [Command<WorkspaceSession>] = [
    Command("start", "today", "start today's page; todos that do not migrate are abandoned", "start today") {
      arguments in
      try arguments.require("today")
      return { session in
        _ = try session.send(.startPage(session.now().day))
        return session.pageAnswer()
      }
    },
    Command("list", "", "show the page in view") { _ in { $0.pageAnswer() } },
    Command("page", "[DAY]", "look at the page of a day, or at the newest", "page 2026-11-20", "page") {
      arguments in
      let day = try arguments.isEmpty ? nil : arguments.day()
      return { try $0.look(.show(day)) }
    },
    Command("future", "", "show the todos of later days") { _ in
      { session in
        let todos = session.context.page.map { session.context.journal.futureLog(after: $0.day) } ?? []
        return .list("future", todos) { "\($0.start) \($0.line($1).dropFirst("[ ] ".count))" }
      }
    },
    Command(
      "search",
      "WORDS… [--pending] [--all]",
      "find todos and notes of all days, the newest first",
      "search milk",
      "search oat milk --pending"
    ) { arguments in
      let (isPending, isAll) = (arguments.flag("--pending"), arguments.flag("--all"))
      let words = try arguments.ending(.words)
      return { $0.search(words, pending: isPending, all: isAll) }
    },
  ]

  static let todoCommands: [Command<WorkspaceSession>] = [
    Command(
      "add",
      "TITLE… [--category CATEGORY] [--on DAY] [--url URL] [--no-migrate]",
      "write a todo on the page in view, or for another day",
      "add Buy milk",
      "add Write the report --category Work --on tomorrow"
    ) { arguments in
      let category = try arguments.option("--category") { try $0.category() }
      let day = try arguments.option("--on") { try $0.day() }
      let url = try arguments.option("--url") { try $0.text(.url) }
      let shouldMigrate = !arguments.flag("--no-migrate")
      var todo = NewTodo(try arguments.ending(.title), url: url, shouldMigrate: shouldMigrate)
      (todo.category, todo.start) = (category, day)
      return { [todo] in try $0.send(.add([todo])) }
    },
    todos("done", "complete todos", "done 1 3-5") { .complete($0, at: $1.now()) },
    todos("undone", "put todos that are done or abandoned back on the list", "undone 1") { ids, _ in
      .markPending(ids)
    },
    todos("abandon", "give todos up", "abandon 1") { .abandon($0, at: $1.now()) },
    Command("rename", "IDS TITLE…", "give todos another title", "rename 1 Buy oat milk") { arguments in
      let (ids, title) = (try arguments.ids(isBeforeText: true), try arguments.ending(.title))
      return { try $0.send(.rename(ids, title)) }
    },
    Command("move", "IDS DAY", "move todos to another day", "move 1 4 tomorrow", "move 2 2026-12-24") {
      arguments in
      let (ids, day) = (try arguments.ids(), try arguments.day())
      return { try $0.send(.send(ids, to: day)) }
    },
    todos("delete", "delete todos", "delete 1-3") { ids, _ in .delete(ids) },
  ]

  private static func todos(
    _ name: String,
    _ summary: String,
    _ example: String,
    _ action: @escaping @Sendable (IDSet, WorkspaceSession) -> Journal.Action
  ) -> Command<WorkspaceSession> {
    Command(name, "IDS", summary, example) { arguments in
      let ids = try arguments.ids()
      return { try $0.send(action(ids, $0)) }
    }
  }

  /// The page in view.
  func pageAnswer() -> Answer {
    let page = context.page?.filtered(by: state.session.filter)
    return Answer({ .record(["page": try page?.plain() ?? .null]) }) { style in
      Rows(page?.lines(style) ?? ["The journal has no pages yet. Try: start today"])
    }
  }

  private func search(_ words: String, pending: Bool, all: Bool) -> Answer {
    let most = all ? Int.max : 50
    let found = SearchWords(words).map { context.journal.search(for: $0, pending: pending, most: most) }
    let (things, count) = (found?.newest ?? SearchResults(), found?.count ?? 0)
    return Answer({
      let values = try things.map { found in
        PlainValue.record([
          "day": .text("\(found.day)"), "kind": .text(found.thing.kind), "value": try found.thing.plain(),
        ])
      }
      return .record([
        "search": .record(["count": PlainValue(count: count), "things": .list(values)])
      ])
    }) { style in
      if count == 0 { return Rows(["Nothing has all of these words."]) }
      let width = String(things.largestID ?? 0).count
      let rest = count - things.count
      return Rows(count: things.count + (rest > 0 ? 1 : 0)) { range in
        let lines = things[range.clamped(to: things.indices)].map { found in
          let (id, day) = (style.faint(padded("\(found.thing.id)", width)), style.faint("\(found.day)"))
          return "  \(id)  \(day)  \(found.thing.line(style))"
        }
        let option = pending ? " --pending" : ""
        let more = "  … and \(grouped(rest)) older. See: search \(words)\(option) --all"
        return range.upperBound > things.count ? lines + [more] : lines
      }
    }
  }
}

extension Found {
  fileprivate var thing: any Thing {
    switch self {
    case .todo(let todo): todo
    case .note(let note): note
    }
  }
}

extension JournalPage {
  /// The todos by category, and the notes.
  fileprivate func lines(_ style: Style) -> [String] {
    let width = String((todos.map(\.id) + notes.map(\.id)).max() ?? 0).count
    func row(_ thing: any Thing) -> String {
      "  \(style.faint(padded("\(thing.id)", width)))  \(thing.line(style))"
    }
    var lines = [style.strong("\(day)")]
    for group in groups {
      if groups.count > 1 || group.category != nil {
        let name = printable(group.name)
        lines.append("  " + (group.category.map { style.tinted(name, $0.color) } ?? name))
      }
      lines += group.todos.map(row)
    }
    if groups.isEmpty { lines.append("  nothing to do") }
    return lines + notes.map(row)
  }

  fileprivate func plain() throws -> PlainValue {
    let groups = try groups.map { group in
      PlainValue.record([
        "category": group.category.map { .text($0.name) } ?? .null, "todos": try Answer.list(group.todos),
      ])
    }
    return .record([
      "day": .text("\(day)"), "groups": .list(groups), "notes": try Answer.list(notes),
    ])
  }
}
