import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// Several authors send, undo and redo in any order: stores against lists of what was done.
@Suite("Undo by author, against a model")
struct AuthorsModelTests {
  struct Tables: Reducible, Described, Equatable {
    struct Action: Equatable, Sendable {
      var table: String
      var value: Int
      var isExternal = false
    }

    var tables: [String: Int] = [:]

    static func describe(_ field: inout Fields<Tables>) {
      field("tables", \.tables)
    }

    func recording(of action: Action) -> Recording {
      action.isExternal
        ? .external("\(action.table) \(action.value)") : .step("\(action.table) \(action.value)")
    }

    mutating func reduce(_ action: Action) { tables[action.table] = action.value }
  }

  /// The moments as one list, searched from the beginning for every question.
  struct Model {
    struct Step: Equatable {
      var author: Author
      var value: Int
      var isExternal = false
    }

    /// One moment's step, undo or redo.
    enum Entry: Equatable {
      case step(Step)
      case undo(Step, by: Author)
      /// It takes back the undo with a number.
      case redo(Step, of: Int)
      /// It takes the step to the moment with a number again, which lies on another branch.
      case again(Step, of: Int)

      /// The step that it is, where an author can take that back.
      var step: Step? {
        switch self {
        case .step(let step): step.isExternal ? nil : step
        case .redo(let step, _), .again(let step, _): step
        case .undo: nil
        }
      }
    }

    /// One move of redo, with its step.
    enum Redo: Equatable {
      case forward(Step)
      case takingBack(Step, Int)
      case again(Step, Int)

      var step: Step {
        switch self {
        case .forward(let step), .takingBack(let step, _), .again(let step, _): step
        }
      }
    }

    /// All that was made, in its order, and the way that was gone when it was.
    var all: [(entry: Entry, way: [Int])] = []
    /// The numbers of what is on the way to the present.
    var way: [Int] = []
    /// Those of what was left by going back, the next one last.
    var ahead: [Int] = []

    func isMeant(_ step: Step, by author: Author?) -> Bool { author == nil || step.author == author }

    func done(by author: Author?) -> [Step] {
      var done: [Step] = []
      for number in way {
        if case .undo(let step, _) = all[number].entry { done.removeAll { $0 == step } }
        if let step = all[number].entry.step, isMeant(step, by: author) { done.append(step) }
      }
      return done
    }

    /// The undos on the way that no redo there took back, whoever made them.
    var undos: [Int] {
      var undos: [Int] = []
      for number in way {
        switch all[number].entry {
        case .undo: undos.append(number)
        case .redo(_, let undo): undos.removeAll { $0 == undo }
        case .step, .again: break
        }
      }
      return undos
    }

    /// The author's last own step.
    func newest(by author: Author?) -> Int? {
      all.indices.last { number in
        guard case .step(let step) = all[number].entry else { return false }
        return !step.isExternal && isMeant(step, by: author)
      }
    }

    /// The author's steps left to redo on the way to the author's newest step, if other authors have gone on since.
    func left(by author: Author?) -> [Redo]? {
      guard let newest = newest(by: author), !way.contains(newest) else { return nil }
      let path = all[newest].way + [newest]
      let shared = zip(path, way).prefix { $0 == $1 }.count
      guard way.dropFirst(shared).allSatisfy({ $0 > newest }) else { return nil }
      let there = way.compactMap { if case .again(_, let number) = all[$0].entry { number } else { nil } }
      return path.dropFirst(shared).compactMap { number in
        guard let step = all[number].entry.step, isMeant(step, by: author) else { return nil }
        if case .redo(_, let undo) = all[number].entry {
          return undos.contains(undo) ? .takingBack(step, undo) : nil
        }
        return there.contains(number) ? nil : .again(step, number)
      }
    }

    /// The next move of redo, and those that follow as long as nothing is seen.
    func redos(by author: Author?) -> [Redo] {
      if let next = ahead.last {
        let entry = all[next].entry
        if case .step(let step) = entry, author == nil { return [.forward(step)] }
        if let step = entry.step, isMeant(step, by: author) { return [.forward(step)] }
        if case .undo(let step, _) = entry, author == nil { return [.forward(step)] }
      }
      let left = left(by: author)
      let end = newest(by: author).flatMap { left != nil || way.contains($0) ? $0 : nil } ?? -1
      let undone = undos.reversed().compactMap { number -> Redo? in
        guard number > end, case .undo(let step, let who) = all[number].entry else { return nil }
        return author == nil || who == author ? .takingBack(step, number) : nil
      }
      return undone + (left ?? [])
    }

    /// The step that redo is about: the first one of which something is seen, for another author's step may be written over
    /// since by its author.
    func redoStep(by author: Author?) -> Step? {
      redos(by: author).first { redo in
        if case .forward = redo { return true }
        return tables[Self.table(of: redo.step)].map { $0 < redo.step.value } ?? true
      }?.step
    }

    mutating func make(_ entry: Entry) {
      all.append((entry, way))
      way.append(all.count - 1)
      ahead = []
    }

    /// Returns whether there was something to undo.
    mutating func undo(by author: Author?) -> Bool {
      guard let step = done(by: author).last else { return false }
      if let last = way.last, all[last].entry.step == step {
        ahead.append(way.removeLast())
      } else {
        make(.undo(step, by: author ?? .user))
      }
      return true
    }

    /// Returns whether there was something to redo.
    mutating func redone(by author: Author?) -> Bool {
      guard let redo = redos(by: author).first else { return false }
      switch redo {
      case .forward: way.append(ahead.removeLast())
      case .takingBack(let step, let undo): make(.redo(step, of: undo))
      case .again(let step, let number): make(.again(step, of: number))
      }
      return true
    }

    var tables: [String: Int] {
      var tables: [String: Int] = [:]
      for number in way {
        if case .step(let step) = all[number].entry, step.isExternal {
          tables[Self.table(of: step)] = step.value
        }
      }
      for step in done(by: nil) { tables[Self.table(of: step)] = step.value }
      return tables
    }

    /// Changes from outside have a table of their own, so that an author's steps do not contradict each other.
    static func table(of step: Step) -> String { step.isExternal ? "outside" : "of \(step.author)" }
  }

  @Test(
    "Everybody undoes and redoes own steps, and those of all, with and without an attic",
    arguments: [
      .unpacked, Keeping(snapshots: 0, pageSize: 1),
      Keeping(snapshots: 3, pageSize: 4),
    ]
  )
  func model(keeping: Keeping) throws {
    var (redone, empty) = (0, 0)
    defer { #expect(empty * 100 < redone, "\(empty) of \(redone)") }
    seeds: for seed in 0..<UInt64(Soak.times(6)) {
      var random = SplitMix64(seed: seed)
      let store = Store(Tables(), undoing: \.tables, keeping: keeping)
      var model = Model()
      Soak.count(.session)
      let authors: [Author] = [.user, "agent", "sync"]
      for number in 1...60 {
        let author = authors[random.below(3)]
        let whose = random.below(4) == 0 ? nil : author
        switch random.below(8) {
        case 0..<3:
          let step = Model.Step(author: author, value: number, isExternal: random.below(5) == 0)
          model.make(.step(step))
          let action = Tables.Action(
            table: Model.table(of: step),
            value: number,
            isExternal: step.isExternal
          )
          try store.send(action, as: author)
        case 3..<6:
          let isDone = model.undo(by: whose)
          try expect(isDone, or: .nothingToUndo) {
            if let whose { try store.undo(by: whose) } else { try store.undo() }
          }
        default:
          let next = model.redos(by: whose).first
          let isDone = model.redone(by: whose)
          try expect(isDone, or: .nothingToRedo) {
            do {
              // Another author's undo may have been of what its author has changed since.
              try store.redo(by: whose)
              redone += 1
            } catch StoreError.nothingToRedo where isDone {}
          }
          // Undo of all authors' steps may have left nothing of one's: then redo goes on to the next one.
          let present = store.timeline.present
          switch next {
          case .takingBack(_, let number)? where present.switches.map(\.moment.number) != [number + 1],
            .again(_, let number)? where present.switches.map(\.moment.number) != [number + 1]:
            empty += 1
            continue seeds
          default: break
          }
        }
        try #require(store.state.tables == model.tables, "seed \(seed), change \(number)")
        let timeline = store.timeline
        #expect(timeline.brokenInvariants.isEmpty)
        for author in authors {
          let (done, undone) = (model.done(by: author).last, model.redoStep(by: author))
          #expect(timeline.undoMoment(by: author)?.label == done.map { "of \($0.author) \($0.value)" })
          #expect(timeline.canUndo(by: author) == (done != nil))
          try #require(
            timeline.redoMoment(by: author)?.label == undone.map { "of \($0.author) \($0.value)" },
            "seed \(seed), change \(number), \(author)\n\(timeline)"
          )
          #expect(timeline.canRedo(by: author) == (undone != nil))
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

  private func expect(_ isDone: Bool, or error: StoreError, _ body: () throws -> Void) throws {
    if isDone { try body() } else { #expect(throws: error) { try body() } }
  }
}
