import Testing

@testable import HistoryCosts

@Suite("A budget")
struct BudgetTests {
  let kept = Sample.results(sizes: [1_000])

  func objections(_ change: (inout Row) -> Void) -> [String] {
    Budget(kept: kept, run: Sample.results(kept, changing: change)).objections()
  }

  @Test("A run like the kept one is within it")
  func same() {
    #expect(objections { _ in } == [])
    #expect(Budget(kept: kept, run: kept).obstacle == nil)
  }

  @Test("A byte a step more is over it, and one less is no longer what is kept")
  func bytes() {
    let more = objections { row in
      if row.combination.description == "todos/typing/attic/1000", row.steps == 1_000 {
        row.structure = row.structure.map { $0 + 1 }
      }
    }
    #expect(
      more == [
        "todos/typing/attic/1000 after 1,000 steps: 701.0 bytes a step are more than the 700.0 of the budget"
      ]
    )
    let less = objections { row in
      if row.combination.description == "todos/typing/attic/1000" {
        row.structure = row.structure.map { $0 - 1 }
      }
    }
    #expect(less.count == 3 && less.allSatisfy { $0.contains("are less than the 700.0") })
  }

  @Test("Log bytes count like bytes in memory")
  func disk() {
    let more = objections { row in if row.disk != nil, row.scenario == .typing { row.disk = 251 } }
    #expect(
      more.count == 9
        && more.allSatisfy { $0.contains("251.0 bytes a step in the log are more than the 250.0") }
    )
  }

  @Test("A row that was not measured or not reached is over the budget")
  func missing() {
    let refused = objections { row in
      if row.strategy == .closures, row.steps == 1 {
        (row.structure, row.reason) = (nil, "it would take a year")
      }
    }
    #expect(
      refused.count == 34 && refused.allSatisfy { $0.hasSuffix("was not reached: it would take a year") }
    )
    let run = Results(kept.circumstances, kept.rows.filter { $0.strategy != .commands })
    let missing = Budget(kept: kept, run: run).objections()
    #expect(
      missing.count == 68 && missing.allSatisfy { $0.hasSuffix("was not measured, and the budget has it") }
    )
  }

  @Test("Clocks may be twice as slow on all sides, and one strategy up to three times beside the others")
  func clocks() {
    #expect(objections { $0.action = $0.action.map { $0 * 10 } } == [])
    #expect(objections { if $0.strategy == .attic { $0.action = $0.action.map { $0 * 2.9 } } } == [])
    let slower = objections { row in
      if row.strategy == .attic, row.subject == .todos { row.action = row.action.map { $0 * 3.2 } }
    }
    #expect(
      slower == [
        "todos, Strata, attic: an action takes 5.60 times as long as with command objects, and the budget has 1.75 times"
      ]
    )
    // A step that ends before the clock has moved is not slower, however fast the other strategies are.
    func results(_ yardstick: Double, _ other: Double) -> Results {
      Sample.results(kept) { row in
        if row.strategy == .commands { row.action = yardstick }
        if row.strategy == .attic { row.action = other }
      }
    }
    #expect(!Budget(kept: results(2_000, 110), run: results(200, 110)).objections().isEmpty)
    let fast = Budget(kept: results(2_000, 90), run: results(200, 90)).objections()
    #expect(!fast.contains { $0.contains("attic") })
    // One scenario alone is noise.
    #expect(
      objections { if $0.strategy == .attic, $0.scenario == .typing { $0.undo = $0.undo.map { $0 * 20 } } }
        == []
    )
  }

  @Test("With seeded hashing, counted bytes may differ by two percent")
  func seeded() {
    var circumstances = kept.circumstances
    circumstances.hashing = "seeded"
    func objections(_ factor: Double) -> Int {
      let run = Sample.results(kept) { $0.structure = $0.structure.map { $0 * factor } }
      return Budget(kept: kept, run: Results(circumstances, run.rows)).objections().count
    }
    #expect(objections(1.019) == 0 && objections(0.981) == 0)
    #expect(objections(1.03) > 0)
  }

  @Test("Another system's blocks are others: nothing is compared")
  func systems() {
    var circumstances = kept.circumstances
    circumstances.system = "macOS, arm64"
    let obstacle = Budget(kept: kept, run: Results(circumstances, kept.rows)).obstacle
    #expect(obstacle == "the budget is for Linux, x86-64, and this is macOS, arm64")
  }

  @Test("The kept budget has every strategy, subject and scenario")
  func complete() throws {
    let budget = try Results(contentsOf: Package.path(Places.budget))
    #expect(
      Set(budget.rows.filter { $0.structure != nil }.map(\.combination))
        == Set(Combination.all(sizes: [1_000]))
    )
    #expect(budget.circumstances.hashing == Circumstances.deterministic)
  }
}
