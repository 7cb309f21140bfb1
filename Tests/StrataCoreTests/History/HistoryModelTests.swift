import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("A history, against one that keeps full copies")
struct HistoryModelTests {
  static let commands = 1_500

  @Test("Random commands leave both alike", arguments: 1...(Soak.isOn ? 40 : 8) as ClosedRange<UInt64>)
  func randomCommands(seed: UInt64) {
    compare(seed: seed, commands: Self.commands, keeping: .unpacked)
  }

  static let attics = [0, 1, 7].flatMap { recent in
    [1, 2, 7, 64].map {
      Keeping(snapshots: recent, pageSize: $0)
    }
  }

  @Test(
    "An attic changes none of the answers",
    arguments: attics,
    1...(Soak.isOn ? 4 : 1) as ClosedRange<UInt64>
  )
  func randomCommandsWithAttic(keeping: Keeping, seed: UInt64) {
    compare(seed: seed, commands: Self.commands / 2, keeping: keeping)
  }

  /// Millions of commands take a release build and patience: ask for them with STRATA_SOAK=1. They are many histories,
  /// for the model of a long one is slow.
  private func compare(seed: UInt64, commands: Int, keeping: Keeping) {
    for round in 0..<UInt64(Soak.times(1)) {
      guard isSame(seed: seed &+ round << 32, commands: commands, keeping: keeping) else { return }
    }
  }

  private func isSame(seed: UInt64, commands: Int, keeping: Keeping) -> Bool {
    var run = Run(seed: seed, keeping: keeping)
    Soak.count(.session)
    for command in 0..<commands {
      run.next()
      // Looking at every moment takes longer than the command itself.
      if let difference = run.difference ?? (command % 8 == 0 ? run.differenceOfMoments : nil) {
        Issue.record(
          "seed \(seed), \(keeping), command \(command): \(difference)\n\(run.log.suffix(12).joined(separator: "\n"))"
        )
        return false
      }
    }
    run.checkKeptCopies()
    if keeping == .unpacked { #expect(run.packedMoments == 0) }
    if keeping != .unpacked, keeping.pageSize < 64 { #expect(run.packedMoments > 0) }
    return true
  }

  /// One history and its model under the same commands.
  struct Run {
    /// The whole state of which the history records a part.
    struct Whole: Sendable {
      var part: [Int] = []
      var restored = 0
    }

    static let domain = UndoDomain(undone: [.undone(\Whole.part)], restored: [.restored(\Whole.restored)])

    static func snapshot(_ before: Whole, _ after: Whole) -> DomainSnapshot {
      withPlace(of: before) { old in withPlace(of: after) { domain.capture(old, $0) } }
    }

    var numbers: SplitMix64
    var history: History
    var model: NaiveHistory
    var state: [Int] = []
    var restored = 0
    var time: Int64 = 1_000
    var log: [String] = []
    var isRightlyRestored = true
    var kept: [(history: History, text: String, present: [Int])] = []

    /// The most moments of which only the step was left at a time.
    var packedMoments = 0

    init(seed: UInt64, keeping: Keeping) {
      numbers = SplitMix64(seed: seed)
      history = History(
        Self.snapshot(Whole(), Whole()),
        of: Self.domain,
        keeping: keeping,
        at: Timestamp(nanosecondsSince1970: 1_000)
      )
      model = NaiveHistory([], restored: 0, at: 1_000)
    }

    mutating func next() {
      time += Int64(numbers.below(12)) - 1
      restored += numbers.below(2)
      switch numbers.below(21) {
      case 0..<5: record(Step(label: "Step \(numbers.below(100))"))
      case 5..<9:
        let key = ["a", "b"][numbers.below(2)]
        record(Step(label: "Merge \(key)", merge: (key, .nanoseconds(8))))
      case 9..<13: go(.step(.back))
      case 13..<16: go(.step(.forward))
      case 16: go(.jump(Moment.ID(raw: UInt32(max(0, model.nextID - numbers.below(30))))))
      case 17:
        log.append("markSaved()")
        history.markSaved()
        model.markSaved()
      case 18:
        let limit = [0, 1, 2, 5, 20, 40][numbers.below(6)]
        log.append("keep(steps: \(limit))")
        history.keep(steps: limit)
        model.setLimit(limit)
      case 19 where numbers.below(3) == 0:
        log.append("forgetAhead()")
        var deferred = DeferredReleases()
        history.forgetAhead(into: &deferred)
        model.forgetAhead()
      default:
        if kept.count < 20 { kept.append((history, history.timeline.description, state)) }
      }
    }

    private mutating func record(_ step: Step) {
      let before = restored
      restored += numbers.below(3)
      switch numbers.below(8) {
      case 0 where !state.isEmpty: state.remove(at: numbers.below(state.count))
      case 1: state.insert(numbers.below(1_000), at: numbers.below(state.count + 1))
      case 2 where !state.isEmpty: state[numbers.below(state.count)] = numbers.below(1_000)
      default: state.append(numbers.below(1_000))
      }
      log.append("record(\(state), \(step), restored values: (\(before), \(restored)), at: \(time))")
      let (state, restored) = (state, restored)
      let now = Timestamp(nanosecondsSince1970: time)
      pack()
      var deferred = DeferredReleases()
      history.record(
        step,
        Self.snapshot(Whole(restored: before), Whole(part: state, restored: restored)),
        at: now,
        into: &deferred
      )
      model.record(state, step, before: before, after: restored, at: time)
    }

    private mutating func go(_ movement: Movement) {
      log.append("move(\(movement))")
      let destination = history.destination(of: movement)
      let there = destination.flatMap { $0.snapshot ?? (try? history.snapshot(at: $0.id)) }
      pack()
      var deferred = DeferredReleases()
      if let destination, let there {
        history.move(movement, to: destination.id, arrivingAt: there, into: &deferred)
      }
      let expected = model.go(movement)
      let undone = destination?.undone?.sides(as: Int.self)
      let restoredThere = undone?.before ?? there?.sides(as: Int.self)?.after
      isRightlyRestored =
        there?.undone(as: [Int].self) == expected?.part && restoredThere == expected?.restored
      if let expected { (state, restored) = expected }
    }

    private mutating func pack() {
      guard let page = history.unpackedPage else { return }
      var deferred = DeferredReleases()
      history.stow(page.packed(), into: &deferred)
    }

    private func part(of history: History, at id: Moment.ID) -> [Int]? {
      (try? history.snapshot(at: id))?.undone(as: [Int].self)
    }

    /// The first difference between the history and the model, in words.
    var difference: String? {
      let timeline = history.timeline
      guard isRightlyRestored else { return "a movement restored something else" }
      guard part(of: history, at: history.timeline.present.id) == model.point(model.present)?.part else {
        return "the present differs"
      }
      guard timeline.undoPath.map(\.id.number) == model.undoPath else { return "the undo path differs" }
      guard timeline.redoPath.map(\.id.number) == model.redoPath else { return "the redo path differs" }
      guard timeline.undoCount == model.undoPath.count else { return "the number of undos differs" }
      guard timeline.canUndo == !model.undoPath.isEmpty else { return "whether it can undo differs" }
      guard timeline.canRedo == !model.redoPath.isEmpty else { return "whether it can redo differs" }
      guard timeline.saved?.id.number == model.saved else { return "the saved moment differs" }
      guard timeline.hasUnsavedChanges == (model.saved != model.present) else {
        return "the dirty dot differs"
      }
      return timeline.count == model.points.count ? nil : "the number of moments differs"
    }

    /// The first moment that differs from the model, or the fault of the tree, in words.
    var differenceOfMoments: String? {
      mutating get {
        let timeline = history.timeline
        packedMoments = max(packedMoments, timeline.ids.count { timeline.snapshot(at: $0) == nil })
        for point in model.points {
          let id = Moment.ID(raw: UInt32(point.id))
          guard let moment = timeline[id] else { return "moment \(id) is missing" }
          guard moment.parent?.number == point.parent, moment.label == point.label else {
            return "moment \(id) differs"
          }
          guard moment.time.nanosecondsSince1970 == point.time else { return "the time of \(id) differs" }
          guard part(of: history, at: id) == point.part else { return "what was at \(id) differs" }
        }
        return timeline.brokenInvariants.first
      }
    }

    /// Histories that were put aside along the way have not moved.
    func checkKeptCopies() {
      #expect(!kept.isEmpty)
      for copy in kept {
        #expect(copy.history.timeline.description == copy.text)
        #expect(part(of: copy.history, at: copy.history.timeline.present.id) == copy.present)
        #expect(copy.history.timeline.brokenInvariants == [])
      }
    }
  }
}
