import Strata
import Workspace

/// Something with a number that a list shows on a line of its own.
enum Thing: Equatable {
  case todo(Todo), note(Note), category(TodoCategory), bundle(TodoBundle), annotation(Annotation), person(
    Person
  )

  var id: Int {
    switch self {
    case .todo(let todo): todo.id
    case .note(let note): note.id
    case .category(let category): category.id
    case .bundle(let bundle): bundle.id
    case .annotation(let annotation): annotation.id
    case .person(let person): person.tag
    }
  }

  var kind: String {
    switch self {
    case .todo: "todo"
    case .note: "note"
    case .category: "category"
    case .bundle: "bundle"
    case .annotation: "annotation"
    case .person: "person"
    }
  }

  /// The field that says what a person calls it.
  var nameField: String {
    switch self {
    case .todo: "title"
    case .note, .annotation: "text"
    case .category, .bundle, .person: "name"
    }
  }

  /// What a person calls it: the beginning of that, where it is long.
  var name: String {
    let whole =
      switch self {
      case .todo(let todo): todo.title
      case .note(let note): note.text.lines.first.map { String($0) } ?? ""
      case .category(let category): category.name
      case .bundle(let bundle): bundle.name
      case .annotation(let annotation): annotation.text
      case .person(let person): person.name
      }
    // What has few bytes has no more letters.
    return whole.utf8.count > 40 && whole.count > 40 ? whole.prefix(39) + "…" : whole
  }

  /// What it is, without the types.
  func plain() throws(PatchError) -> PlainValue {
    switch self {
    case .todo(let todo): try PlainValue(of: todo)
    case .note(let note): try PlainValue(of: note)
    case .category(let category): try PlainValue(of: category)
    case .bundle(let bundle): try PlainValue(of: bundle)
    case .annotation(let annotation): try PlainValue(of: annotation)
    case .person(let person): try PlainValue(of: person)
    }
  }
}
