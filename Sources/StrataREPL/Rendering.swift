import Workspace

/// Returns what a view shows of the workspace, as lines.
///
/// - Throws: `PatchError` when the document cannot be written as JSON.
func rendered(_ view: Command.View, of state: AppState) throws -> [String] {
  let (journal, document) = (state.document.journal, state.document)
  return switch view {
  case .page: renderedPage(of: state)
  case .future: renderedFuture(of: state)
  case .categories: rendered(journal.categories.map { ($0.id, "\(printable($0.name)) (\($0.color))") })
  case .bundles: rendered(journal.bundles.values.map { ($0.id, described($0)) })
  case .canvas: rendered(document.canvas.annotations.values.map { ($0.id, described($0)) })
  case .people: rendered(document.people.list.map { ($0.tag, described($0)) })
  case .markdown: lines(of: Journal.markdown(of: journal.allPages()))
  case .html: lines(of: Journal.html(of: journal.allPages()))
  case .json: [String(decoding: try document.json(), as: UTF8.self)]
  case .help(let name): help(about: name)
  case .history: []
  }
}

/// The page in view: its todos by category, and its notes.
private func renderedPage(of state: AppState) -> [String] {
  let journal = state.document.journal
  guard let day = journal.pageInView(state.session.page) else {
    return ["The journal has no pages yet. Try: start today"]
  }
  let page = journal.page(of: day).filtered(by: state.session.filter)
  let width = widest(page.todos.map(\.id) + page.notes.map(\.id))
  var lines = ["\(day)"]
  for group in page.groups {
    if page.groups.count > 1 || group.category != nil { lines.append("  \(printable(group.name))") }
    lines += group.todos.map { todo in "  \(padded(todo.id, width))  [\(mark(of: todo))] \(text(of: todo))" }
  }
  if page.groups.isEmpty { lines.append("  nothing to do") }
  lines += page.notes.map { "  \(padded($0.id, width))  \($0.time.timeOfDay) \(printable($0.text))" }
  return lines
}

private func renderedFuture(of state: AppState) -> [String] {
  let journal = state.document.journal
  guard let day = journal.pageInView(state.session.page) else { return ["nothing"] }
  return rendered(journal.futureLog(after: day).map { ($0.id, "\($0.start) \(text(of: $0))") })
}

private func mark(of todo: Todo) -> String {
  switch todo.ending?.kind {
  case nil: " "
  case .done: "x"
  case .abandoned: "-"
  }
}

private func text(of todo: Todo) -> String {
  printable(todo.title) + (todo.url.map { " <\(printable($0))>" } ?? "")
}

private func described(_ bundle: TodoBundle) -> String {
  let todos = bundle.todos.map { printable($0.title) }.joined(separator: ", ")
  return "\(printable(bundle.name))\(bundle.shouldMigrate ? " (migrating)" : ""): \(todos)"
}

private func described(_ annotation: Annotation) -> String {
  "(\(annotation.position.x), \(annotation.position.y)) \(annotation.color): \(printable(annotation.text))"
}

private func described(_ person: Person) -> String {
  var text = printable(person.name)
  if person.face.glasses { text += ", with glasses" }
  if !person.likes.isEmpty { text += ", likes \(person.likes.map(printable).joined(separator: ", "))" }
  if !person.dislikes.isEmpty {
    text += ", does not like \(person.dislikes.map(printable).joined(separator: ", "))"
  }
  return text
}

/// Numbers in a column, and what they stand for.
private func rendered(_ rows: [(id: Int, text: String)]) -> [String] {
  let width = widest(rows.map(\.id))
  return rows.isEmpty ? ["nothing"] : rows.map { "  \(padded($0.id, width))  \($0.text)" }
}

private func widest(_ ids: [Int]) -> Int { ids.map { String($0).count }.max() ?? 0 }

private func padded(_ id: Int, _ width: Int) -> String {
  let id = String(id)
  return String(repeating: " ", count: max(0, width - id.count)) + id
}

private func lines(of text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// All commands with what they do, or those whose name begins with a text.
private func help(about name: String?) -> [String] {
  let verbs = Verb.all.filter { name == nil || $0.name.hasPrefix(name ?? "") }
  let width = 42
  let lines = verbs.flatMap { verb in
    let room = width - verb.example.count
    return room >= 0
      ? ["  \(verb.example)\(String(repeating: " ", count: room))  \(verb.summary)"]
      : ["  \(verb.example)", "  \(String(repeating: " ", count: width))  \(verb.summary)"]
  }
  return lines.isEmpty ? ["There is no such command. Try: help"] : lines
}
