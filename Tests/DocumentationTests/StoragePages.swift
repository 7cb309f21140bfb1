import Foundation
import Strata
import StrataStorage
import Testing

/// What a person answers when their file cannot be loaded.
enum Choice {
  case goBack, startOver, overwrite
}

@Described
struct Shelf: Reducible {
  var books: [String] = []
  var isSorted = false

  enum Action: Sendable { case add(String), sort(Bool) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let title): books.append(title)
    case .sort(let isSorted): self.isSorted = isSorted
    }
  }
}

func recover(_ file: StateFile<Shelf>, _ choice: Choice) throws -> Shelf {
  switch choice {
  case .goBack: return try file.restorePreviousVersion()  // what is there is quarantined
  case .startOver:
    try file.quarantine()  // kept beside the file, as shelf.json.quarantined-1
    return Shelf()
  case .overwrite:
    try file.discard()  // the next save replaces what is there
    return Shelf()
  }
}

@Suite("The examples on StrataStorage's pages")
struct StoragePageTests {
  let folder = FileManager.default.temporaryDirectory.path + "/strata-pages-\(UUID().uuidString)"
  var path: String { folder + "/shelf.json" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test("An autosaved change is there when the file is loaded again")
  func autosaving() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = StateFile<Shelf>(at: path)
    let store = Store(try file.load() ?? Shelf(), undoing: \.books)
    let autosave = Autosave(store, to: file)
    try store.send(.add("Kindred"))
    try autosave.close()  // before the process ends: everything is on the disk when this returns
    #expect(try StateFile<Shelf>(at: path).load() == Shelf(books: ["Kindred"]))
  }

  @Test("A file of the first schema is brought up to the third")
  func migrating() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let old =
      #"{"format":"strata-state-1","schema":1,"state":{"books":[{"title":"Kindred"}],"order":"by title"}}"#
    try Data(old.utf8).write(to: URL(fileURLWithPath: path))
    let migrations = [
      Migration { state in  // from schema 1 to 2: each book was a record, of which the title stays
        state["books"]?.changeEach { book in book = book["title"] ?? .text("untitled") }
      },
      Migration { state in  // from schema 2 to 3: an order was named
        state["isSorted"] = .bool(state["order"] == .text("by title"))
        state["order"] = nil
      },
    ]
    let file = StateFile<Shelf>(at: path, migrations: migrations)
    #expect(try file.load() == Shelf(books: ["Kindred"], isSorted: true))
  }

  @Test(
    "Every choice leads to a state that can be saved",
    arguments: [Choice.goBack, .startOver, .overwrite]
  )
  func recovering(choice: Choice) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for books in [["Kindred"], ["Kindred", "Solaris"]] {
      let file = StateFile<Shelf>(at: path)
      _ = try file.load()
      try file.save(Shelf(books: books))
    }
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
    let file = StateFile<Shelf>(at: path)
    #expect(throws: StateFileError.self) { try file.load() }
    let recovered = try recover(file, choice)
    #expect(recovered == (choice == .goBack ? Shelf(books: ["Kindred"]) : Shelf()))
    try file.save(recovered)
    #expect(try StateFile<Shelf>(at: path).load() == recovered)
  }
}
