import Measuring
import TestSupport
import Testing

@testable import Strata

/// Several authors send, undo and redo in any order: stores against lists of what was done.
@Suite("Undo by author, against a model")
struct AuthorsModelTests {
  struct Tables: Reducible, Described, Equatable {
    struct Action: Equatable, Sendable {
      var table: String
      var value: Int
      var isOutside = false
    }

    var tables: [String: Int] = [:]

    static func describe(_ field: inout Fields<Tables>) {
      field("tables", \.tables)
    }

    func recording(of action: Action) -> Recording {
      action.isOutside
        ? .outside("\(action.table) \(action.value)") : .step("\(action.table) \(action.value)")
    }

    mutating func reduce(_ action: Action) { tables[action.table] = action.value }
  }

  /// What was done, as a list that is gone through from the beginning for every question.
  struct Model {
    struct Step: Equatable {
      var author: Author
      var value: Int
      var isOutside = false
    }

    /// What one moment on the way to the present brought.
    enum Entry: Equatable {
      case step(Step)
      case undo(Step, by: Author)
      case redo(Step)
    }

    var way: [Entry] = []
    /// What was left by going back, the next one last.
    var ahead: [Entry] = []

    func done(by author: Author?) -> [Step] {
      var done: [Step] = []
      for entry in way {
        switch entry {
        case .step(let step), .redo(let step):
          if !step.isOutside && (author == nil || step.author == author) { done.append(step) }
        case .undo(let step, _): done.removeAll { $0 == step }
        }
      }
      return done
    }

    func undone(by author: Author?) -> [Step] {
      var undone: [Step] = []
      for entry in way {
        switch entry {
        case .step(let step):
          if !step.isOutside && (author == nil || step.author == author) { undone = [] }
        case .undo(let step, let who): if author == nil || who == author { undone.append(step) }
        case .redo(let step): undone.removeAll { $0 == step }
        }
      }
      return undone
    }

    mutating func make(_ entry: Entry) {
      way.append(entry)
      ahead = []
    }

    /// Returns whether there was something to undo.
    mutating func undo(by author: Author?) -> Bool {
      guard let step = done(by: author).last else { return false }
      if way.last == .step(step) || way.last == .redo(step) {
        ahead.append(way.removeLast())
      } else {
        make(.undo(step, by: author ?? .user))
      }
      return true
    }

    mutating func redo(by author: Author?) -> Bool {
      if let next = ahead.last {
        switch next {
        case .step(let step), .redo(let step):
          if author == nil || (step.author == author && !step.isOutside) {
            way.append(ahead.removeLast())
            return true
          }
        case .undo: break
        }
      }
      guard let step = undone(by: author).last else { return false }
      make(.redo(step))
      return true
    }

    var tables: [String: Int] {
      var tables: [String: Int] = [:]
      for entry in way {
        if case .step(let step) = entry, step.isOutside { tables[Self.table(of: step)] = step.value }
      }
      for step in done(by: nil) { tables[Self.table(of: step)] = step.value }
      return tables
    }

    /// What comes from outside has a table of its own, for an author's steps are not to contradict each other.
    static func table(of step: Step) -> String { step.isOutside ? "outside" : "of \(step.author)" }
  }

  @Test(
    "Everybody undoes and redoes own steps, and those of all, with and without an attic",
    arguments: [
      .unpacked, Keeping(snapshots: 0, longestJump: nil, pageSize: 1),
      Keeping(snapshots: 3, longestJump: 5, pageSize: 4),
    ]
  )
  func model(keeping: Keeping) throws {
    for seed in 0..<UInt64(Soak.times(6)) {
      var random = SplitMix64(seed: seed)
      let store = Store(Tables(), undoing: \.tables, keeping: keeping)
      var model = Model()
      let authors: [Author] = [.user, "agent", "sync"]
      for number in 1...60 {
        let author = authors[random.below(3)]
        let whose = random.below(4) == 0 ? nil : author
        switch random.below(8) {
        case 0..<3:
          let step = Model.Step(author: author, value: number, isOutside: random.below(5) == 0)
          model.make(.step(step))
          let action = Tables.Action(
            table: Model.table(of: step),
            value: number,
            isOutside: step.isOutside
          )
          try store.send(action, as: author)
        case 3..<6:
          #expect(store.timeline.stepToUndo(of: whose) != nil || model.done(by: whose).isEmpty)
          let isDone = model.undo(by: whose)
          try expect(isDone, or: .nothingToUndo) {
            if let whose { try store.undo(by: whose) { _ in .mine } } else { try store.undo() }
          }
        default:
          let isDone = model.redo(by: whose)
          try expect(isDone, or: .nothingToRedo) {
            // Another author's undo may have been of what its author has changed since.
            try store.redo(by: whose) { _ in .mine }
          }
        }
        try #require(store.state.tables == model.tables, "seed \(seed), change \(number)")
        let timeline = store.timeline
        #expect(timeline.brokenInvariants.isEmpty)
        for author in authors {
          let (done, undone) = (model.done(by: author).last, model.undone(by: author).last)
          #expect(timeline.undoLabel(by: author) == done.map { "of \($0.author) \($0.value)" })
          #expect(timeline.canUndo(by: author) == (done != nil))
          if model.ahead.isEmpty {
            #expect(timeline.redoLabel(by: author) == undone.map { "of \($0.author) \($0.value)" })
          }
        }
        #expect(store.canUndo == !model.done(by: nil).isEmpty)
        #expect(
          timeline.undoPath.map(\.label)
            == model.done(by: nil).reversed().map { "of \($0.author) \($0.value)" }
        )
        #expect(store.historyStatus.undoLabel == timeline.undoPath.first?.label)
        #expect(store.historyStatus.redoLabel == timeline.redoPath.first?.label)
        #expect(timeline.undoPath.count == Array(timeline.undoPath).count)
      }
    }
  }

  @Test("Whether an author can undo is told as soon behind many steps of others as behind few")
  func manyOthers() throws {
    func time(_ count: Int) throws -> Double {
      let store = Store(Tables(), undoing: \.tables)
      try store.send(.init(table: "of agent", value: 1), as: "agent")
      for number in 0..<count { try store.send(.init(table: "mine", value: number)) }
      let timeline = store.timeline
      return try processorNanoseconds {
        for _ in 0..<100 {
          try #require(timeline.canUndo(by: "agent") && timeline.undoLabel(by: "agent") == "of agent 1")
          try #require(!timeline.canRedo(by: "agent") && !timeline.canUndo(by: "sync"))
        }
      }
    }
    _ = try time(10)
    let (few, many) = (try time(500), try time(8_000))
    #expect(many < 5 * few, "\(few) and \(many) ns")
  }

  private func expect(_ isDone: Bool, or error: StoreError, _ body: () throws -> Void) throws {
    if isDone { try body() } else { #expect(throws: error) { try body() } }
  }
}
