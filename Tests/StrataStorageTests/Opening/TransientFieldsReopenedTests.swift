import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Transient fields in a store with a log")
struct TransientFieldsReopenedTests {
  @Described
  struct Editor: Reducible {
    var title = ""
    var zoom = 1
    @Transient var presses = 0

    enum Action: Sendable { case rename(String), zoom(Int), press }

    mutating func reduce(_ action: Action) {
      switch action {
      case .rename(let title): self.title = title
      case .zoom(let zoom): self.zoom = zoom
      case .press: presses += 1
      }
    }

    func recording(of action: Action) -> Recording {
      if case .rename = action { .step("Rename") } else { .untracked }
    }
  }

  private func open(on disk: SimulatedDisk) throws -> DurableStore<Editor> {
    try DurableStore(
      at: "/d/editor.json",
      undoing: try UndonePart(\.title),
      startingWith: Editor(),
      options: OpeningOptions(),
      in: disk
    )
  }

  private func log(on disk: SimulatedDisk) -> [UInt8]? {
    disk.image.shown.first { $0.path == "/d/editor.json.log" }?.bytes
  }

  @Test("A change of them alone is no line, and after opening they are as in a new value")
  func reopening() throws {
    let disk = SimulatedDisk()
    let durable = try open(on: disk)
    try durable.store.send(.rename("A"))
    try durable.store.send(.zoom(2))
    let before = log(on: disk)
    for _ in 0..<5 { try durable.store.send(.press) }
    #expect(log(on: disk) == before && before != nil)
    #expect(durable.store.state.presses == 5)
    try durable.store.undo()
    #expect(durable.store.state.presses == 5 && durable.store.state.title == "")
    try durable.close()
    let again = try open(on: disk)
    #expect(again.store.state.presses == 0 && again.store.state.zoom == 2)
    try again.store.redo()
    #expect(again.store.state.title == "A")
    try again.close()
  }

  @Test("In what undo covers they are refused before anything is opened")
  func undone() throws {
    let error = #expect(throws: DescriptionError.self) { try UndonePart<Editor>(\.self) }
    #expect(error?.description.contains("'presses' of Editor is transient") == true)
  }
}
