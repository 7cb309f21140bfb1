import PersistentCollections
import Strata
import Testing

struct Drawing: Reducible {
  var shapes: PersistentMap<Int, Circle> = [:]
  var selection: Int?
  var zoom = 1.0

  @Described
  struct Circle: Equatable {
    var x = 0.0
    var radius = 1.0
  }

  enum Action: Sendable {
    case place(Int)
    case drag(Int, to: Double)
    case select(Int?)
    case zoom(Double)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .place(let id): (shapes[id], selection) = (Circle(), id)
    case .drag(let id, let x): shapes[id]?.x = x
    case .select(let id): selection = id
    case .zoom(let zoom): self.zoom = zoom
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .place: .step("Place Circle")
    case .drag(let id, _): .merge("Move Circle", key: "drag \(id)", within: .seconds(1))
    case .select, .zoom: .untracked
    }
  }
}

struct Lesson: Reducible {
  var title = ""
  var marks: [Double] = []
  var page = 1

  enum Action: Sendable { case name(String), mark(Double), turn(to: Int) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .name(let title): self.title = title
    case .mark(let place): marks.append(place)
    case .turn(let page): self.page = page
    }
  }
}

@Suite("The examples on the page about undo")
struct UndoPageTests {
  @Test("They do what the page says")
  func runs() throws {
    // Time stands still: moves are one step, however slow the machine is.
    let store = Store(Drawing(), undoing: \.shapes, restoring: \.selection) {
      Timestamp(secondsSince1970: 0)
    }
    try store.send(.place(1))
    for x in [1.0, 2.0, 3.0] { try store.send(.drag(1, to: x)) }
    try store.undo()  // the circle is where it was placed
    #expect(store.state.shapes[1]?.x == 0)

    try store.send(.zoom(2))
    #expect(store.canRedo, "what is not undone leaves redo alone")
    try store.send(.place(2))
    let placed = store.timeline.present.id
    try store.undo()
    try store.send(.place(3))  // circle 2 is on a branch now
    try store.jump(to: placed)  // and here it is
    #expect(store.state.shapes.keys.contains(2) && !store.state.shapes.keys.contains(3))
    #expect(store.state.selection == 2 && store.state.zoom == 2)
    let back = store.timeline.undoPath
    try store.undo()
    #expect(store.state.selection == 1, "the restored part is the one from before the step")
    try store.redo()
    #expect(back.map(\.label) == store.timeline.undoPath.map(\.label))

    try store.markSaved()
    print(store.hasUnsavedChanges)  // false
    try store.undo()
    print(store.hasUnsavedChanges)  // true
    try store.redo()
    print(store.hasUnsavedChanges)  // false
    #expect(!store.hasUnsavedChanges)
    try store.undo()
    #expect(store.hasUnsavedChanges)
    try store.redo()

    let scope = try store.undoScope(\.shapes)
    try store.send(.drag(2, to: 5))
    try scope.undo()
    scope.close()
    #expect(store.state.shapes[2]?.x == 0)
    #expect(store.historyStatus.undoLabel == "Move Circle", "the scope's undo is a step of the store")
  }

  @Test("Groups are one step, or none")
  func groups() throws {
    let store = Store(Drawing(), undoing: \.shapes, restoring: \.selection)
    try store.send(.place(1))
    let drag = try store.beginGroup("Move Circle")
    for x in [4.0, 5.0, 6.0] { try store.send(.drag(1, to: x)) }
    drag.end()  // one step, whatever the actions are recorded as
    #expect(store.timeline.undoCount == 2)
    let another = try store.beginGroup("Move Circle")
    for x in [7.0, 8.0] { try store.send(.drag(1, to: x)) }
    try another.cancel()  // the circle is where it was before, and nothing lies ahead
    #expect(store.state.shapes[1]?.x == 6 && !store.canRedo)
  }

  @Test("Places in a history are found")
  func places() throws {
    let store = Store(Drawing(), undoing: \.shapes, restoring: \.selection)
    try store.send(.place(1))
    try store.send(.drag(1, to: 3))
    let firstDrag = store.timeline.first { $0.label == "Move Circle" }
    let line = store.timeline.line
    try store.jump(to: line[1])  // behind the first step
    try store.jump(to: line[line.count - 1])  // where redoing again and again would end
    if let moment = store.timeline.moment(at: .now - .seconds(60)) { try store.jump(to: moment.id) }
    #expect(store.state.shapes[1]?.x == 3 && firstDrag?.id == line[2])

    try store.undo(steps: 2)
    try store.redo(steps: 2)
    #expect(store.state.shapes[1]?.x == 3)
  }

  @Test("One step is taken back, and what came later stays")
  func takesBackOne() throws {
    let store = Store(Drawing(), undoing: \.shapes, restoring: \.selection)
    try store.send(.place(4))
    let slip = store.timeline.present.id
    try store.send(.place(5))
    try store.undo(only: slip)  // circle 5 stays, circle 4 goes
    #expect(Array(store.state.shapes.keys) == [5])

    try store.send(.drag(5, to: 1))
    let drag = store.timeline.present.id
    try store.endMerging()
    try store.send(.drag(5, to: 9))
    do {
      try store.undo(only: drag)
    } catch MergeError.conflicts {
      try store.undo(only: drag) { _ in .restored }  // back to where it was before both
    }
    #expect(store.state.shapes[5]?.x == 0 && store.timeline.undoCount == 6)
  }

  @Test("Several parts have one history")
  func severalParts() throws {
    let lesson = Store(Lesson(), undoing: \.title, \.marks)
    try lesson.send(.name("Rivers"))
    try lesson.send(.turn(to: 2))
    try lesson.send(.mark(0.5))
    try lesson.undo()
    try lesson.undo()  // no title and no marks, on page 2
    #expect(lesson.state.title.isEmpty && lesson.state.marks.isEmpty && lesson.state.page == 2)
    #expect(!lesson.canUndo)
  }
}
