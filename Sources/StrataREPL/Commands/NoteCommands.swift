import Strata
import Workspace

extension WorkspaceSession {
  static let noteCommands: [Command<WorkspaceSession>] = [
    Command("note add", "TEXT…", "write a note on the page in view", "note add It rains") { arguments in
      let text = try arguments.ending(.text)
      return { try $0.send(.note(.add(text, at: $0.now()))) }
    },
    Command("note show", "ID", "show a note with the numbers of its lines", "note show 7") { arguments in
      let id = try arguments.id()
      return { session in
        guard let note = session.context.journal.notes[id] else { throw JournalError.noNote(id) }
        return Answer({ .record(["note": try note.plain()]) }) { style in
          Rows(style.columns(zip(1..., note.text.lines).map { ($0, printable(String($1))) }))
        }
      }
    },
    Command(
      "note edit",
      "ID TEXT… [--line LINE] [--append] | ID --remove LINE",
      "rewrite a note or one of its lines, append a line, or remove one",
      "note edit 7 It pours",
      "note edit 7 --append Then the sun came out",
      "note edit 7 --line 2 Then it snowed",
      "note edit 7 --remove 2"
    ) { arguments in
      let line = try arguments.option("--line") { try $0.number(.line) }
      let removed = try arguments.option("--remove") { try $0.number(.line) }
      let isAppended = arguments.flag("--append")
      let id = try arguments.id()
      if let removed { return { try $0.send(.note(.removeLine(id: id, removed))) } }
      let text = try arguments.ending(.text)
      if isAppended { return { try $0.send(.note(.append(id: id, text))) } }
      return { try $0.send(.note(line.map { .editLine(id: id, $0, text) } ?? .edit(id: id, text))) }
    },
    Command("note delete", "IDS", "delete notes", "note delete 7") { arguments in
      let ids = try arguments.ids()
      return { try $0.send(.note(.delete(ids))) }
    },
  ]

  static let categoryCommands: [Command<WorkspaceSession>] = [
    Command("category list", "", "show the categories in their order") { _ in
      { .list("categories", $0.context.journal.categories) }
    },
    Command("category add", "NAME COLOR", "add a category", "category add Work blue") { arguments in
      let (name, color) = (try arguments.text(.name), try arguments.color())
      return { try $0.send(.category(.add(name: name, color: color))) }
    },
    Command(
      "category set",
      "IDS CATEGORY|none",
      "list todos under a category, or under none",
      "category set 1 4 Work"
    ) {
      arguments in
      let ids = try arguments.ids()
      let category = arguments.takes("none") ? nil : try arguments.category()
      return { try $0.send(.setCategory(ids, category)) }
    },
    Command("category rename", "CATEGORY NAME…", "rename a category", "category rename Work Job") {
      arguments in
      let (id, name) = (try arguments.category(), try arguments.ending(.name))
      return { try $0.send(.category(.rename(id: id, name))) }
    },
    Command("category delete", "CATEGORY", "delete a category; its todos stay", "category delete Work") {
      arguments in
      let id = try arguments.category()
      return { try $0.send(.category(.delete(id: id))) }
    },
  ]

  static let bundleCommands: [Command<WorkspaceSession>] = [
    Command("bundle list", "", "show the bundles") { _ in
      { .list("bundles", $0.context.journal.bundles.values) }
    },
    Command(
      "bundle create",
      "NAME TITLE… [--migrate]",
      "make a bundle of todos",
      "bundle create Daily Stretch \"Read a page\""
    ) { arguments in
      let shouldMigrate = arguments.flag("--migrate")
      let (name, titles) = (try arguments.text(.name), try arguments.texts(.title))
      let todos = titles.map { TodoBundle.Item($0) }
      let content = TodoBundle.Content(name: name, todos: todos, shouldMigrate: shouldMigrate)
      return { try $0.send(.bundle(.create(content))) }
    },
    Command("bundle apply", "BUNDLE", "write a bundle's todos on the newest page", "bundle apply Daily") {
      arguments in
      let id = try arguments.bundle()
      return { try $0.send(.bundle(.apply(id: id))) }
    },
    Command("bundle delete", "BUNDLE", "delete a bundle", "bundle delete Daily") { arguments in
      let id = try arguments.bundle()
      return { try $0.send(.bundle(.delete([id]))) }
    },
  ]
}
