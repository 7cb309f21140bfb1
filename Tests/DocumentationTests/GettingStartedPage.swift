import Foundation
import PersistentCollections
import Strata
import StrataStorage
import StrataTesting
import Testing

@Described
struct Checklist: Reducible {
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
}

@Described
struct Item: Equatable {
  var title = ""
  var isDone = false
}

/// Does what a line says, and returns what there is to show.
func answer(_ line: String, in store: Store<Checklist>) -> String {
  let words = line.split(separator: " ", maxSplits: 1).map(String.init)
  let rest = words.count > 1 ? words[1] : ""
  var shown: [String] = []
  do {
    switch words.first {
    case "add": try store.send(.add(rest))
    case "check": try store.send(.check(Int(rest) ?? 0))
    case "remove": try store.send(.remove(Int(rest) ?? 0))
    case "undo": try store.undo()
    case "redo": try store.redo()
    default: break
    }
  } catch {
    shown.append("\(error)")
  }
  for (id, item) in store.state.items {
    shown.append("\(id) \(item.isDone ? "[x]" : "[ ]") \(item.title)")
  }
  if let label = store.historyStatus.undoLabel { shown.append("Undo: \(label)") }
  return shown.joined(separator: "\n")
}

/// The program's beginning; it works in the present folder, so it is the tour's own check that runs it.
func runChecklist() throws {
  let opened = try DurableStore(at: "checklist.json", undoing: \.items, startingWith: Checklist())
  print(answer("", in: opened.store))
  while let line = readLine() {
    print(answer(line, in: opened.store))
  }
  try opened.close()
}

@Suite("The examples on the page for getting started")
struct GettingStartedPageTests {
  @Test("Each sitting undoes what the ones before it did")
  func sittings() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-checklist-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func sitting(_ lines: String...) throws -> String {
      let opened = try DurableStore(
        at: folder + "/checklist.json",
        undoing: \.items,
        startingWith: Checklist()
      )
      let answers = lines.map { answer($0, in: opened.store) }
      try opened.close()
      return answers.last ?? ""
    }
    #expect(try sitting("add Milk", "add Tea") == "1 [ ] Milk\n2 [ ] Tea\nUndo: Add Item")
    #expect(try sitting("check 1") == "1 [x] Milk\n2 [ ] Tea\nUndo: Check Item")
    #expect(try sitting("undo") == "1 [ ] Milk\n2 [ ] Tea\nUndo: Add Item")
    #expect(try sitting("redo") == "1 [x] Milk\n2 [ ] Tea\nUndo: Check Item")
    #expect(try sitting("remove 2") == "1 [x] Milk\nUndo: Remove Item")
    #expect(try sitting("check 2") == "There is no item 2.\n1 [x] Milk\nUndo: Remove Item")
    #expect(try sitting("undo", "undo", "undo", "undo", "undo") == "There is nothing to undo.")
    #expect(try sitting("add Rice") == "3 [ ] Rice\nUndo: Add Item", "ids are not used again")
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
