import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// Random sessions of several authors in a store, with all that undo by name can do, against the model of switches.
///
/// The store says which switches each call moved; the model says what that has to make, and what the calls promise is held to
/// what the model makes.
@Suite("A store makes what the model of switches makes")
struct StoreSwitchModelTests {
  struct Session {
    let store: Store<Played<Notebook>>
    let model: SwitchModel
    /// Gives the edits.
    private var edits: SwitchSession
    private var random: SplitMix64
    private let authors: [Author]
    /// Whether the model does what the store did: it knows of no moment that was forgotten.
    private let isFollowed: Bool
    /// The model's moments, by those of the store.
    private var moments: [Moment.ID: Int] = [:]
    private(set) var done: [String: Int] = [:]

    init(seed: UInt64, keeping: Keeping, isFollowed: Bool = true) {
      self.isFollowed = isFollowed
      edits = SwitchSession(seed: seed)
      store = Store(Played(value: edits.base), undoing: \.value, keeping: keeping)
      model = SwitchModel(edits.base)
      random = SplitMix64(seed: seed ^ 0x5A5A)
      authors = [[.user, "agent"], [.user, "agent", "sync"]][random.below(2)]
      moments[store.timeline.oldest.id] = -1
    }

    var value: Notebook { store.state.value }

    /// Something was chosen in a conflict, of which the model knows nothing: the session ends.
    struct Chosen: Error {}

    /// Takes a turn.
    mutating func turn() throws {
      let author = authors[random.below(authors.count)]
      let whose: [Author]? =
        random.below(5) == 0 ? (random.below(2) == 0 ? nil : [author, authors[0]]) : [author]
      let ids = store.timeline.map(\.id)
      let any = ids[random.below(ids.count)]
      switch random.below(20) {
      case 0..<9: try edit(by: author)
      case 9..<12: try take(.back, whose)
      case 12..<15: try take(.forward, whose)
      case 15: try call("jump") { try $0.jump(to: any) }
      case 16:
        try call("merge") {
          try $0.takeUnasked(.init(label: "", author: author, origin: .merge(of: any), isStep: true))
        }
      case 17:
        let isOn = random.below(2) == 0
        let choice: MergeConflict.Choice = random.below(2) == 0 ? .mine : .theirs
        try call("only") { store in
          if isOn {
            try store.redo(only: any, as: author) { _ in choice }
          } else {
            try store.undo(only: any, as: author) { _ in choice }
          }
        }
      default:
        let review = try store.review(since: store.timeline.line[0])
        // The model has one edit for each moment, so its changes go together.
        let meant = Set(review.changes.map(\.moment.id)).sorted().filter { _ in random.below(4) == 0 }
        let chosen = review.changes.filter { meant.contains($0.moment.id) }
        try call("reject") { try $0.reject(chosen, as: author) { _ in .theirs } }
      }
    }

    /// Compares the answers to menus with those that are found without any kept ones.
    func checkAnswers() throws {
      let timeline = store.timeline
      for author in authors {
        let said = (timeline.undoMoment(by: author)?.id, timeline.redoMoment(by: author)?.id)
        let steps = StepsOfHistory(timeline)
        let found = (
          steps.answer(.back, of: .by([author])).step, steps.answer(.forward, of: .by([author])).step
        )
        if said != found {
          throw SwitchSession.Finding(description: "\(author): \(said), not \(found)\n\(timeline)")
        }
      }
    }

    private mutating func edit(by author: Author) throws {
      guard let edit = edits.randomEdit(value) else { return }
      let patch = try value.patch(of: edit)
      if patch.isEmpty { return }
      try call("edit", [edit]) {
        try $0.send(Played.Edit(value: $0.state.value.applying(patch), patch: patch), as: author)
      }
    }

    private mutating func take(_ side: HistorySide, _ whose: [Author]?) throws {
      let (before, timeline) = (value, store.timeline)
      let isMeant = StepsOfHistory(timeline).answer(side, of: StepChoice(by: whose)).step != nil
      let isSaid =
        switch (side, whose) {
        case (.back, nil): timeline.canUndo
        case (.forward, nil): timeline.canRedo
        case (.back, let whose?): timeline.undoMoment(byAny: whose) != nil
        case (.forward, let whose?): timeline.redoMoment(byAny: whose) != nil
        }
      if isSaid != isMeant { throw SwitchSession.Finding(description: "can: \(isMeant), said: \(isSaid)") }
      let isTaken = try call("\(side)") { try $0.undoOrRedo(side, of: StepChoice(by: whose)) }
      if isTaken != isMeant { throw SwitchSession.Finding(description: "can: \(isMeant), done: \(isTaken)") }
      let wasMoved = store.timeline.count == timeline.count
      if isTaken, !wasMoved, value == before { throw SwitchSession.Finding(description: "nothing is seen") }
    }

    /// Makes a call, and has the model do what the store did.
    @discardableResult
    private mutating func call(
      _ name: String,
      _ edits: [Notebook.Edit] = [],
      _ body: (Store<Played<Notebook>>) throws -> Void
    ) throws -> Bool {
      let (before, newest) = (store.timeline.present.id, store.timeline.newestID)
      do {
        try body(store)
      } catch let error as StoreError {
        if isFollowed, value != valueOfModel(at: before) {
          throw SwitchSession.Finding(description: "\(name): \(error) changed it")
        }
        return false
      } catch {
        throw SwitchSession.Finding(description: "\(name): \(error)\n\(store.timeline)")
      }
      done[name, default: 0] += 1
      if isFollowed { try follow(after: newest, edits) }
      return true
    }

    private func valueOfModel(at moment: Moment.ID) -> Notebook {
      moments[moment].map(model.value(of:)) ?? Notebook()
    }

    private mutating func follow(after newest: Moment.ID, _ edits: [Notebook.Edit]) throws {
      let timeline = store.timeline
      for moment in timeline where moment.id > newest {
        if moment.provenance?.ownChanges.isEmpty == false { throw Chosen() }
        let parents = [moment.parent, moment.merges].compactMap { $0.flatMap { moments[$0] } }
        let switches = StepsOfHistory(timeline).expanded(moment.switches).flatMap {
          one -> [SwitchModel.Switch] in
          guard let target = moments[one.moment] else { return [] }
          return [SwitchModel.Switch(moment: target, edit: nil, isOn: one.isOn)]
        }
        let isEdit = moment.switches.isEmpty && moment.merges == nil
        let made = model.append(
          SwitchModel.Moment(parents: parents, edits: isEdit ? edits : [], switches: switches)
        )
        moments[moment.id] = made
      }
      let present = timeline.present.id
      let wanted = valueOfModel(at: present)
      if value != wanted {
        throw SwitchSession.Finding(
          description: "\(timeline)\n\(try PlainValue(of: value))\nnot\n\(try PlainValue(of: wanted))"
        )
      }
    }
  }

  static let keepings: [Keeping] = [
    .unpacked, .all, Keeping(snapshots: 3, pageSize: 4), Keeping(snapshots: 0, pageSize: 1),
  ]

  @Test("in sessions of edits, undo, redo, rejections, jumps and merges", arguments: 0..<8)
  func sessions(part: Int) throws {
    var done: [String: Int] = [:]
    for number in 0..<Soak.times(12) {
      let seed = UInt64(part * 1_000_000 + number)
      var session = Session(seed: seed, keeping: Self.keepings[number % Self.keepings.count])
      Soak.count(.session)
      turns: for turn in 0..<30 {
        do {
          try session.turn()
        } catch is Session.Chosen {
          break turns
        } catch {
          Issue.record("seed \(seed), turn \(turn): \(error)")
          return
        }
      }
      done.merge(session.done) { $0 + $1 }
    }
    for call in ["edit", "back", "forward", "jump", "merge", "only", "reject"] {
      #expect(done[call, default: 0] > 0, "\(done)")
    }
  }

  @Test("Menus stay right from one change to the next, with limits too", arguments: keepings)
  func answers(keeping: Keeping) throws {
    for seed in 0..<UInt64(Soak.times(12)) {
      let limit = seed.isMultiple(of: 3) ? nil : Int(seed % 3) * 4
      var session = Session(seed: seed, keeping: keeping.limited(toSteps: limit), isFollowed: false)
      Soak.count(.session)
      for turn in 0..<40 {
        do {
          try session.turn()
          try session.checkAnswers()
        } catch {
          Issue.record("seed \(seed), turn \(turn): \(error)")
          return
        }
      }
    }
  }
}
