import Foundation
import Strata
import StrataStorage
import Testing

@testable import Workspace

/// What earlier revisions of the program wrote, kept under `Tests/Fixtures` as it was: the same commands, given to each.
@Suite("Files of earlier revisions")
struct EarlierRevisionsTests {
  struct Revision: CustomTestStringConvertible {
    var name: String
    var wrote: String
    var hasHistory = true

    var testDescription: String { "\(name): \(wrote)" }
  }

  static let revisions = [
    Revision(name: "629ba38", wrote: "a state without a log", hasHistory: false),
    Revision(name: "9b13087", wrote: "the first form of the log; killed"),
    Revision(name: "7baa429", wrote: "the last of the first form, without checksums in the state; killed"),
    Revision(
      name: "c856403",
      wrote: "the second form, with checksums and the shape of what is described; killed"
    ),
    Revision(name: "c856403-closed", wrote: "the same, closed cleanly"),
    Revision(name: "8bbdd94", wrote: "the third form, with checkpoints, notes and rejections; killed"),
  ]

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures").path

  @Test("They open with all that was acknowledged, and the history goes on", arguments: revisions)
  func opens(revision: Revision) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path + "/workspace.json"
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.fixtures + "/" + revision.name) {
      try FileManager.default.copyItem(
        atPath: Self.fixtures + "/" + revision.name + "/" + name,
        toPath: folder.path + "/" + name
      )
    }
    func opened() throws -> DurableStore<AppState> {
      try DurableStore(
        at: path,
        undoing: \.document,
        restoring: \.session.selection,
        startingWith: AppState()
      )
    }

    var now = try opened()
    expectWhatWasWritten(now.store.state)
    let written = now.store.state
    #expect(now.store.canUndo == revision.hasHistory)
    if revision.hasHistory {
      #expect(
        now.store.timeline.undoPath.map(\.label) == [
          "Add Todo", "Create Bundle", "Move Annotation", "Add Person", "Create Annotation", "Add Note",
          "Complete Todo", "Add Todo", "Add Todo", "Add Category", "Start 2026-11-25",
        ]
      )
      #expect(now.store.timeline.count == 14, "two branches were left by an edit after an undo")
    }
    try now.close()

    now = try opened()
    while now.store.canUndo { try now.store.undo() }
    #expect(now.store.state.document == (revision.hasHistory ? Document() : written.document))
    try now.close()

    now = try opened()
    while now.store.canRedo { try now.store.redo() }
    #expect(now.store.state.document == written.document)
    try now.store.send(.journal(.add([NewTodo("Of today")])))
    let after = now.store.state
    try now.close()

    now = try opened()
    #expect(now.store.state == after && now.store.state.session.ids.last == 10)
    try now.store.undo()
    #expect(now.store.state.document == written.document)
    try now.close()
  }

  private func expectWhatWasWritten(_ state: AppState) {
    let journal = state.document.journal
    #expect(journal.todos.values.map(\.title).sorted() == ["Buy milk", "Café, naïve 🧵", "Write letter"])
    #expect(journal.todos.values.filter(\.isDone).map(\.title) == ["Buy milk"])
    #expect(
      journal.notes.values.map { String($0.text) } == [
        "It rains cats and dogs, all day, and it will not stop before the evening"
      ]
    )
    #expect(journal.bundles.values.map(\.name) == ["Daily"] && journal.categories.map(\.name) == ["Home"])
    #expect(state.document.people.list.map(\.name) == ["Ada"])
    let annotations = state.document.canvas.annotations.values
    #expect(annotations.map(\.text) == ["Look"])
    #expect(state.session.ids.last == 9, "an id that was given out is not given out again")
  }
}
