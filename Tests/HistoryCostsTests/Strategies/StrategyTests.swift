import Measuring
import TestSupport
import Testing

@testable import HistoryCosts

@Suite("A strategy")
struct StrategyTests {
  static let combinations = Combination.all(sizes: [19])
  static let steps = Soak.times(6)

  /// Takes a history through a script and back, forward again and here and there; returns what it ends with.
  struct Reconstruction: StrategyVisitor {
    let combination: Combination
    let purpose: Purpose

    func visit<History: HistoryStrategy>(_: History.Type) throws -> Ends {
      let state = try History.Subject.state(of: combination.n)
      let first = History.Subject.plain(of: state)
      var history = History(History.beginning(with: state), for: purpose)
      var script = Script(combination.scenario, over: History.Subject.self, count: combination.n)
      // The contents after each step of the line that leads to the present.
      var line = [history.contents]
      for _ in 0..<StrategyTests.steps {
        for command in script.nextStep() {
          let before = history.steps
          try history.carryOut(command)
          switch command {
          case .send where combination.scenario.strokes > 1 && history.steps == before:
            line[line.count - 1] = history.contents
          case .send, .redo: line.append(history.contents)
          case .undo: line.removeLast()
          }
          try #require(history.contents == line.last)
        }
      }
      #expect(line.count - 1 == (combination.scenario == .branches ? (Self.steps + 1) / 2 : Self.steps))
      for expected in line.dropLast().reversed() {
        try history.undo()
        try #require(history.contents == expected, "\(combination)")
      }
      #expect(history.contents == first && !history.canUndo)
      #expect(throws: (any Error).self) { try history.undo() }
      for expected in line.dropFirst() {
        try history.redo()
        try #require(history.contents == expected, "\(combination)")
      }
      #expect(!history.canRedo)
      if combination.scenario != .branches {
        var random = SplitMix64(seed: 3)
        for _ in 0..<20 {
          let step = random.below(line.count)
          try history.jump(to: step)
          try #require(history.contents == line[step], "\(combination), step \(step)")
        }
        try history.jump(to: line.count - 1)
        try history.keep(steps: 5)
        for expected in line.dropLast().suffix(5).reversed() {
          try history.undo()
          try #require(history.contents == expected, "\(combination)")
        }
        #expect(!history.canUndo)
      }
      return Ends(first: "\(first)".count, last: line[line.count - 1] == first)
    }

    private static var steps: Int { StrategyTests.steps }
  }

  struct Ends: Equatable {
    var first: Int
    var last: Bool
  }

  @Test(
    "Undoing all gives back the first state, redoing all the last, and a jump the one of its step",
    arguments: combinations
  )
  func thereAndBack(combination: Combination) throws {
    for purpose in [Purpose.memory, .clocks] {
      _ = try combination.open(Reconstruction(combination: combination, purpose: purpose))
    }
  }

  /// The contents of a history after a script, in a form that can be compared between strategies.
  struct Outcome: StrategyVisitor {
    let combination: Combination

    func visit<History: HistoryStrategy>(_: History.Type) throws -> AnyEquatable {
      let state = try History.Subject.state(of: combination.n)
      var history = History(History.beginning(with: state), for: .clocks)
      var script = Script(combination.scenario, over: History.Subject.self, count: combination.n)
      for _ in 0..<StrategyTests.steps {
        for command in script.nextStep() { try history.carryOut(command) }
      }
      return AnyEquatable(history.contents)
    }
  }

  /// Contents of a subject, whatever its type.
  struct AnyEquatable: Equatable {
    private let value: Any
    private let isSame: (Any) -> Bool

    init<Value: Equatable>(_ value: Value) {
      self.value = value
      isSame = { $0 as? Value == value }
    }

    static func == (left: AnyEquatable, right: AnyEquatable) -> Bool { left.isSame(right.value) }
  }

  @Test(
    "The same edits lead to the same contents whatever keeps them",
    arguments: Combination.all(sizes: [41]).filter { $0.strategy == .attic }
  )
  func agreement(combination: Combination) throws {
    let outcomes = try StrategyName.allCases.map { strategy in
      var combination = combination
      combination.strategy = strategy
      return try combination.open(Outcome(combination: combination))
    }
    for (strategy, outcome) in zip(StrategyName.allCases, outcomes) {
      #expect(outcome == outcomes[0], "\(strategy)")
    }
  }
}
