import Foundation
import Measuring
import PersistentCollections
import Strata
import StrataStorage
import Testing

@MainActor
final class Documents {
  private var open: [String: DurableStore<Diary>] = [:]

  func store(at path: String) throws -> Store<Diary> {
    if let document = open[path] { return document.store }
    let document = try DurableStore(at: path, undoing: \.entries, startingWith: Diary())
    open[path] = document
    return document.store
  }

  func close(_ path: String) throws {
    try open.removeValue(forKey: path)?.close()
  }
}

func tidyUp(_ store: Store<Notes>, asked request: String) throws {
  try store.transaction("Tidy Up", as: .agent, noting: request) { draft in
    for (id, title) in draft.state.titles where title.hasSuffix(" ") {
      try draft.send(.write(id, title.trimmingCharacters(in: .whitespaces)))
    }
  }
}

@Suite("The recipes")
struct RecipesPageTests {
  @Test("Documents have histories of their own")
  @MainActor func documents() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-recipes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let documents = Documents()
    let rain = try documents.store(at: folder + "/rain.json")
    let sun = try documents.store(at: folder + "/sun.json")
    try rain.send(.write("Rain"))
    #expect(try documents.store(at: folder + "/rain.json") === rain)
    #expect(rain.canUndo && !sun.canUndo)
    try documents.close(folder + "/rain.json")
    try documents.close(folder + "/sun.json")
    #expect(try documents.store(at: folder + "/rain.json").canUndo)
    try documents.close(folder + "/rain.json")
  }

  @Test("An agent's step is taken back beneath the person's")
  func agents() throws {
    let store = Store(Notes(), undoing: \.titles)
    try store.send(.write(1, "Tea "))
    try store.send(.write(2, "Milk"))
    try tidyUp(store, asked: "No blanks at the end")
    try store.send(.write(3, "Meanwhile"))  // the person goes on
    try store.undo(by: .agent)  // what the agent did goes, note 3 stays
    #expect(store.state.titles == [1: "Tea ", 2: "Milk", 3: "Meanwhile"])
  }

  @Test("Undoing all leads to the beginning, redoing all to the end", arguments: 0..<20)
  func undoing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = Store(Checklist(), undoing: \.items)
    for step in 0..<200 {
      let action: Checklist.Action =
        switch random.next() % 3 {
        case 0: .add("Item \(step)")
        case 1: .check(Int.random(in: 0...20, using: &random))
        default: .remove(Int.random(in: 0...20, using: &random))
        }
      try? store.send(action)  // what a reducer refuses is no step
    }
    let last = store.state.items
    while store.canUndo { try store.undo() }
    #expect(store.state.items == [:])
    while store.canRedo { try store.redo() }
    #expect(store.state.items == last)
  }

  @Test("A step is worth less than its budget")
  func budget() throws {
    let store = Store(Checklist(), undoing: \.items)
    for number in 1...1_000 { try store.send(.add("Item \(number)")) }
    let bytes = try #require(store.historyBytes)
    #expect(bytes < 150 * 1_000)  // a step costs less than 150 bytes
  }
}
