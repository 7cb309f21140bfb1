/// Everything that a store knows, as a value: the store is a lock around it.
struct StoreCore: Sendable {
  private(set) var version: AnyVersion
  private(set) var revision = 0
  private(set) var parts: WatchedParts
  /// The store's own history.
  private(set) var main: UndoDomain
  /// The histories of open scopes; each records what it did not do itself.
  private var scopes: [UndoScopeID: UndoDomain] = [:]
  private var lastScope = 0

  init(_ version: AnyVersion, undoing main: UndoDomain) {
    self.version = version
    self.main = main
    parts = WatchedParts(main: main.access)
  }

  /// The history of a scope, or the store's own for nil; nil when the scope is closed.
  subscript(scope: UndoScopeID?) -> UndoDomain? {
    guard let scope else { return main }
    return scopes[scope]
  }

  /// Whether any history has given out all its numbers.
  var isExhausted: Bool {
    main.timeline.isExhausted || scopes.values.contains { $0.timeline.isExhausted }
  }

  /// What menus and panels show of the store's own history.
  var status: HistoryStatus {
    HistoryStatus(revision: revision, main.timeline)
  }
}

extension StoreCore {
  /// What became of a proposal.
  struct Commit {
    var revision: Int
    var old: AnyVersion
    var new: AnyVersion
    /// The step of the store's own history that was taken, taken back, taken again or gone to.
    var step: Moment?
  }

  /// Makes a proposal true.
  mutating func commit(_ proposal: Proposal, at time: Timestamp) -> Commit {
    let old = version
    version = proposal.version
    revision += 1
    let step = apply(proposal.effect, from: old, at: time)
    return Commit(revision: revision, old: old, new: version, step: step)
  }

  private mutating func apply(_ effect: Proposal.Effect, from old: AnyVersion, at time: Timestamp) -> Moment?
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
      main.restart(in: version, at: time)
      for id in Array(scopes.keys) { scopes[id]?.restart(in: version, at: time) }
      return nil
    }
  }

  private mutating func record(
    _ step: Step,
    in touched: Touched,
    except own: UndoScopeID?,
    from old: AnyVersion,
    at time: Timestamp
  ) {
    if touched.main { main.record(step, from: old, to: version, at: time) }
    for id in touched.scopes where id != own {
      scopes[id]?.record(step, from: old, to: version, at: time)
    }
  }
}

extension StoreCore {
  mutating func openScope(_ part: PartAccess, limit: HistoryLimit, at time: Timestamp) -> UndoScopeID {
    lastScope += 1
    let id = UndoScopeID(number: lastScope)
    scopes[id] = UndoDomain(part, in: version, limit: limit, at: time)
    parts.scopes.append((id, part))
    return id
  }

  mutating func closeScope(_ id: UndoScopeID) {
    scopes[id] = nil
    parts.scopes.removeAll { $0.id == id }
  }

  mutating func markSaved() {
    main.markSaved()
  }

  mutating func setLimit(_ limit: HistoryLimit) {
    main.setLimit(limit)
  }
}
