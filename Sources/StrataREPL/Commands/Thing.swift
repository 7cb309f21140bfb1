import Strata
import Workspace

/// A thing with an id that a list shows on a line of its own.
protocol Thing: DescribedValue {
  static var kind: String { get }
  var id: Int { get }
  /// The title, name or text.
  var name: String { get }
  /// The thing on one line, without its id.
  func line(_ style: Style) -> String
}

extension Thing {
  var kind: String { Self.kind }

  /// The name; the beginning of a long one.
  var shortName: String {
    // A text of few bytes has no more letters.
    name.utf8.count > 40 && name.count > 40 ? name.prefix(39) + "…" : name
  }

  /// The thing for a program.
  func plain() throws -> PlainValue { try PlainValue(of: self) }
}

extension Todo: Thing {
  static let kind = "todo"
  var name: String { title }

  func line(_ style: Style) -> String {
    let words = printable(title) + (url.map { " <\(printable($0))>" } ?? "")
    return isPending ? "[ ] \(words)" : "[\(isDone ? "x" : "-")] \(style.faint(words))"
  }
}

extension Note: Thing {
  static let kind = "note"
  var name: String { text.lines.first.map { String($0) } ?? "" }

  func line(_ style: Style) -> String {
    "\(time.timeOfDay) " + text.lines.map { printable(String($0)) }.joined(separator: " ⏎ ")
  }
}

extension TodoCategory: Thing {
  static let kind = "category"

  func line(_ style: Style) -> String { "\(style.tinted(printable(name), color)) (\(color))" }
}

extension TodoBundle: Thing {
  static let kind = "bundle"

  func line(_ style: Style) -> String {
    printable(name) + (shouldMigrate ? " (migrating): " : ": ")
      + todos.map { printable($0.title) }.joined(separator: ", ")
  }
}

extension Annotation: Thing {
  static let kind = "annotation"
  var name: String { text }

  func line(_ style: Style) -> String { "(\(position.x), \(position.y)) \(color): \(printable(text))" }
}

extension Person: Thing {
  static let kind = "person"

  func line(_ style: Style) -> String {
    let (likes, dislikes) = (likes.map(printable), dislikes.map(printable))
    return printable(name) + (face.glasses ? ", with glasses" : "")
      + (likes.isEmpty ? "" : ", likes " + likes.joined(separator: ", "))
      + (dislikes.isEmpty ? "" : ", does not like " + dislikes.joined(separator: ", "))
  }
}

extension Document {
  /// The thing of a kind and an id.
  func thing(_ kind: String, _ id: Int) -> (any Thing)? {
    switch kind {
    case Todo.kind: journal.todos[id]
    case Note.kind: journal.notes[id]
    case TodoCategory.kind: journal.category(id)
    case TodoBundle.kind: journal.bundles[id]
    case Annotation.kind: canvas.annotations[id]
    case Person.kind: people[id]
    default: nil
    }
  }
}

extension Answer {
  /// A list of things.
  static func list<Value: Thing>(
    _ name: String,
    _ things: some Sequence<Value>,
    _ line: @escaping (Value, Style) -> String = { $0.line($1) }
  ) -> Answer {
    let things = Array(things)
    return Answer({ .record([name: try list(things)]) }) { style in
      Rows(things.isEmpty ? ["nothing"] : style.columns(things.map { ($0.id, line($0, style)) }))
    }
  }

  /// Things for a program.
  static func list(_ things: some Sequence<any Thing>) throws -> PlainValue {
    .list(try things.map { try $0.plain() })
  }
}

extension PlainValue {
  init(count: Int) { self = .integer(Int64(count)) }
}

extension Moment {
  /// The moment for a program.
  ///
  /// - Parameter bytes: The size of its step, if it is known.
  func plain(bytes: Int? = nil) -> PlainRecord {
    var plain: PlainRecord = [
      "author": .text(author.rawValue), "id": PlainValue(count: id.number), "label": .text(label),
      "nanosecondsSince1970": .integer(time.nanosecondsSince1970),
      "parent": parent.map { PlainValue(count: $0.number) } ?? .null,
    ]
    plain["bytes"] = bytes.map { PlainValue(count: $0) }
    plain["checkpoint"] = checkpoint.map { .text($0) }
    if origin == .external { plain["isExternal"] = .bool(true) }
    plain["merges"] = merges.map { PlainValue(count: $0.number) }
    plain["note"] = note
    if !switches.isEmpty { plain["switches"] = .list(switches.map(\.plain)) }
    return plain
  }
}
