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

  /// The moments as one list, searched from the end for every question. Every step is on or off. Of the steps of one table,
  /// the newest one that is on counts.
  struct Model {
    struct Step: Equatable {
      var author: Author
      var value: Int
      var isExternal = false
    }

    /// A switch: the number of a moment, and whether its step counts.
    struct Switch: Equatable {
      var target: Int
      var isOn: Bool
    }

    enum Origin {
      case step(Step)
      case undo([Switch], by: Author)
      case redo([Switch])

      var switches: [Switch] {
        switch self {
        case .step: []
        case .undo(let switches, _), .redo(let switches): switches
        }
      }
    }

    /// All that was made, in its order, and the way that led there.
    var all: [(origin: Origin, way: [Int])] = []
    /// The numbers of what is on the way to the present.
    var way: [Int] = []
    /// Those of what was left by going back, the next one last.
    var ahead: [Int] = []

    /// The moments that are on once some switches move.
    func on(moving switches: [Switch] = []) -> Set<Int> {
      var on: Set<Int> = []
      // The newest moment that is on and moved a switch says how it stands.
      var moved = Dictionary(uniqueKeysWithValues: switches.map { ($0.target, $0.isOn) })
      for number in all.indices.reversed() where moved[number] ?? way.contains(number) {
        on.insert(number)
        for one in all[number].origin.switches where moved[one.target] == nil { moved[one.target] = one.isOn }
      }
      return on
    }

    func tables(moving switches: [Switch] = []) -> [String: Int] {
      var tables: [String: Int] = [:]
      for number in on(moving: switches).sorted() {
        if case .step(let step) = all[number].origin { tables[Self.table(of: step)] = step.value }
      }
      return tables
    }

    /// Changes from outside have a table of their own, so that an author's steps do not contradict each other.
    static func table(of step: Step) -> String { step.isExternal ? "outside" : "of \(step.author)" }

    /// The number of the step that a moment undoes or redoes; else its own.
    func meant(by number: Int) -> Int {
      all[number].origin.switches.last.map { meant(by: $0.target) } ?? number
    }

    /// The step with a number, where it is one that the author can undo; nil stands for all authors.
    func own(_ number: Int, by author: Author?) -> Step? {
      guard case .step(let step) = all[number].origin, !step.isExternal else { return nil }
      return author == nil || step.author == author ? step : nil
    }

    /// The step that a moment makes or brings back, as ``own(_:by:)``.
    func taken(_ number: Int, by author: Author?) -> Step? {
      if case .undo = all[number].origin { return nil }
      return own(meant(by: number), by: author)
    }

    /// The numbers of the author's steps that are on, in the order in which they were taken or brought back.
    func done(by author: Author?) -> [Int] {
      let on = on()
      var done: [Int] = []
      for number in on.sorted(by: >) where taken(number, by: author) != nil {
        let step = meant(by: number)
        if on.contains(step), !done.contains(step) { done.append(step) }
      }
      return done.reversed()
    }

    /// The switches that redo may move, in their order.
    func redoable(by author: Author?) -> [Switch] {
      let left = left(by: author)
      let newest = all.indices.last { own($0, by: author) != nil && (way.contains($0) || left != nil) } ?? -1
      let on = on()
      let undos = on.sorted(by: >).filter { number in
        guard case .undo(_, let who) = all[number].origin else { return false }
        return number > newest && (author == nil || who == author)
      }
      // A step that a switch has moved was not merely left.
      let moved = on.flatMap { all[$0].origin.switches.map(\.target) }
      let again = (left ?? []).filter { !moved.contains($0) && !on.contains($0) }
      return undos.map { Switch(target: $0, isOn: false) } + again.map { Switch(target: $0, isOn: true) }
    }

    /// The author's steps on the way to the author's newest step, where others have gone on from a moment before it.
    func left(by author: Author?) -> [Int]? {
      guard let newest = all.indices.last(where: { own($0, by: author) != nil }), !way.contains(newest) else {
        return nil
      }
      let path = all[newest].way + [newest]
      let shared = zip(path, way).prefix { $0 == $1 }.count
      guard way.dropFirst(shared).allSatisfy({ $0 > newest }) else { return nil }
      return path.dropFirst(shared).filter { taken($0, by: author) != nil }
    }

    /// The first switches that change a table; nil where none do.
    func seen(_ switches: [Switch]) -> [Switch]? {
      let before = tables()
      return switches.indices.lazy.map { Array(switches[...$0]) }.first { tables(moving: $0) != before }
    }

    /// The next move of undo or redo.
    enum Move {
      case beside(Int)
      case switching([Switch])
    }

    func next(undo author: Author?) -> Move? {
      if let last = way.last, taken(last, by: author) != nil { return .beside(last) }
      return seen(done(by: author).reversed().map { Switch(target: $0, isOn: false) }).map { .switching($0) }
    }

    func next(redo author: Author?) -> Move? {
      if let next = ahead.last, author == nil || taken(next, by: author) != nil { return .beside(next) }
      return seen(redoable(by: author)).map { .switching($0) }
    }

    /// The step that a move undoes or redoes: the last one of its switches.
    func step(of move: Move?) -> Step? {
      let number: Int
      switch move {
      case .beside(let beside)?: number = beside
      case .switching(let switches)?: number = switches[switches.count - 1].target
      case nil: return nil
      }
      if case .step(let step) = all[meant(by: number)].origin { return step } else { return nil }
    }

    mutating func make(_ origin: Origin) {
      all.append((origin, way))
      way.append(all.count - 1)
      ahead = []
    }

    /// Returns whether there was something to undo.
    mutating func undo(by author: Author?) -> Bool {
      switch next(undo: author) {
      case .beside?: ahead.append(way.removeLast())
      case .switching(let switches)?: make(.undo(switches, by: author ?? .user))
      case nil: return false
      }
      return true
    }

    /// Returns whether there was something to redo.
    mutating func redo(by author: Author?) -> Bool {
      switch next(redo: author) {
      case .beside?: way.append(ahead.removeLast())
      case .switching(let switches)?: make(.redo(switches))
      case nil: return false
      }
      return true
    }
  }

  @Test(
    "Everybody undoes and redoes own steps, and those of all, with and without an attic",
    arguments: [
      .unpacked, Keeping(snapshots: 0, pageSize: 1),
      Keeping(snapshots: 3, pageSize: 4),
    ]
  )
  func model(keeping: Keeping) throws {
    var redone = 0
    defer { #expect(redone > 0) }
    for seed in 0..<UInt64(Soak.times(6)) {
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
          let isDone = model.redo(by: whose)
          redone += isDone ? 1 : 0
          try expect(isDone, or: .nothingToRedo) { try store.redo(by: whose) }
        }
        try #require(store.state.tables == model.tables(), "seed \(seed), change \(number)")
        let timeline = store.timeline
        #expect(timeline.brokenInvariants.isEmpty)
        for author in authors {
          let done = model.step(of: model.next(undo: author))
          let undone = model.step(of: model.next(redo: author))
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
            == model.done(by: nil).reversed().compactMap { model.own($0, by: nil) }
            .map { "of \($0.author) \($0.value)" }
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
