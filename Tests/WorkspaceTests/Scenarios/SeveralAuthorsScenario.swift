import PersistentCollections
import Strata
import StrataStorage
import Testing

@testable import Workspace

/// Scenario F: what several hands make of one workspace, on disk and with the smallest attic there is.
@Suite("Scenario F, several authors")
struct SeveralAuthorsScenario {
  let today = day("2026-11-21")
  let now = time("2026-11-21T09:30:00")
  static let agent: Author = "agent"

  /// A workspace that also takes in what a server says.
  struct Synced: Reducible, Described, Equatable {
    enum Action: Equatable, Sendable {
      case here(AppState.Action)
      /// The server has another title for a todo of its own.
      case fetched(id: Int, title: String)
    }

    var app = AppState()

    static func describe(_ field: inout Fields<Synced>) { field("app", \.app) }

    mutating func reduce(_ action: Action) throws {
      switch action {
      case .here(let action): try app.reduce(action)
      case .fetched(let id, let title): app.document.journal.todos[id]?.title = title
      }
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .here(let action): app.recording(of: action)
      case .fetched: .external("Fetch")
      }
    }
  }

  /// Runs `body` with a workspace on disk, whose older steps lie in an attic.
  func withWorkspace(_ body: (_ open: () throws -> DurableStore<AppState>) throws -> Void) throws {
    let folder = try Folder()
    defer { folder.remove() }
    var options = OpeningOptions()
    options.keeping = Keeping(snapshots: 1)
    try body { [options] in
      try DurableStore(
        at: folder.path + "/workspace.json",
        undoing: \.document,
        restoring: \.session.selection,
        startingWith: AppState(),
        options: options
      )
    }
  }

  /// Adds todos as an author, and returns their ids.
  @discardableResult
  func add(_ titles: String..., to store: Store<AppState>, as author: Author = .user) throws -> [Int] {
    try titles.map { title in
      try store.send(.journal(.add(title: title)), as: author)
      return store.state.session.ids.last
    }
  }

  func titles(_ store: Store<AppState>) -> [String] { store.state.document.journal.todos.values.map(\.title) }

  /// The last step of a label on the way to the present.
  func step(_ label: String, of store: Store<AppState>) throws -> Moment.ID {
    try #require(store.timeline.undoPath.first { $0.label == label }?.id)
  }

  @Test(
    "Everything that is sent can name its author; the moment keeps it, the timeline shows it, the log brings it back after a restart"
  )
  func authors() throws {
    try withWorkspace { open in
      let first = try open()
      try first.store.send(.journal(.startPage(today)))
      try add("Mine", to: first.store)
      try add("Theirs", to: first.store, as: Self.agent)
      try first.store.transaction("Sync", as: "sync") { try $0.send(.journal(.add(title: "Fetched"))) }
      let authors: [Author] = [.user, .user, .user, Self.agent, "sync"]
      #expect(first.store.timeline.line.map { first.store.timeline[$0]?.author } == authors)
      #expect(first.store.timeline.description.contains("by agent"))
      let shown = first.store.timeline.description
      try first.close()
      let second = try open()
      #expect(second.store.timeline.line.map { second.store.timeline[$0]?.author } == authors)
      #expect(second.store.timeline.description == shown)
      try second.close()
    }
  }

  @Test(
    "My undo takes back my last step and leaves what an agent did after it; the agent's steps are taken back as one run, or one by one, and my later edits stay"
  )
  func byAuthor() throws {
    try withWorkspace { open in
      var opened = try open()
      try opened.store.send(.journal(.startPage(today)))
      try add("Mine 1", "Mine 2", to: opened.store)
      try add("Theirs 1", "Theirs 2", to: opened.store, as: Self.agent)
      try opened.store.undo(by: .user)
      #expect(titles(opened.store) == ["Mine 1", "Theirs 1", "Theirs 2"])
      try add("Mine 3", to: opened.store)
      try opened.close()
      opened = try open()
      try opened.store.undo(by: Self.agent)
      #expect(titles(opened.store) == ["Mine 1", "Theirs 1", "Mine 3"])
      while opened.store.timeline.canUndo(by: Self.agent) { try opened.store.undo(by: Self.agent) }
      #expect(titles(opened.store) == ["Mine 1", "Mine 3"])
      // Redo likewise, in each author's own order.
      try opened.close()
      opened = try open()
      #expect(opened.store.timeline.redoMoment(by: Self.agent)?.label == "Add Todo")
      try opened.store.redo(by: Self.agent)
      #expect(titles(opened.store) == ["Mine 1", "Theirs 1", "Mine 3"])
      try opened.store.redo(by: Self.agent)
      #expect(titles(opened.store) == ["Mine 1", "Theirs 1", "Theirs 2", "Mine 3"])
      #expect(throws: StoreError.nothingToRedo) { try opened.store.redo(by: Self.agent) }
      #expect(!opened.store.timeline.canRedo(by: .user), "an author's own next step ends their redo")
      try opened.close()
    }
  }

  @Test(
    "Any one old step can be taken back by itself, also in the attic, also after a restart; undoing it brings the old step's effect again"
  )
  func onlyOne() throws {
    try withWorkspace { open in
      var opened = try open()
      try opened.store.send(.journal(.startPage(today)))
      let id = try add("Milk", "Bread", "Tea", to: opened.store)[1]
      try opened.store.send(.journal(.complete([id], at: now)))
      let done = try step("Complete Todo", of: opened.store)
      try opened.store.send(.journal(.rename([id], "Rye bread")))
      try add("Jam", to: opened.store)
      try opened.close()
      opened = try open()
      let store = opened.store
      try store.undo(only: done)
      #expect(store.state.document.journal.todos[id].map { $0.isPending && $0.title == "Rye bread" } == true)
      #expect(titles(store) == ["Milk", "Rye bread", "Tea", "Jam"])
      #expect(store.timeline.present.switches.map(\.moment) == [done])
      #expect(store.timeline.description.contains("takes back \(done)"))
      try store.undo()
      #expect(store.state.document.journal.todos[id]?.isDone == true)
      try opened.close()
    }
  }

  @Test("Undo under later work overwrites nothing: it is a conflict with path, values and choices")
  func conflicts() throws {
    let desk = try Desk(pages: today)
    let id = try desk.add("Milk")[0]
    try desk.journal(.rename([id], "Oat milk"))
    desk.clock.pass(.seconds(60))
    try desk.journal(.rename([id], "Soy milk"))
    let renamed = try #require(desk.store.timeline.undoPath.dropFirst().first?.id)
    let before = desk.state
    let error = try #require(throws: MergeError.self) { try desk.store.undo(only: renamed) }
    guard case .conflicts(let conflicts) = error else { return #expect(Bool(false), "\(error)") }
    #expect(conflicts.map(\.kind) == [.changedTwice])
    let conflict = try #require(conflicts.first)
    #expect(
      conflict.path.map(\.description).joined(separator: " / ")
        == "document / journal / todos / \(id) / title"
    )
    let told = [conflict.base, conflict.mine, conflict.theirs]
    #expect(told == [.text("Oat milk"), .text("Milk"), .text("Soy milk")])
    #expect(desk.state == before && desk.store.timeline.present.id.number > renamed.number, "it was left")
    // The present is kept: that settles it, until it is undone. The old is taken. One by one: something else.
    try desk.store.undo(only: renamed) { _ in .theirs }
    #expect(
      desk.todo(id)?.title == "Soy milk" && desk.store.timeline.present.switches.map(\.moment) == [renamed]
    )
    #expect(throws: StoreError.nothingLeft(of: renamed)) {
      try desk.store.undo(only: renamed) { _ in .theirs }
    }
    try desk.store.undo()
    try desk.store.undo(only: renamed) { _ in .mine }
    #expect(desk.todo(id)?.title == "Milk")
    try desk.store.undo()
    try desk.store.undo(only: renamed) { $0 == conflict ? .value(.text("Rice milk")) : nil }
    #expect(desk.todo(id)?.title == "Rice milk")
    // The page is gone on which the note stood.
    try desk.store.undo()
    try desk.journal(.delete([id]))
    #expect(throws: StoreError.nothingLeft(of: renamed)) { try desk.store.undo(only: renamed) }
    #expect(desk.todo(id) == nil)
  }

  @Test(
    "Taking back an insertion into a list or text that others have since edited takes back what was inserted and nothing else; positions follow"
  )
  func insertions() throws {
    let desk = try Desk(pages: today)
    func send(as author: Author, _ action: AppState.Action) throws {
      try desk.store.send(action, as: author)
    }
    try desk.people(.add(name: "Ada"), .add(name: "Bob"))
    let bob = try #require(desk.people.list.last?.tag)
    let addedBob = desk.store.timeline.present.id
    try send(as: Self.agent, .people(.add(name: "Cy")))
    try send(as: Self.agent, .people(.move(tag: bob, to: 0)))
    try desk.store.undo(only: addedBob)
    #expect(desk.people.list.map(\.name) == ["Ada", "Cy"])

    try desk.journal(.note(.add("one two", at: now)))
    let note = desk.state.session.ids.last
    desk.clock.pass(.seconds(60))
    try desk.journal(.note(.edit(id: note, "one and a half two")))
    let inserted = desk.store.timeline.present.id
    try send(as: Self.agent, .journal(.note(.edit(id: note, "zero one and a half two three"))))
    try send(as: Self.agent, .journal(.note(.append(id: note, "four"))))
    try desk.store.undo(only: inserted)
    #expect(desk.journal.notes[note]?.text == "zero one two three\nfour")
  }

  @Test(
    "Data from outside can arrive inside the undo domain without being a step that undo takes back; undo of earlier and later steps goes around it and keeps it"
  )
  func outside() throws {
    let store = Store(Synced(), undoing: \.app.document, keeping: Keeping(snapshots: 1))
    try store.send(.here(.journal(.startPage(today))))
    try store.send(.here(.journal(.add(title: "Server's"))))
    let id = store.state.app.session.ids.last
    try store.send(.here(.journal(.add(title: "Earlier"))))
    try store.send(.fetched(id: id, title: "Server's own"), as: "sync")
    try store.send(.here(.journal(.add(title: "Later"))))
    try store.send(.fetched(id: id, title: "Server's last"), as: "sync")
    var titles: [String] { store.state.app.document.journal.todos.values.map(\.title) }
    try store.undo()
    #expect(titles == ["Server's last", "Earlier"])
    try store.undo()
    #expect(titles == ["Server's last"])
    try store.redo()
    try store.redo()
    #expect(titles == ["Server's last", "Earlier", "Later"])
    #expect(store.timeline.undoPath.allSatisfy { $0.label != "Fetch" })
  }

  @Test(
    "A checkpoint has a name. Going back to it is itself undoable; nothing that came after is lost"
  )
  func checkpoints() throws {
    try withWorkspace { open in
      var opened = try open()
      try opened.store.send(.journal(.startPage(today)))
      try add("Draft", to: opened.store)
      try opened.store.checkpoint("Before the agent")
      try add("A", "B", to: opened.store, as: Self.agent)
      let after = opened.store.state.document
      try opened.close()
      opened = try open()
      let store = opened.store
      let checkpoint = try #require(store.timeline.checkpoint("Before the agent"))
      try store.goBack(to: checkpoint.id)
      #expect(titles(store) == ["Draft"])
      try store.undo()
      #expect(store.state.document == after)
      try opened.close()
    }
  }

  @Test("Changes of an author since a checkpoint are reviewed one by one, and rejected in one undoable step")
  func review() throws {
    let desk = try Desk(pages: today)
    let ids = try desk.add("Milk", "Bread")
    try desk.store.checkpoint("Before the agent")
    let checkpoint = try #require(desk.store.timeline.checkpoint("Before the agent"))
    try desk.store.send(.journal(.rename([ids[0]], "Oat milk")), as: Self.agent)
    try desk.add("Mine")
    try desk.store.send(.journal(.complete(IDSet(ids), at: now)), as: Self.agent)
    let review = try desk.store.review(since: checkpoint.id, by: Self.agent)
    #expect(
      review.changes.map(\.description) == [
        #"Rename Todo: document / journal / todos / 1 / title: "Milk" → "Oat milk""#,
        #"Complete 2 Todos: document / journal / todos / 1 / ending: null → {"kind":"done","time":"2026-11-21T09:30:00"}"#,
        #"Complete 2 Todos: document / journal / todos / 2 / ending: null → {"kind":"done","time":"2026-11-21T09:30:00"}"#,
      ]
    )
    let count = desk.steps.count
    try desk.store.reject([review.changes[0], review.changes[2]])
    #expect(desk.todo(ids[0]).map { $0.title == "Milk" && $0.isDone } == true)
    #expect(desk.todo(ids[1])?.isPending == true && desk.journal.todos.count == 3)
    #expect(desk.steps.count == count + 1)
    try desk.store.undo()
    #expect(desk.todo(ids[0])?.title == "Oat milk" && desk.todo(ids[1])?.isDone == true)
  }

  @Test("A branch can be merged into the present: one step, two parents, no change made twice")
  func branches() throws {
    try withWorkspace { open in
      var opened = try open()
      try opened.store.send(.journal(.startPage(today)))
      let id = try add("Milk", to: opened.store)[0]
      let fork = opened.store.timeline.present.id
      try opened.store.send(.journal(.rename([id], "Oat milk")))
      try add("Bread", to: opened.store)
      let branch = opened.store.timeline.present.id
      try opened.store.jump(to: fork)
      try opened.store.send(.journal(.complete([id], at: now)))
      let main = opened.store.timeline.present.id
      try opened.close()
      opened = try open()
      let store = opened.store
      try store.merge(branch)
      #expect(store.timeline.present.parent == main && store.timeline.present.merges == branch)
      #expect(titles(store) == ["Oat milk", "Bread"])
      #expect(store.state.document.journal.todos[id]?.isDone == true)
      #expect(throws: StoreError.nothingToMerge(branch)) { try store.merge(branch) }
      try store.undo()
      #expect(titles(store) == ["Milk"])
      try opened.close()
    }
  }

  @Test(
    "The app can say that a merged state makes no sense (a todo in a category that was deleted): it repairs it or refuses, by name"
  )
  func rules() throws {
    let desk = try Desk(pages: today)
    try desk.journal(.category(.add(name: "Work", color: .blue)))
    let added = desk.store.timeline.present.id
    let category = desk.state.session.ids.last
    let id = try desk.add(NewTodo("Report", category: category))
    let before = desk.state
    let error = try #require(throws: MergeError.self) { try desk.store.undo(only: added) }
    #expect("\(error)".contains("Todo \(id) is in category \(category), which is not there"), "\(error)")
    #expect(desk.state == before)
  }
}
