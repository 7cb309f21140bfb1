import PersistentCollections
import Strata
import Workspace

/// Which thing of a document a path leads into, and to which of its fields.
struct ThingPlace {
  let kind: String
  let id: Int
  /// The thing as the document has it.
  let thing: Thing?
  /// The way on from there; nothing where it is the thing as a whole.
  let rest: ArraySlice<PathComponent>

  /// - Parameter value: What stands at the end of the path where that is not in the document, as what goes.
  init?(_ path: [PathComponent], in document: Document?, or value: PlainValue? = nil) {
    var path = path[...]
    if path.first == .field("document") { path.removeFirst() }
    guard path.count > 2, case .field(let list) = path[path.startIndex + 1] else { return nil }
    let step = path[path.startIndex + 2]
    rest = path.dropFirst(3)
    let journal = document?.journal
    switch (list, step) {
    case ("todos", .key(let key)):
      (kind, thing) = ("todo", key.id.flatMap { journal?.todos[$0] }.map(Thing.todo))
    case ("notes", .key(let key)):
      (kind, thing) = ("note", key.id.flatMap { journal?.notes[$0] }.map(Thing.note))
    case ("bundles", .key(let key)):
      (kind, thing) = ("bundle", key.id.flatMap { journal?.bundles[$0] }.map(Thing.bundle))
    case ("annotations", .key(let key)):
      (kind, thing) = (
        "annotation", key.id.flatMap { document?.canvas.annotations[$0] }.map(Thing.annotation)
      )
    case ("categories", .position(let position)):
      let categories = journal?.categories
      (kind, thing) = ("category", categories.flatMap { $0.element(at: position) }.map(Thing.category))
    case ("list", .position(let position)):
      (kind, thing) = ("person", document.flatMap { $0.people.list.element(at: position) }.map(Thing.person))
    default: return nil
    }
    // Where nothing leads on, the value is the thing, wherever it stands now.
    let written = rest.isEmpty ? value.flatMap { ($0["id"] ?? $0["tag"])?.id } : nil
    let key: Int? = if case .key(let key) = step { key.id } else { nil }
    guard let id = written ?? key ?? thing?.id else { return nil }
    self.id = id
  }

  /// What leads to the field, as words: `position x`.
  var field: String {
    rest.enumerated().compactMap { place, step in
      switch step {
      // Of what has only one thing of its kind.
      case .field("face"): nil
      case .field(let name): ValueWords.separated(name)
      case .key: step.description
      // Which one it is of several says what comes or goes.
      case .position(let position): place == rest.count - 1 ? nil : "\(position + 1)"
      }
    }.joined(separator: " ")
  }

  /// What the field's values are called.
  var fieldName: String {
    for case .field(let name) in rest.reversed() { return name }
    return ""
  }

  /// Whether the field says what the thing is called.
  var isName: Bool { rest.count == 1 && ["title", "name", "text"].contains(fieldName) }

  /// The place in a sentence: `the ending of todo 3 "Milk"`.
  static func words(_ path: [PathComponent], in document: Document?) -> String {
    guard let place = ThingPlace(path, in: document) else {
      return path.map(\.description).joined(separator: " / ")
    }
    let name = place.isName ? nil : place.thing?.name
    let thing = "\(place.kind) \(place.id)" + (name.map { " \"\($0)\"" } ?? "")
    return place.rest.isEmpty ? thing : "the \(place.field) of \(thing)"
  }
}

extension PlainValue {
  /// The number that it is, or says in letters.
  fileprivate var id: Int? {
    switch self {
    case .integer(let id): Int(id)
    case .text(let text): Int(text)
    default: nil
    }
  }
}

extension PersistentArray {
  fileprivate func element(at position: Int) -> Element? { indices.contains(position) ? self[position] : nil }
}
