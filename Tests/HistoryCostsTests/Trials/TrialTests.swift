import Testing

@testable import HistoryCosts

@Suite("A trial")
struct TrialTests {
  static func rows(_ names: String, _ bounds: Bounds) throws -> [Row] {
    var rows: [Row] = []
    let group = try #require(Group(argument: names))
    try Trial(combinations: group.combinations, bounds: { _ in bounds }) { rows += $0 }.run()
    return rows
  }

  // Other tests allocate at the same time, and that must not look like this history's doing.
  static let small = Bounds(bytes: 1 << 40, seconds: .infinity, checkpoints: [1, 40])

  @Test("It has every figure after every checkpoint", arguments: StrategyName.allCases)
  func figures(strategy: StrategyName) throws {
    let rows = try Self.rows("todos/scattered/\(strategy.rawValue)/50", Self.small)
    #expect(rows.map(\.steps) == [1, 40])
    for row in rows {
      #expect(row.reason == nil)
      #expect((row.structure ?? 0) > 0)
      for figure in [
        row.allocator, row.resident, row.action, row.undo, row.undoWorst, row.jump, row.jumpWorst,
      ] {
        #expect(figure != nil)
      }
      #expect((row.undo ?? 0) <= (row.undoWorst ?? 0) && (row.jump ?? 0) <= (row.jumpWorst ?? 0))
    }
    #expect(rows[1].trim != nil && rows[0].trim == nil)
    #expect((rows[1].disk != nil) == (strategy == .attic))
  }

  @Test("Counted bytes and the log are the same when they are measured again")
  func repeatable() throws {
    let names = "todos/scattered/attic/50,todos/typing/attic/50,todos/branches/attic/50"
    let (first, second) = (try Self.rows(names, Self.small), try Self.rows(names, Self.small))
    #expect(first.map(\.structure) == second.map(\.structure))
    #expect(first.map(\.disk) == second.map(\.disk))
    #expect(first.compactMap(\.disk).allSatisfy { $0 > 50 })
  }

  @Test("Steps that would take too much are not made, and every row of them says why")
  func refusals() async {
    // Nothing else uses the heap of a process of its own.
    await #expect(processExitsWith: .success) {
      let bounds = Bounds(bytes: 1 << 30, seconds: .infinity, checkpoints: [1, 100_000, 1_000_000])
      let rows = try Self.rows("numbers/scattered/copy-on-write/100000", bounds)
      #expect(rows.map { $0.structure == nil } == [false, true, true])
      #expect(rows.map { $0.reason == nil } == [true, false, false])
      let reason = try #require(rows[1].reason)
      #expect(reason.hasPrefix("100,000 steps would keep "))
      #expect(reason.hasSuffix("and a run may take 1.07 GB"))
    }
  }

  @Test("Steps that would take too long are refused, judging by the time of the steps so far")
  func time() throws {
    let bounds = Bounds(bytes: 1 << 30, seconds: 2)
    #expect(bounds.refusal(of: 1_000, after: 0, (1, 1e6)) == nil)
    #expect(
      bounds.refusal(of: 10_000, after: 0, (1, 1e6))
        == "10,000 steps would take 10.0 s: 1 ms a step, and a pass may take 2.00 s"
    )
    #expect(bounds.refusal(of: 10_000, after: 9_000, (1, 1e6)) == nil)
    #expect(bounds.refusal(of: 1_000, after: 999, (2e6, 1)) != nil)
  }

  @Test("Only what the quick form's counted bytes are compared by stops it, never the time it takes")
  func quick() {
    for combination in Combination.all(sizes: [1_000]) {
      let bounds = Bounds.quick(combination)
      #expect(bounds.seconds >= 60 && bounds.checkpoints.contains(100))
    }
  }
}
