import Foundation
import Measuring
import PersistentCollections
import Strata
import StrataStorage
import Testing

struct Finder: Reducible {
  var words = ""
  var found: [String] = []

  enum Action: Sendable {
    case ask(String)
    case arrived([String], for: String)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .ask(let words): self.words = words
    case .arrived(let found, let words): if words == self.words { self.found = found }
    }
  }
}

func answerQuestions(
  of store: Store<Finder>,
  asking find: @escaping @Sendable (String) async throws -> [String]
) -> Task<Void, Never> {
  let transitions = store.transitions(buffering: .max)  // all from here on, also before the task runs
  return Task { [weak store] in
    var search: Task<Void, any Error>?
    for await transition in transitions {
      for case .ask(let words) in transition.actions {
        search?.cancel()
        search = Task { try store?.send(.arrived(await find(words), for: words)) }
      }
    }
    search?.cancel()
  }
}

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

struct Editor: Reducible, Described {
  var text: PersistentText = ""
  var cursor = 0  // in bytes, which the text finds in logarithmic time

  enum Action: Sendable {
    case type(String)
    case deleteBackward
    case moveCursor(Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .type(let letters): replace(cursor..<cursor, with: letters)
    case .deleteBackward: replace(characterBeforeCursor, with: "")
    case .moveCursor(let place): cursor = min(max(place, 0), text.utf8.count)
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .type(let letters): typed(letters, at: cursor..<cursor)
    case .deleteBackward: typed("", at: characterBeforeCursor)
    case .moveCursor: .untracked
    }
  }

  static func describe(_ field: inout Fields<Editor>) {
    field("text", \.text)
    field("cursor", \.cursor)
  }

  private var characterBeforeCursor: Range<Int> {
    let end = index(cursor)
    guard end > text.startIndex else { return 0..<0 }
    let start = text.index(before: end)
    return text.utf8.distance(from: text.startIndex, to: start)..<cursor
  }

  private mutating func replace(_ bytes: Range<Int>, with letters: String) {
    text.replaceSubrange(index(bytes.lowerBound)..<index(bytes.upperBound), with: letters)
    cursor = bytes.lowerBound + letters.utf8.count
  }

  /// What came where: of two equal letters side by side, only the editor knows which one was typed.
  private func typed(_ letters: String, at bytes: Range<Int>) -> Recording {
    let place = index(bytes.lowerBound)..<index(bytes.upperBound)
    let edit = Patch(replacing: place, of: text, with: letters).inside(.field("text"))
    return .merge("Typing", key: "text", within: .seconds(2)).telling(edit)
  }

  private func index(_ byte: Int) -> PersistentText.Index {
    text.utf8.index(text.startIndex, offsetBy: byte)
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
  @Test("The newest question is answered")
  func searching() async throws {
    let store = Store(Finder())
    let answering = answerQuestions(of: store) { words in ["All about \(words)"] }
    try store.send(.ask("tea"))
    for await snapshot in store.states() where !snapshot.state.found.isEmpty { break }
    answering.cancel()
    #expect(store.state.found == ["All about tea"])
    await answering.value
  }

  @Test("A question that is asked while another is being answered cancels it")
  func cancelling() async throws {
    let store = Store(Finder())
    let answering = answerQuestions(of: store) { words in
      if words == "slow" { try await Task.sleep(for: .seconds(600)) }
      return [words]
    }
    try store.send(.ask("slow"))
    try store.send(.ask("quick"))
    for await snapshot in store.states() where !snapshot.state.found.isEmpty { break }
    #expect(store.state.found == ["quick"])
    answering.cancel()
    await answering.value
  }

  @Test("An answer to what was asked before is dropped")
  func late() throws {
    let store = Store(Finder())
    try store.send(.ask("tea"))
    try store.send(.ask("milk"))
    try store.send(.arrived(["All about tea"], for: "tea"))
    #expect(store.state.found == [])
  }

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

  @Test("Words are steps of an editor, and the cursor goes along")
  func typing() throws {
    let editor = Store(Editor(), undoing: \.text, restoring: \.cursor)
    for letter in ["T", "e", "a"] { try editor.send(.type(letter)) }
    try editor.endMerging()  // the return key, a click, a pause: the word is a step
    for letter in [" ", "a", "t"] { try editor.send(.type(letter)) }
    try editor.undo()  // Tea, and the cursor is behind it
    #expect(editor.state.text == "Tea" && editor.state.cursor == 3)
    try editor.redo()
    #expect(editor.state.text == "Tea at" && editor.state.cursor == 6)
    try editor.send(.moveCursor(1))
    try editor.send(.deleteBackward)
    #expect(editor.state.text == "ea at" && editor.state.cursor == 0)
    try editor.send(.deleteBackward)
    #expect(editor.state.text == "ea at")
    try editor.send(.type("e"))
    let second = editor.timeline.present.id
    try editor.send(.moveCursor(99))
    try editor.endMerging()
    try editor.send(.type("\u{1F9F5}"))
    try editor.undo(only: second)
    #expect(editor.state.text == "Tea at\u{1F9F5}")
    try editor.send(.moveCursor(99))
    try editor.send(.deleteBackward)
    #expect(editor.state.text == "Tea at")
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
