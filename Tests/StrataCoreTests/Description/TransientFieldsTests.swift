import PersistentCollections
import StrataCore
import TestSupport
import Testing

@Suite("Transient fields")
struct TransientFieldsTests {
  @Described
  struct Document: Equatable {
    var title = ""
  }

  /// The open menu, which no file stores.
  struct Menu: Equatable, Sendable {
    var item = 0
  }

  @Described
  struct Editor: Reducible {
    var document = Document()
    var zoom = 1
    @Transient var menu: Menu?
    @Transient var presses = 0

    enum Action: Sendable { case rename(String), zoom(Int), open(Int?), press }

    mutating func reduce(_ action: Action) {
      switch action {
      case .rename(let title): document.title = title
      case .zoom(let zoom): self.zoom = zoom
      case .open(let item): menu = item.map(Menu.init)
      case .press: presses += 1
      }
    }

    func recording(of action: Action) -> Recording {
      if case .rename = action { .step("Rename") } else { .untracked }
    }
  }

  @Test("They are in no file and no patch, and read as in a new value")
  func files() throws {
    var editor = Editor()
    editor.reduce(.rename("A"))
    let quiet = editor
    editor.reduce(.open(3))
    editor.reduce(.press)
    #expect(String(decoding: try editor.json(), as: UTF8.self) == #"{"document":{"title":"A"},"zoom":1}"#)
    #expect(editor.isWritten(as: quiet))
    let read = try Editor(json: editor.json())
    #expect(read.menu == nil && read.presses == 0 && read.document.title == "A")
    #expect(try Patch(from: quiet, to: editor).isEmpty)
    var renamed = quiet
    renamed.reduce(.rename("B"))
    let patched = try editor.applying(Patch(from: quiet, to: renamed))
    #expect(patched.document.title == "B" && patched.menu == Menu(item: 3) && patched.presses == 1)
  }

  @Test("A change of them is no step, undo leaves them as they are, and observers hear of it")
  func history() throws {
    let store = Store(Editor(), undoing: \.document)
    let (all, menus) = (Heard<Int>(), Heard<Int?>())
    let tokens = [
      store.observe { all.add($0.after.presses) },
      store.observe(\.menu) { _, menu in menus.add(menu?.item) },
    ]
    try store.send(.rename("A"))
    try store.send(.open(3))
    try store.send(.press)
    #expect(store.timeline.count == 2)
    try store.undo()
    #expect(store.state.document.title == "" && store.state.menu?.item == 3 && store.state.presses == 1)
    try store.redo()
    #expect(store.state.document.title == "A" && store.state.menu?.item == 3)
    try store.send(.open(nil))
    #expect(menus.all == [3, nil])
    #expect(all.all == [0, 0, 1, 1, 1, 1])
    withExtendedLifetime(tokens) {}
  }

  @Described
  struct Row: Equatable {
    var title = ""
    @Transient var isSelected = false
  }

  @Described
  struct Rows: Reducible, Equatable {
    var rows: PersistentMap<Int, Row> = [:]
    var others: [Row] = []
    var zoom = 1

    mutating func reduce(_ action: Int) { rows[action] = Row() }
    func recording(of action: Int) -> Recording { .step("Add") }
  }

  private func expectRefusal(_ words: [String], _ body: () throws -> Void) {
    let error = #expect(throws: DescriptionError.self, performing: body)
    let description = error?.description ?? ""
    for word in words { #expect(description.contains(word), "\(description)") }
  }

  @Test("In what undo covers, restores, or in a scope they are refused, however deep they lie")
  func undone() throws {
    let words = ["'isSelected' of Row is transient", "undoing:"]
    expectRefusal(words) { try Store(Rows(), undoing: \.rows).send(1) }
    expectRefusal(words) { try Store(Rows(), undoing: \.self).send(1) }
    expectRefusal(words) { try Store(Rows(), undoing: \.zoom, restoring: \.others).send(1) }
    let store = Store(Rows(), undoing: \.zoom)
    expectRefusal(words) { _ = try store.undoScope(\.rows) }
    try store.send(1)
    #expect(store.state.rows.count == 1)
  }

  struct Made: DescribedByInitializer, Equatable {
    let title: String
    var isOpen = false

    init(title: String) { self.title = title }
    init(_ fields: FieldValues<Made>) throws { title = try fields[\.title] }

    static func describe(_ field: inout Fields<Made>) {
      field("title", \.title)
      field.transient("isOpen")
    }
  }

  @Test("A type that is made by an initialiser would lose them, and is refused")
  func made() throws {
    #expect(Made.descriptionError?.description.contains("'isOpen' of Made is transient, and is lost") == true)
  }
}
