import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("A store, against one that keeps full copies")
struct StoreModelTests {
  /// Five thousand commands; two million take a release build and STRATA_SOAK=1.
  @Test(
    "Random commands, failing ones too, leave both alike: state, history, scope, restored part and saved marker",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func commands(seed: UInt64) throws {
    for round in 0..<(Soak.isOn ? 40 : 1) as Range<UInt64> {
      var run = try Run(seed: seed &+ round << 32)
      Soak.count(.session)
      for command in 0..<(Soak.isOn ? 2_500 : Soak.pick(250, more: 800)) {
        try run.next()
        guard let difference = run.difference(isThorough: command % 16 == 0) else { continue }
        Issue.record("seed \(seed), round \(round), command \(command): \(difference)\n\(run.log.suffix(12))")
        return
      }
      run.checkSnapshots()
    }
  }

  /// A store and its model under the same commands.
  private struct Run {
    var random: SplitMix64
    let store: Store<Easel>
    var model: NaiveStore
    var scope: UndoScope<Easel>?
    let time = Guarded<Int64>(1_000)
    var log: [String] = []
    var answers: (String, String)?
    /// States that were read along the way, and what the model held then.
    var snapshots: [(Easel, Easel)] = []

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      let time = time
      store = Store(Easel(), undoing: \.document, restoring: \.place) {
        Timestamp(nanosecondsSince1970: time.withLock { $0 })
      }
      model = NaiveStore(at: 1_000)
      try store.keep(steps: 40)
      model.setLimit(40)
    }

    private var now: Int64 { time.withLock { $0 } }

    mutating func next() throws {
      let passed = Int64(random.below(12)) - 1
      time.withLock { $0 += passed }
      let (number, now) = (random.below(1_000), now)
      switch random.below(32) {
      case 0..<5:
        both("draw \(number)") {
          try $0.send(.draw(number))
        } _: {
          try $0.send(.draw(number), at: now)
        }
      case 5..<9:
        both("drag \(number)") {
          try $0.send(.drag(number))
        } _: {
          try $0.send(.drag(number), at: now)
        }
      case 9..<11:
        both("write") {
          try $0.send(.write(number))
        } _: {
          try $0.send(.write(number), at: now)
        }
      case 11:
        both("erase") {
          try $0.send(.erase)
        } _: {
          try $0.send(.erase, at: now)
        }
      case 12:
        both("look") {
          try $0.send(.look(number))
        } _: {
          try $0.send(.look(number), at: now)
        }
      case 13:
        both("spill") {
          try $0.send(.spill)
        } _: {
          try $0.send(.spill, at: now)
        }
      case 14:
        both("fail") {
          try $0.send(.fail)
        } _: {
          try $0.send(.fail, at: now)
        }
      case 15..<19:
        both("undo") {
          try $0.undo()
        } _: {
          try $0.move(.step(.back), at: now)
        }
      case 19..<21:
        both("redo") {
          try $0.redo()
        } _: {
          try $0.move(.step(.forward), at: now)
        }
      case 21:
        let id = Moment.ID(raw: UInt32(max(0, model.main.nextID - random.below(45))))
        both("jump \(id)") {
          try $0.jump(to: id)
        } _: {
          try $0.move(.jump(id), at: now)
        }
      case 22:
        both("mark") {
          try $0.markSaved()
        } _: {
          $0.markSaved()
        }
      case 23:
        let limit = [0, 1, 2, 5, 20, 40, 40, 40][random.below(8)]
        both("limit \(limit)") {
          try $0.keep(steps: limit)
        } _: {
          $0.setLimit(limit)
        }
      case 24..<27: transaction(number)
      case 27..<30: try moveScope()
      case 30 where random.below(20) == 0:
        let other = Easel()
        both("load") {
          try $0.load(other)
        } _: {
          $0.load(other, at: now)
        }
      default: if snapshots.count < 30 { snapshots.append((store.state, model.state)) }
      }
    }

    /// A transaction with one inside that fails or not, and is caught; sometimes the whole fails.
    private mutating func transaction(_ number: Int) {
      let (innerFails, outerFails, now) = (number % 2 == 0, number % 5 == 0, now)
      both("transaction \(number)") { store in
        try store.transaction("Both") { draft in
          try draft.send(.draw(number))
          try? draft.transaction { inner in
            try inner.send(.write(number))
            if innerFails { try inner.send(.fail) }
          }
          if outerFails { try draft.send(.fail) }
        }
      } _: { model in
        try model.transaction("Both", at: now) { state in
          state = try NaiveStore.reduced(state, by: .draw(number)).0
          var inner = try NaiveStore.reduced(state, by: .write(number)).0
          if !innerFails { swap(&state, &inner) }
          if outerFails { state = try NaiveStore.reduced(state, by: .fail).0 }
        }
      }
    }

    private mutating func moveScope() throws {
      let now = now
      guard let scope else {
        log.append("open scope")
        scope = try store.undoScope(\.document.drawing)
        return model.openScope(at: now)
      }
      switch random.below(12) {
      case 0:
        log.append("close scope")
        scope.close()
        self.scope = nil
        model.closeScope()
      case 1..<7:
        both("scope undo") { _ in
          try scope.undo()
        } _: {
          try $0.moveScope(.step(.back), at: now)
        }
      default:
        both("scope redo") { _ in
          try scope.redo()
        } _: {
          try $0.moveScope(.step(.forward), at: now)
        }
      }
    }

    private mutating func both(
      _ what: String,
      _ command: (Store<Easel>) throws -> Void,
      _ naively: (inout NaiveStore) throws -> Void
    ) {
      log.append(what)
      func answer(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "done"
      }
      answers = (answer { try command(store) }, answer { try naively(&model) })
    }

    func difference(isThorough: Bool) -> String? {
      if let answers, answers.0 != answers.1 { return "the store says \(answers.0), its model \(answers.1)" }
      if store.state != model.state { return "the states are \(store.state) and \(model.state)" }
      if let different = difference(store.timeline, model.main) { return "in the history: \(different)" }
      if let naive = model.scope {
        guard let timeline = scope?.timeline else { return "the scope is closed" }
        if let different = difference(timeline, naive) { return "in the scope: \(different)" }
      }
      guard isThorough else { return nil }
      for point in model.main.points {
        let id = Moment.ID(raw: UInt32(point.id))
        guard let moment = store.timeline[id], moment.label == point.label,
          moment.time.nanosecondsSince1970 == point.time
        else { return "moment \(id) differs" }
        guard store.state(at: id)?.document.list == point.part else { return "what was at \(id) differs" }
      }
      return store.timeline.brokenInvariants.first
    }

    private func difference(_ timeline: Timeline, _ naive: NaiveHistory) -> String? {
      if timeline.present.id.number != naive.present { return "the present" }
      if timeline.count != naive.points.count { return "the number of moments" }
      if timeline.undoPath.map(\.id.number) != naive.undoPath { return "the undo path" }
      if timeline.redoPath.map(\.id.number) != naive.redoPath { return "the redo path" }
      return timeline.saved?.id.number == naive.saved ? nil : "the saved moment"
    }

    /// The states read along the way have not changed.
    func checkSnapshots() {
      for (read, held) in snapshots { #expect(read == held) }
    }
  }
}
