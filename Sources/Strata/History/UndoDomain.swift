/// The history of one part of a state, seen from the whole: it reads and replaces that part, and its companion,
/// and nothing else.
protocol UndoDomain<State>: Sendable {
  associatedtype State: Reducible

  var timeline: Timeline { get }

  /// What tells whether the part changed.
  var lens: any PartLens<State> { get }
  /// Takes a step; the caller knows that the part changed.
  mutating func record(from before: State, to after: State, _ step: Step, at time: Timestamp)
  /// Puts into `state` what a movement leads to; false when it leads nowhere.
  func restore(_ movement: Movement, in state: inout State) -> Bool
  /// Goes where a movement leads.
  mutating func move(_ movement: Movement)
  mutating func markSaved()
  mutating func setLimit(_ limit: HistoryLimit)
  /// Forgets everything but the part as it is in `state`.
  mutating func restart(in state: State, at time: Timestamp)
  /// Returns the state with the part, and nothing else, as it was at a moment.
  func state(at id: Moment.ID, from state: State) -> State?
}

/// A history together with the key paths to the part that it watches and to the part's companion.
struct PartHistory<State: Reducible, Part: Equatable & Sendable, Companion: Sendable>: UndoDomain {
  let part: WritableKeyPath<State, Part> & Sendable
  let companion: Companions<State, Companion>
  var history: History<Part, Companion>

  init(
    of part: WritableKeyPath<State, Part> & Sendable,
    with companion: Companions<State, Companion>,
    in state: State,
    limit: HistoryLimit,
    at time: Timestamp
  ) {
    self.part = part
    self.companion = companion
    history = History(state[keyPath: part], companion: companion.get(state), limit: limit, at: time)
  }

  var timeline: Timeline { history.timeline }

  var lens: any PartLens<State> { KeyPathLens(path: part) }

  mutating func record(from before: State, to after: State, _ step: Step, at time: Timestamp) {
    history.record(
      after[keyPath: part],
      step,
      companions: (companion.get(before), companion.get(after)),
      at: time
    )
  }

  func restore(_ movement: Movement, in state: inout State) -> Bool {
    guard let restored = history.destination(of: movement) else { return false }
    state[keyPath: part] = restored.part
    companion.set(&state, restored.companion)
    return true
  }

  mutating func move(_ movement: Movement) {
    history.move(movement)
  }

  mutating func markSaved() {
    history.markSaved()
  }

  mutating func setLimit(_ limit: HistoryLimit) {
    history.setLimit(limit)
  }

  mutating func restart(in state: State, at time: Timestamp) {
    history = History(
      state[keyPath: part],
      companion: companion.get(state),
      limit: history.limit,
      at: time
    )
  }

  func state(at id: Moment.ID, from state: State) -> State? {
    history[id].map { past in
      var state = state
      state[keyPath: part] = past
      return state
    }
  }
}

/// Where in a state a history's companion is, or that it has none.
struct Companions<State, Companion: Sendable>: Sendable {
  let get: @Sendable (State) -> Companion
  let set: @Sendable (inout State, Companion) -> Void

  init(at path: WritableKeyPath<State, Companion> & Sendable) {
    get = { $0[keyPath: path] }
    set = { $0[keyPath: path] = $1 }
  }
}

extension Companions where Companion == Void {
  /// No companion.
  init() {
    get = { _ in }
    set = { _, _ in }
  }
}
