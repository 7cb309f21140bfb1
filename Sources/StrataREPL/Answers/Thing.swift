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
