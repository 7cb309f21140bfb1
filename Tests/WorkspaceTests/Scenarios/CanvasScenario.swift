import Strata
import StrataStorage
import Testing

@testable import Workspace

@Suite("Scenario D, state switching: annotations on a canvas")
struct CanvasScenario {
  let here = Point(x: 1, y: 2)
  let there = Point(x: 30, y: 40)

  func prepared() throws -> Desk {
    let desk = Desk()
    try desk.canvas(.create("First", at: here, color: .red), .create("Second", at: here, color: .blue))
    return desk
  }

  @Test(
    "A canvas of annotations: create, recolour, move, edit, delete, each a step that is undone and redone"
  )
  func actions() throws {
    let actions: [(Canvas.Action, String)] = [
      (.create("Third", at: there, color: .teal), "Create Annotation"),
      (.recolor([1], .green), "Recolour Annotation"), (.recolor([1, 2], .pink), "Recolour 2 Annotations"),
      (.move(id: 1, to: there), "Move Annotation"), (.edit(id: 2, "Other"), "Edit Annotation"),
      (.delete([1]), "Delete Annotation"), (.delete([1, 2]), "Delete 2 Annotations"),
    ]
    for (action, label) in actions {
      let desk = try prepared()
      let before = desk.state.document
      try desk.canvas(action)
      let after = desk.state.document
      #expect(desk.steps == [label, "Create Annotation", "Create Annotation"])
      try desk.store.undo()
      #expect(desk.state.document == before)
      try desk.store.redo()
      #expect(desk.state.document == after && after != before)
    }
  }

  @Test("Actions recolour, move, edit and delete the annotations that they name")
  func effects() throws {
    let desk = try prepared()
    try desk.canvas(.recolor([2], .orange), .move(id: 2, to: there), .edit(id: 2, "Moved"), .delete([1]))
    #expect(
      Array(desk.canvas.annotations.values) == [
        Annotation(id: 2, color: .orange, position: there, text: "Moved")
      ]
    )
  }

  @Test("A delta between two moments says what it means for one entity, and flips to what undoing it means")
  func entitySteps() throws {
    let desk = try prepared()
    let old = desk.canvas.annotations
    try desk.canvas(.create("Third", at: there, color: .teal), .move(id: 2, to: there), .delete([1]))
    let new = desk.canvas.annotations
    let steps = new.changes(from: old).map { (key: $0.key, step: UndoRedoStep($0)) }
    #expect(steps.map(\.key) == [1, 2, 3])
    #expect(steps.map(\.step.kind) == [.deleted, .updated, .created])
    #expect(steps[1].step == UndoRedoStep(old: old[2], new: new[2]))
    for (_, step) in steps {
      #expect(step.flipped().flipped() == step)
      #expect(step.flipped().old == step.new && step.flipped().new == step.old)
    }
    #expect(steps.map { $0.step.flipped().kind } == [.created, .updated, .deleted])
    #expect(UndoRedoStep(old: old[2], new: old[2]).kind == .unchanged)
    // Undoing is what the flipped steps say.
    for _ in 0..<3 { try desk.store.undo() }
    let undone = desk.canvas.annotations.changes(from: new).map { (key: $0.key, step: UndoRedoStep($0)) }
    #expect(undone.map(\.key) == steps.map(\.key) && undone.map(\.step) == steps.map { $0.step.flipped() })
  }

  @Test("Changes made by undo and redo record nothing")
  func noSteps() throws {
    let desk = try prepared()
    let count = desk.store.timeline.count
    for _ in 0..<5 {
      try desk.store.undo()
      try desk.store.undo()
      try desk.store.redo()
      try desk.store.redo()
    }
    #expect(desk.store.timeline.count == count)
  }

  @Test("A user's edit clears redo: what was ahead stays as a branch")
  func branch() throws {
    let desk = try prepared()
    let second = desk.store.timeline.present.id
    try desk.store.undo()
    try desk.canvas(.recolor([1], .teal))
    #expect(!desk.store.canRedo)
    try desk.store.jump(to: second)
    #expect(desk.canvas.annotations.values.map(\.text) == ["First", "Second"])
    #expect(desk.canvas.annotations[1]?.color == .red)
  }

  @Test("Deleting what is not there is an error, not a crash later; so is everything else about it")
  func missing() throws {
    let desk = try prepared()
    let before = desk.state
    let actions: [Canvas.Action] = [
      .delete([1, 3]), .recolor([1, 3], .red), .move(id: 3, to: there), .edit(id: 3, "Ghost"),
    ]
    for action in actions {
      #expect(throws: CanvasError.noAnnotation(3)) { try desk.canvas(action) }
      #expect(desk.state == before)
    }
    #expect("\(CanvasError.noAnnotation(3))" == "There is no annotation 3.")
    try desk.canvas(.delete([1]))
    #expect(throws: CanvasError.noAnnotation(1)) { try desk.canvas(.delete([1])) }
  }

  @Test("A place that is no place is refused: it could not be saved, and would equal nothing")
  func places() throws {
    let desk = try prepared()
    for point in [Point(x: .nan, y: 0), Point(x: 0, y: .infinity)] {
      #expect(throws: CanvasError.notAPlace) { try desk.canvas(.move(id: 1, to: point)) }
      #expect(throws: CanvasError.notAPlace) { try desk.canvas(.create("", at: point, color: .red)) }
    }
    #expect(
      "\(CanvasError.notAPlace)"
        == "An annotation cannot be there: both coordinates have to be finite numbers."
    )
    #expect(desk.canvas.annotations.count == 2)
  }

  @Test("Saving an identical value is no step")
  func identical() throws {
    let desk = try prepared()
    let moment = desk.store.timeline.present.id
    try desk.store.undo()
    try desk.canvas(.move(id: 1, to: here), .edit(id: 1, "First"), .recolor([1], .red))
    #expect(desk.store.canRedo)
    try desk.store.redo()
    #expect(desk.store.timeline.present.id == moment)
  }

  @Test("Equality compares all of a value")
  func equality() {
    let annotation = Annotation(id: 1, color: .red, position: here, text: "A")
    var others = Array(repeating: annotation, count: 5)
    others[0].id = 2
    others[1].color = .blue
    others[2].position.x = 0
    others[3].position.y = 0
    others[4].text = "B"
    for other in others { #expect(other != annotation) }
  }

  @Test("Dragging an annotation is one step until there is a pause")
  func dragging() throws {
    let desk = try prepared()
    for x in 0..<50 {
      try desk.canvas(.move(id: 1, to: Point(x: Double(x), y: 0)))
      desk.clock.pass(.milliseconds(16))
    }
    #expect(desk.steps.count == 3)
    desk.clock.pass(.seconds(3))
    try desk.canvas(.move(id: 1, to: there))
    #expect(desk.steps.count == 4)
    try desk.canvas(.move(id: 2, to: there))
    #expect(desk.steps.count == 5)
    for _ in 0..<3 { try desk.store.undo() }
    #expect(desk.canvas.annotations.values.map(\.position) == [here, here])
  }

  @Test("Memory and disk stay in step, and disk failing is heard")
  func disk() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let desk = Desk()
    let file = StateFile<AppState>(at: folder.path + "/canvas.json")
    try desk.store.willCommit { try file.save($0.after) }
    func expectInStep() throws {
      #expect(try file.load() == desk.state)
    }
    try desk.canvas(.create("First", at: here, color: .red))
    try expectInStep()
    try desk.canvas(.move(id: 1, to: there))
    try expectInStep()
    try desk.store.undo()
    try expectInStep()
    let before = desk.state
    folder.remove()
    #expect(throws: StateFileError.self) { try desk.canvas(.delete([1])) }
    #expect(throws: StateFileError.self) { try desk.store.redo() }
    #expect(desk.state == before)
  }
}
