import PersistentCollections
import Testing

@testable import StrataCore

/// Registers that a switched step and another step wrote.
@Suite("Conflicts of moved switches")
struct StepConflictTests {
  /// Steps over a notebook, one behind the other.
  struct Line {
    private(set) var value: Notebook
    private var walked = WalkedSteps()

    init(_ value: Notebook) { self.value = value }

    /// Makes a step, and returns its moment.
    @discardableResult
    mutating func edit(_ edit: Notebook.Edit) throws -> Moment.ID {
      let patch = try value.patch(of: edit)
      let moment = Moment.ID(raw: UInt32(walked.steps.count + 1))
      walked.steps.append(WalkedStep(moment, after: walked.present, patch))
      walked.present = [moment]
      value = try value.applying(patch)
      return moment
    }

    func conflicts(switchingOff moment: Moment.ID) throws -> [StepConflict] {
      try StepWalker(walked, Notebook._shape).conflicts(moving: [StepSwitch(moment, isOn: false)])
    }

    /// The value without a step, where each conflict ends as chosen.
    func value(without moment: Moment.ID, _ choice: StepConflict.Choice) throws -> Notebook {
      let walker = try StepWalker(walked, Notebook._shape)
      let switches = [StepSwitch(moment, isOn: false)]
      let chosen = try StepConflict.choices(in: walker.conflicts(moving: switches)) { _ in choice }
      return try value.applying(walker.patch(moving: switches)).applying(chosen)
    }
  }

  static let start = Notebook(rows: [Notebook.Row(id: 1, title: "A"), Notebook.Row(id: 2, title: "X")])

  @Test("A title that a later step wrote over is a conflict; either title can be chosen")
  func overwritten() throws {
    var line = Line(Self.start)
    let step = try line.edit(.title(.row(.rows, 0), "B"))
    try line.edit(.title(.row(.rows, 0), "C"))
    let conflict = try #require(try line.conflicts(switchingOff: step).first)
    #expect(conflict.path == [.field("rows"), .position(0), .field("title")])
    #expect(conflict.current == .text("C") && conflict.other == .text("A"))
    #expect(try line.value(without: step, .current).rows[0].title == "C")
    #expect(try line.value(without: step, .other).rows[0].title == "A")
  }

  @Test("The newest step that wrote a title is switched off without a conflict")
  func newest() throws {
    var line = Line(Self.start)
    try line.edit(.title(.row(.rows, 0), "B"))
    let step = try line.edit(.title(.row(.rows, 0), "C"))
    #expect(try line.conflicts(switchingOff: step).isEmpty)
    #expect(try line.value(without: step, .current).rows[0].title == "B")
  }

  @Test("Letters that two steps typed into one text are no conflict")
  func letters() throws {
    var line = Line(Self.start)
    let step = try line.edit(.type(.row(.row(.rows, 0)), at: 0, removing: 0, "ab"))
    try line.edit(.type(.row(.row(.rows, 0)), at: 1, removing: 1, "cd"))
    #expect(try line.conflicts(switchingOff: step).isEmpty)
    #expect(try line.value(without: step, .current).rows[0].body == "cd")
  }

  @Test(
    "A row in which a later step changed something is a conflict with its insertion; the choice brings it back"
  )
  func insertedAndChanged() throws {
    var line = Line(Self.start)
    let step = try line.edit(.insertRow(.rows, at: 1, Notebook.Row(id: 3, title: "new")))
    try line.edit(.title(.row(.rows, 1), "newer"))
    let conflict = try #require(try line.conflicts(switchingOff: step).first)
    #expect(conflict.kind == .changedAndRemoved && conflict.other == nil)
    #expect(try line.value(without: step, .other).rows == Self.start.rows)
    #expect(try line.value(without: step, .current) == line.value)
  }

  @Test("A row that a later step moved again is a conflict of two places")
  func movedAgain() throws {
    var line = Line(Notebook(rows: (1...4).map { Notebook.Row(id: $0) }))
    let step = try line.edit(.moveRow(.rows, from: 0, to: 3))
    try line.edit(.moveRow(.rows, from: 3, to: 1))
    let conflict = try #require(try line.conflicts(switchingOff: step).first)
    #expect(conflict.kind == .outOfOrder)
    #expect(conflict.current == .integer(1) && conflict.other == .integer(0))
    #expect(try line.value(without: step, .current).rows.map(\.id) == [2, 1, 3, 4])
    #expect(try line.value(without: step, .other).rows.map(\.id) == [1, 2, 3, 4])
  }
}
