import Workspace

extension Thing {
  /// The thing on one line, without its number.
  func text(_ style: Style, inFuture: Bool = false) -> String {
    switch self {
    case .todo(let todo): inFuture ? "\(todo.start) \(todo.words)" : "[\(todo.mark)] \(todo.faded(style))"
    case .note(let note): "\(note.time.timeOfDay) \(note.words)"
    case .category(let category):
      "\(style.tinted(printable(category.name), category.color)) (\(category.color))"
    case .bundle(let bundle): bundle.words
    case .annotation(let annotation): annotation.words
    case .person(let person): person.words
    }
  }
}

extension Todo {
  fileprivate var mark: String {
    switch ending?.kind {
    case nil: " "
    case .done: "x"
    case .abandoned: "-"
    }
  }

  fileprivate var words: String {
    printable(title) + (url.map { " <\(printable($0))>" } ?? "")
  }

  fileprivate func faded(_ style: Style) -> String { isPending ? words : style.faint(words) }
}

extension Note {
  fileprivate var words: String { text.lines.map { printable(String($0)) }.joined(separator: " ⏎ ") }
}

extension TodoBundle {
  fileprivate var words: String {
    let todos = todos.map { printable($0.title) }.joined(separator: ", ")
    let manners = (shouldMigrate ? ["migrating"] : []) + (rhythm.map { ["\($0)"] } ?? [])
    let manner = manners.isEmpty ? "" : " (\(manners.joined(separator: ", ")))"
    return "\(printable(name))\(manner): \(todos)"
  }
}

extension Annotation {
  fileprivate var words: String { "(\(position.x), \(position.y)) \(color): \(printable(text))" }
}

extension Person {
  fileprivate var words: String {
    var text = printable(name)
    if face.glasses { text += ", with glasses" }
    if !likes.isEmpty { text += ", likes \(likes.map(printable).joined(separator: ", "))" }
    if !dislikes.isEmpty { text += ", does not like \(dislikes.map(printable).joined(separator: ", "))" }
    return text
  }
}
