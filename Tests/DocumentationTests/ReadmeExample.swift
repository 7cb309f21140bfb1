import Foundation
import Strata
import StrataStorage
import Testing

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

func example(path: String) throws {
  let opened = try DurableStore(at: path, undoing: \.books, startingWith: Shelf())
  let store = opened.store
  try store.send(.add("The Left Hand of Darkness"))
  try store.send(.sort(true))
  try store.undo()  // the book is gone, the sorting stays: it lies outside what is undone
  try store.redo()
  try opened.close()  // the next time, the state is there, and its history
}

func menu(for store: Store<Shelf>) throws {
  try store.transaction("Add Both") { draft in  // one step, or nothing at all
    try draft.send(.add("Kindred"))
    try draft.send(.add("Solaris"))
  }
  let status = store.historyStatus
  print("Undo \(status.undoLabel ?? "")")  // Undo Add Both
  print(store.timeline)  // every moment, on all branches, and which one is the present
  try store.jump(to: store.timeline.oldest.id)
}

@Suite("The README's examples")
struct ReadmeExampleTests {
  @Test("It runs, and what it saves is there the next time")
  func runs() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-readme-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/shelf.json"
    try example(path: path)
    try example(path: path)
    let title = "The Left Hand of Darkness"
    let opened = try DurableStore(at: path, undoing: \.books, startingWith: Shelf())
    #expect(opened.store.state == Shelf(books: [title, title], isSorted: true))
    #expect(opened.store.timeline.undoCount == 2, "the history is there, too")
    try opened.close()
  }

  @Test("The menu names the transaction, and the jump goes back to the beginning")
  func menus() throws {
    let store = Store(Shelf(), undoing: \.books)
    try menu(for: store)
    #expect(store.state.books == [])
    #expect(store.historyStatus.redoLabel == "Add Both")
  }
}
