/// A change that a writer proposes: the new version of the state, and the record of each history.
///
/// Building a proposal runs the app's code: the reducer, the comparing of fields, the getters of computed key paths.
/// Committing it runs none.
struct Proposal {
  /// The version to come.
  let after: AnyVersion
  let meaning: Meaning
  /// The label and the author of the change, and what histories record it as.
  let step: Step
  /// The scope in whose history the step's switches name moments; nil for the store's own history.
  let origin: UndoScopeID?
  /// The record of the store's own history; nil where it records nothing.
  let main: Record?
  /// The records of the histories of open scopes.
  let scopes: [(id: UndoScopeID, record: Record)]
  /// The group that ends with the change; nil for none.
  let endingGroup: Int?

  /// The record of a change in one history.
  struct Record {
    let snapshot: DomainSnapshot
    /// The difference of the fields that the history undoes, where a log needs it or the step is packed soon.
    var difference: Patch.Node?
  }

  /// The meaning of a change for the histories, beside the steps that they record.
  enum Meaning {
    /// A change of the state: an action, a transaction, a switch of steps.
    case edit
    /// A movement in a history.
    case movement(Journey)
    /// All histories begin anew with what they record.
    case restart
    /// The store's own history becomes that of another store, which this one follows.
    case followed(FollowedHistory)
  }

  /// A movement to a moment, in the history of a scope or, for nil, in the store's own.
  final class Journey: Sendable {
    let movement: Movement
    let scope: UndoScopeID?
    let id: Moment.ID
    /// The snapshot of the moment.
    let arrival: DomainSnapshot
    /// How far it is, where a recorder asks.
    let cost: MovementCost?
    /// The moments at the end of the way to the present that are removed then, the last one first.
    let removed: [Moment.ID]

    init(
      _ movement: Movement,
      of scope: UndoScopeID?,
      to id: Moment.ID,
      _ arrival: DomainSnapshot,
      _ cost: MovementCost?,
      removing removed: [Moment.ID]
    ) {
      (self.movement, self.scope, self.id, self.arrival) = (movement, scope, id, arrival)
      (self.cost, self.removed) = (cost, removed)
    }
  }

  @inline(__always)
  init(
    _ after: AnyVersion,
    _ meaning: Meaning = .edit,
    as step: Step,
    origin: UndoScopeID? = nil,
    main: Record? = nil,
    scopes: [(id: UndoScopeID, record: Record)] = [],
    endingGroup: Int? = nil
  ) {
    (self.after, self.meaning, self.step, self.origin) = (after, meaning, step, origin)
    (self.main, self.scopes, self.endingGroup) = (main, scopes, endingGroup)
  }

  /// The same change to another version, which differs only outside the undo domains.
  func replacing(_ after: AnyVersion) -> Proposal {
    Proposal(after, meaning, as: step, origin: origin, main: main, scopes: scopes, endingGroup: endingGroup)
  }

  /// Whether a history records the change.
  var isRecorded: Bool { main != nil || !scopes.isEmpty }

  /// Whether a history takes note of the time.
  var isTimed: Bool { if case .restart = meaning { true } else { isRecorded } }

  /// How far a movement goes, where a recorder asks.
  var cost: MovementCost? { if case .movement(let journey) = meaning { journey.cost } else { nil } }

  /// Returns the step as a history records it: numbers of moments have a meaning in one history alone.
  func step(of history: UndoScopeID?) -> Step {
    guard history != origin, let provenance = step.provenance, provenance.origin.isComposed else {
      return step
    }
    var step = step
    step.provenance = Provenance(provenance.author)
    return step
  }
}

extension StoreCore {
  /// Returns the meaning of a change for the store's own history.
  func event(of proposal: borrowing Proposal, at time: Timestamp) -> HistoryEvent {
    switch proposal.meaning {
    case .movement(let journey) where journey.scope == nil: .moved(journey.movement, to: journey.id)
    case .edit, .movement:
      proposal.main == nil ? .nothing : main.event(of: proposal.step(of: nil), at: time)
    case .restart: .begun(main.nextBeginning, label: History.firstLabel, at: time)
    // The other store has recorded the change already.
    case .followed: .nothing
    }
  }

  /// The moment that a change will make, undo, redo or jump to; nil for none. It is computed before the change is made.
  func moment(of proposal: borrowing Proposal, at time: Timestamp) -> Moment? {
    if case .followed(let followed) = proposal.meaning {
      return followed.step.map(followed.history.timeline.moment)
    }
    let timeline = main.timeline
    switch event(of: proposal, at: time) {
    case .made(let id, let parent, let label, let time, let provenance):
      let words = MomentWords(label: label, time: time, provenance: provenance)
      return Moment(id: id, parent: parent, words, checkpoint: nil)
    case .extended(let id, let label, let time):
      var words = timeline.words(of: id)
      (words.label, words.time) = (label, time)
      return timeline.moment(id, words)
    case .moved(.step(.back), _): return timeline.present
    case .moved(_, let id): return timeline.moment(id)
    case .nothing, .begun, .saved, .named, .forgotten: return nil
    }
  }

  /// The label of a change, for notes of it in the state.
  func label(of proposal: borrowing Proposal) -> String {
    if case .restart = proposal.meaning { return "Load" }
    guard case .movement(let journey) = proposal.meaning, journey.scope == nil else {
      return proposal.step.label
    }
    let timeline = main.timeline
    return switch journey.movement {
    case .step(.back): "Undo \(timeline[timeline.presentID]?.label ?? "")"
    case .step(.forward): "Redo \(timeline[journey.id]?.label ?? "")"
    case .jump: "Go to \(timeline[journey.id]?.label ?? "")"
    }
  }
}
