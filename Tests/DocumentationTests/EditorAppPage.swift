import Foundation
import PersistentCollections
import Strata
import StrataStorage
import Testing

@Described
struct Editor: Reducible {
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
    return .merge("Typing", key: "text", within: .seconds(2)).declaring(edit)
  }

  private func index(_ byte: Int) -> PersistentText.Index {
    text.utf8.index(text.startIndex, offsetBy: byte)
  }
}

func openEditor(
  at path: String,
  clock: @escaping @Sendable () -> Timestamp = { .now }
) throws -> DurableStore<Editor> {
  let options = OpeningOptions(
    isFolder: true,
    sync: .interval(.seconds(1)),
    keeping: .bytes(50_000_000),
    clock: clock
  )
  return try DurableStore(
    at: path,
    undoing: \.text,
    restoring: \.cursor,
    startingWith: Editor(),
    options: options
  )
}

@Suite("An editor that survives")
final class EditorTests {
  let path = NSTemporaryDirectory() + "Letter-\(UUID())"
  var left: String { path + "-crashed" }
  static let noon = Timestamp(secondsSince1970: 1_800_000_000)

  deinit {
    for path in [path, left] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// What a crash leaves is what is on the disk at that moment.
  func crash() throws { try FileManager.default.copyItem(atPath: path, toPath: left) }

  @Test("What was typed before a crash is there, and can be undone")
  func crashing() throws {
    // However slow the machine is, letters come at once.
    let opened = try openEditor(at: path) { EditorTests.noon }
    for letter in "Tea" { try opened.store.send(.type(String(letter))) }
    try opened.store.endMerging()
    for letter in " at four" { try opened.store.send(.type(String(letter))) }

    try crash()
    let again = try openEditor(at: left)
    #expect(again.store.state == opened.store.state)
    try again.store.undo()
    #expect(again.store.state.text == "Tea" && again.store.state.cursor == 3)
  }

  @Test("A power cut in the middle of a line takes that letter, and no other one")
  func tearing() throws {
    let opened = try openEditor(at: path) { EditorTests.noon }
    for letter in "Tea" { try opened.store.send(.type(String(letter))) }

    try crash()
    let log = try #require(FileHandle(forWritingAtPath: left + "/state.json.log"))
    try log.truncate(atOffset: log.seekToEnd() - 5)
    let again = try openEditor(at: left)
    #expect(again.store.state.text == "Te" && again.report.tornEnd != nil)
    try again.store.send(.type("n"))
    #expect(again.store.state.text == "Ten")
  }
}

@Suite("The other examples on the editor's page")
struct EditorPageTests {
  @Test("Words are steps of an editor, and the cursor goes along")
  func typing() throws {
    let editor = Store(Editor(), undoing: \.text, restoring: \.cursor)
    for letter in ["T", "e", "a"] { try editor.send(.type(letter)) }
    try editor.endMerging()  // the return key, a click, a pause: the word is a step
    for letter in [" ", "a", "t"] { try editor.send(.type(letter)) }
    try editor.undo()  // Tea, and the cursor is behind it
    // On a slow machine two seconds may lie between the letters, which are several steps then.
    while editor.state.text.utf8.count > 3 { try editor.undo() }
    #expect(editor.state.text == "Tea" && editor.state.cursor == 3)
    while editor.canRedo { try editor.redo() }
    #expect(editor.state.text == "Tea at" && editor.state.cursor == 6)
  }

  @Test("Deleting and typing behind it are one step, which can be undone beneath others")
  func deleting() throws {
    let editor = Store(Editor(), undoing: \.text, restoring: \.cursor) { Timestamp(secondsSince1970: 0) }
    try editor.send(.type("Tea at"))
    try editor.endMerging()
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
}
