import PersistentCollections
import Testing

@testable import HistoryCosts

@Suite("Counted bytes")
struct StructureTests {
  /// The counted bytes that a number of steps keep.
  func bytes<History: HistoryStrategy>(
    _: History.Type,
    _ scenario: Scenario,
    count: Int,
    steps: Int
  ) throws -> Int {
    var history = History(History.beginning(with: try History.Subject.state(of: count)), for: .memory)
    var script = Script(scenario, over: History.Subject.self, count: count)
    let before = history.structure()
    for _ in 0..<steps {
      for command in script.nextStep() { try history.carryOut(command) }
    }
    return history.structure() - before
  }

  /// A label of 21 characters: 32 bytes before them, and room for them in steps of 16.
  static let label = Footprint.block(of: 32 + 32)

  @Test("A copy of an array is its block, a label and a place in the list of copies")
  func copies() throws {
    let array = Footprint.block(of: 32 + 1_000 * 8)
    for (steps, room) in [(1, 2), (3, 4)] {
      let deep = try bytes(WholeStates<Numbers, DeepCopying>.self, .scattered, count: 1_000, steps: steps)
      let lazy = try bytes(WholeStates<Numbers, CopyingOnWrite>.self, .scattered, count: 1_000, steps: steps)
      #expect(deep >= steps * (array + Self.label) && deep < steps * (array + Self.label) + 60 * room)
      #expect(lazy == deep)
    }
  }

  @Test("A deep copy has all titles, one that is copied on write the title that was replaced")
  func texts() throws {
    let (n, title) = (64, Footprint.block(of: 32 + 32))
    let deep = try bytes(WholeStates<Todos, DeepCopying>.self, .scattered, count: n, steps: 1)
    let lazy = try bytes(WholeStates<Todos, CopyingOnWrite>.self, .scattered, count: n, steps: 1)
    #expect(deep - lazy == (n - 1) * title)
  }

  @Test("A journal that is copied on write keeps the collection that changed, and shares the other one")
  func collections() throws {
    func lazy(_ scenario: Scenario) throws -> Int {
      try bytes(WholeStates<Journals, CopyingOnWrite>.self, scenario, count: 1_000, steps: 10) / 10
    }
    // A hundred annotations are dragged, a thousand todos are renamed.
    #expect(try lazy(.dragging) * 5 < lazy(.scattered))
  }

  @Test(
    "The bytes of a command or a closure do not depend on the number of items",
    arguments: SubjectName.todos.scenarios
  )
  func independence(scenario: Scenario) throws {
    guard scenario.share == nil else { return }
    func both<Entry: StepEntry>(_: Entry.Type) throws -> [Int] where Entry.State == Todos.Plain {
      try [100, 3_000].map { n in try bytes(StepLine<Todos, Entry>.self, scenario, count: n, steps: 32) }
    }
    for sizes in try [both(ClosureEntry.self), both(CommandEntry.self), both(StackedSteps.self)] {
      // A title more or less, where a script meets one item twice.
      #expect((sizes[0] - sizes[1]).magnitude <= sizes[0].magnitude / 4, "\(sizes)")
    }
  }

  @Test("A bulk edit keeps what it changed of each item, ten times as much for ten times as many")
  func bulk() throws {
    let few = try bytes(StepLine<Numbers, CommandEntry>.self, .bulk1, count: 10_000, steps: 8)
    let many = try bytes(StepLine<Numbers, CommandEntry>.self, .bulk10, count: 10_000, steps: 8)
    #expect(many > 8 * few && many < 12 * few)
  }

  @Test("A snapshot costs little more among a thousand times as many, a copy a thousand times as much")
  func growth() throws {
    func growth<History: HistoryStrategy>(_: History.Type) throws -> Double where History.Subject == Numbers {
      let small = try bytes(History.self, .scattered, count: 50, steps: 20)
      let large = try bytes(History.self, .scattered, count: 50_000, steps: 20)
      return Double(large) / Double(small)
    }
    #expect(try growth(StoreHistory<Numbers, KeepingSnapshots>.self) < 4)
    #expect(try growth(WholeStates<Numbers, CopyingOnWrite>.self) > 400)
  }
}
