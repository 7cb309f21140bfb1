/// Everything that a store knows, as a value: the store is a lock around it.
struct StoreCore<State: Reducible>: Sendable {
  typealias ScopeID = UndoScope<State>.ID

  private(set) var version: Version<State>
  private(set) var revision = 0
  private(set) var lenses: Lenses<State>
  /// The store's own history.
  private(set) var main: any UndoDomain<State>
  /// The histories of open scopes; each records what it did not do itself.
  private var scopes: [ScopeID: any UndoDomain<State>] = [:]
  private var lastScope = 0

  init(_ version: Version<State>, history: any UndoDomain<State>) {
    self.version = version
    main = history
    lenses = Lenses(main: history.lens)
  }

  /// The history of a scope, or the store's own for nil; nil when the scope is closed.
  subscript(scope: ScopeID?) -> (any UndoDomain<State>)? {
    guard let scope else { return main }
    return scopes[scope]
  }

  /// Whether any history has given out all its numbers.
  var isExhausted: Bool {
    main.timeline.isExhausted || scopes.values.contains { $0.timeline.isExhausted }
  }

  /// Makes a proposal true.
  mutating func commit(_ proposal: Proposal<State>, at time: Timestamp) -> Transition<State> {
    let old = version
    version = proposal.version
    revision += 1
    let step = apply(proposal.effect, from: old.state, at: time)
    return Transition(
      revision: revision,
      cause: proposal.cause,
      step: step,
      oldVersion: old,
      newVersion: version
    )
  }

  /// Does to the histories what `effect` says, and returns the step of the store's own.
  private mutating func apply(_ effect: Proposal<State>.Effect, from old: State, at time: Timestamp)
    -> Moment?
  {
    switch effect {
    case .step(let step, in: let touched):
      record(step, in: touched, except: nil, from: old, at: time)
      return touched.main ? main.timeline.present : nil
    case .movement(let movement, of: nil, let step, let touched):
      let left = main.timeline.present
      main.move(movement)
      record(step, in: Touched(main: false, scopes: touched.scopes), except: nil, from: old, at: time)
      return movement == .step(.back) ? left : main.timeline.present
    case .movement(let movement, of: let scope?, let step, let touched):
      scopes[scope]?.move(movement)
      record(step, in: touched, except: scope, from: old, at: time)
      return touched.main ? main.timeline.present : nil
    case .nothing:
      return nil
    case .restart:
      main.restart(in: version.state, at: time)
      for id in Array(scopes.keys) { scopes[id]?.restart(in: version.state, at: time) }
      return nil
    }
  }

  private mutating func record(
    _ step: Step,
    in touched: Touched<State>,
    except own: ScopeID?,
    from old: State,
    at time: Timestamp
  ) {
    if touched.main { main.record(from: old, to: version.state, step, at: time) }
    for id in touched.scopes where id != own {
      scopes[id]?.record(from: old, to: version.state, step, at: time)
    }
  }
}

extension StoreCore {
  mutating func open(_ scope: some UndoDomain<State>) -> ScopeID {
    lastScope += 1
    let id = ScopeID(number: lastScope)
    scopes[id] = scope
    lenses.scopes.append((id, scope.lens))
    return id
  }

  mutating func close(_ id: ScopeID) {
    scopes[id] = nil
    lenses.scopes.removeAll { $0.id == id }
  }

  mutating func markSaved() {
    main.markSaved()
  }

  mutating func setLimit(_ limit: HistoryLimit) {
    main.setLimit(limit)
  }

  /// What menus and panels show of the store's own history.
  var status: HistoryStatus {
    HistoryStatus(revision: revision, main.timeline)
  }
}
