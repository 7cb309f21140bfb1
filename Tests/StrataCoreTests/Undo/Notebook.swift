import PersistentCollections

@testable import StrataCore

/// A state with a place of every kind that steps change: texts, lists, rows, entries, members, and values in values.
struct Notebook: Described, Equatable {
  var text: PersistentText = ""
  var numbers: [Int] = []
  var rows: [Row] = []
  var map: PersistentMap<Int, Row> = [:]
  var tags: PersistentSet<Int> = []
  var note: Note?
  var shelves: PersistentMap<Int, Shelf> = [:]

  static func describe(_ field: inout Fields<Notebook>) {
    field("text", \.text)
    field("numbers", \.numbers)
    field("rows", \.rows)
    field("map", \.map)
    field("tags", \.tags)
    field("note", \.note)
    field("shelves", \.shelves)
  }

  struct Row: Identifiable, Described, Equatable {
    var id = 0
    var title = ""
    var body: PersistentText = ""

    static func describe(_ field: inout Fields<Row>) {
      field("id", \.id)
      field("title", \.title)
      field("body", \.body)
    }
  }

  struct Note: Described, Equatable {
    var title = ""
    var body: PersistentText = ""

    static func describe(_ field: inout Fields<Note>) {
      field("title", \.title)
      field("body", \.body)
    }
  }

  struct Shelf: Described, Equatable {
    var rows: [Row] = []

    static func describe(_ field: inout Fields<Shelf>) { field("rows", \.rows) }
  }
}

extension Notebook {
  /// An edit of one place, as an author sees it: positions are those in the value before.
  enum Edit {
    /// Letters at a position take the place of others.
    case type(TextPlace, at: Int, removing: Int, String)
    case number(at: Int, removing: Int, [Int])
    case set(at: Int, Int)
    case insertRow(ListPlace, at: Int, Row)
    case removeRow(ListPlace, at: Int)
    case moveRow(ListPlace, from: Int, to: Int)
    case title(RowPlace, String)
    case insertEntry(Row)
    case removeEntry(Int)
    case tag(Int)
    case note(Note?)

    /// The field of the notebook that it changes.
    var field: String {
      switch self {
      case .type(.text, _, _, _): "text"
      case .type(.note, _, _, _), .note: "note"
      case .type(.row(let row), _, _, _), .title(let row, _): row.field
      case .number, .set: "numbers"
      case .insertRow(let list, _, _), .removeRow(let list, _), .moveRow(let list, _, _): list.field
      case .insertEntry, .removeEntry: "map"
      case .tag: "tags"
      }
    }
  }

  enum TextPlace { case text, note, row(RowPlace) }

  enum RowPlace {
    case entry(Int)
    case row(ListPlace, Int)

    var field: String { if case .row(let list, _) = self { list.field } else { "map" } }
  }

  enum ListPlace {
    case rows
    case shelf(Int)

    var field: String { if case .rows = self { "rows" } else { "shelves" } }
  }

  subscript(list: ListPlace) -> [Row] {
    get {
      switch list {
      case .rows: rows
      case .shelf(let key): shelves[key]?.rows ?? []
      }
    }
    set {
      switch list {
      case .rows: rows = newValue
      case .shelf(let key): shelves[key]?.rows = newValue
      }
    }
  }

  subscript(row: RowPlace) -> Row? {
    get {
      switch row {
      case .entry(let key): map[key]
      case .row(let list, let index): self[list][index]
      }
    }
    set {
      switch row {
      case .entry(let key): map[key] = newValue
      case .row(let list, let index): self[list][index] = newValue ?? Row()
      }
    }
  }

  subscript(text: TextPlace) -> PersistentText {
    get {
      switch text {
      case .text: self.text
      case .note: note?.body ?? ""
      case .row(let row): self[row]?.body ?? ""
      }
    }
    set {
      switch text {
      case .text: self.text = newValue
      case .note: note?.body = newValue
      case .row(let row): self[row]?.body = newValue
      }
    }
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .type(let place, let at, let removing, let new):
      var letters = Array(String(self[place]).unicodeScalars)
      letters.replaceSubrange(at..<at + removing, with: new.unicodeScalars)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: letters)
      self[place] = PersistentText(String(text))
    case .number(let at, let removing, let new): numbers.replaceSubrange(at..<at + removing, with: new)
    case .set(let at, let new): numbers[at] = new
    case .insertRow(let list, let at, let row): self[list].insert(row, at: at)
    case .removeRow(let list, let at): self[list].remove(at: at)
    case .moveRow(let list, let from, let to):
      var rows = self[list]
      rows.insert(rows.remove(at: from), at: to)
      self[list] = rows
    case .title(let row, let title): self[row]?.title = title
    case .insertEntry(let row): map[row.id] = row
    case .removeEntry(let key): map[key] = nil
    case .tag(let tag): if tags.contains(tag) { tags.remove(tag) } else { tags.insert(tag) }
    case .note(let new): note = new
    }
  }

  /// The patch of an edit, declared where a comparison could find another one.
  func patch(of edit: Edit) throws -> Patch {
    var after = self
    after.apply(edit)
    switch edit {
    case .type(let place, let at, let removing, let new):
      let text = self[place]
      let start = text.unicodeScalars.index(text.startIndex, offsetBy: at)
      let end = text.unicodeScalars.index(start, offsetBy: removing)
      return Patch(replacing: start..<end, of: text, with: new).inside(place.path)
    case .number(let at, let removing, let new):
      return try Patch(replacing: at..<at + removing, of: numbers, with: new).inside(.field("numbers"))
    case .moveRow(let list, let from, let to):
      let row = try PlainValue(of: self[list][from])
      var runs: [Patch.Node.Run] = [.kept(from), .removed([row]), .kept(to - from), .inserted([row])]
      if to < from { runs = [.kept(to), .inserted([row]), .kept(from - to), .removed([row])] }
      return Patch(root: from == to ? nil : .list(NormalRuns(runs).runs)).inside(list.path)
    default: return try Patch(from: self, to: after)
    }
  }
}

extension Notebook.TextPlace {
  var path: [PathComponent] {
    switch self {
    case .text: [.field("text")]
    case .note: [.field("note"), .field("body")]
    case .row(let row): row.path + [.field("body")]
    }
  }
}

extension Notebook.RowPlace {
  var path: [PathComponent] {
    switch self {
    case .entry(let key): [.field("map"), .key(.integer(Int64(key)))]
    case .row(let list, let index): list.path + [.position(index)]
    }
  }
}

extension Notebook.ListPlace {
  var path: [PathComponent] {
    switch self {
    case .rows: [.field("rows")]
    case .shelf(let key): [.field("shelves"), .key(.integer(Int64(key))), .field("rows")]
    }
  }
}
