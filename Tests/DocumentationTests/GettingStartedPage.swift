import Foundation
import PersistentCollections
import Strata
import StrataStorage
import StrataTesting
import Testing

struct Checklist: Reducible, Described {
  var items: PersistentSortedMap<Int, Item> = [:]
  var lastID = 0

  enum Action: Sendable {
    case add(String)
    case check(Int)
    case remove(Int)
  }

  struct NoSuchItem: Error, CustomStringConvertible {
    var id: Int
    var description: String { "There is no item \(id)." }
  }

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .add(let title):
      lastID += 1
      items[lastID] = Item(title: title)
    case .check(let id):
      guard items[id] != nil else { throw NoSuchItem(id: id) }
      items[id]?.isDone = true
    case .remove(let id):
      guard items.removeValue(forKey: id) != nil else { throw NoSuchItem(id: id) }
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .add: .step("Add Item")
    case .check: .step("Check Item")
    case .remove: .step("Remove Item")
    }
  }

  static func describe(_ field: inout Fields<Checklist>) {
    field("items", \.items)
    field("lastID", \.lastID)
  }
}

struct Item: Equatable, Described {
  var title = ""
  var isDone = false

  static func describe(_ field: inout Fields<Item>) {
    field("title", \.title)
    field("isDone", \.isDone)
  }
}

/// Opens the list, does what the words say, and returns what there is to show.
func sitting(_ words: ArraySlice<String>, at path: String) throws -> String {
  let opened = try DurableStore(at: path, undoing: \.items, startingWith: Checklist())
  let store = opened.store
  var lines: [String] = []
  do {
    switch words.first {
    case "add": try store.send(.add(words.dropFirst().joined(separator: " ")))
    case "check": try store.send(.check(Int(words.last ?? "") ?? 0))
    case "remove": try store.send(.remove(Int(words.last ?? "") ?? 0))
    case "undo": try store.undo()
    case "redo": try store.redo()
    default: break
    }
  } catch {
    lines.append("\(error)")
  }
  for (id, item) in store.state.items {
    lines.append("\(id) \(item.isDone ? "[x]" : "[ ]") \(item.title)")
  }
  if let label = store.historyStatus.undoLabel { lines.append("Undo: \(label)") }
  try opened.close()
  return lines.joined(separator: "\n")
}

/// The program's last line; it works in the present folder, so no test runs it.
func runChecklist() throws {
  print(try sitting(CommandLine.arguments.dropFirst(), at: "checklist.json"))
}

@Suite("The examples on the page for getting started")
struct GettingStartedPageTests {
  @Test("Each run does one thing, and undoes what runs before it did")
  func sittings() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-checklist-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/checklist.json"
    #expect(try sitting(["add", "Milk"], at: path) == "1 [ ] Milk\nUndo: Add Item")
    #expect(try sitting(["add", "Tea"], at: path) == "1 [ ] Milk\n2 [ ] Tea\nUndo: Add Item")
    #expect(try sitting(["check", "1"], at: path) == "1 [x] Milk\n2 [ ] Tea\nUndo: Check Item")
    #expect(try sitting(["undo"], at: path) == "1 [ ] Milk\n2 [ ] Tea\nUndo: Add Item")
    #expect(try sitting(["redo"], at: path) == "1 [x] Milk\n2 [ ] Tea\nUndo: Check Item")
    #expect(try sitting(["remove", "2"], at: path) == "1 [x] Milk\nUndo: Remove Item")
    #expect(try sitting(["check", "2"], at: path) == "There is no item 2.\n1 [x] Milk\nUndo: Remove Item")
    for _ in 1...4 { _ = try sitting(["undo"], at: path) }
    #expect(try sitting(["undo"], at: path) == "There is nothing to undo.")
    #expect(try sitting(["add", "Rice"], at: path) == "3 [ ] Rice\nUndo: Add Item", "ids are not used again")
  }

  @Test("A reducer is tried without a store")
  func reducing() throws {
    var checklist = Checklist()
    try checklist.reduce(.add("Milk"))
    try checklist.reduce(.check(1))
    #expect(checklist.items[1] == Item(title: "Milk", isDone: true))
  }

  @Test("Its test passes")
  func expecting() throws {
    var list = Checklist()
    try list.expect(.add("Milk")) {
      $0.items = [1: Item(title: "Milk")]
      $0.lastID = 1
    }
    try list.expect(.check(1)) { $0.items[1]?.isDone = true }
    try expectCompleteDescription(of: list)
    #expect(list.items.count == 1)
  }
}
