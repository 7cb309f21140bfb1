/// A change on its way: what a writer found when its turn began, and what is to come of it.
///
/// Putting it together runs the app's code: the reducer, the comparing of parts, the packing of old steps. Making it true
/// runs none.
struct PendingChange {
  // What was found.
  let before: AnyVersion
  let revision: Int
  /// Who else has to do with it; nil for none, so that most changes carry nothing of theirs.
  private(set) var company: Company?
  let isPackingDue: Bool
  /// Whether the store's own history will soon pack the step.
  let packsSoon: Bool
  let hasByteLimit: Bool

  // What is to come.
  /// Whether there is nothing to do at all: no commit, and none to hear of it.
  var isNothing = false
  var after: AnyVersion
  var effect = Effect.nothing
  /// What histories record it as; see ``snapshot``.
  var step = Step(label: "")
  /// The part of the store's own history as it is afterwards, where that history records it: it is different, and the history
  /// does not move by itself.
  var snapshot: DomainSnapshot?
  /// What is different about that part, where an attic or a recorder has to know it.
  var difference: Patch.Node?
  /// What that part kept alive before and does not afterwards, in bytes; nil where it was not counted.
  var bytesReleased: Int?
  /// What a change takes away that gives a group up; nil for all others.
  var leaving: Leaving?
  /// Pages that became old enough, packed.
  var packed: [(scope: UndoScopeID?, moments: History.PackedMoments)] = []
  /// What each history alone keeps alive after the change, and did not before; where a limit in bytes asks for it.
  var released: [(scope: UndoScopeID?, bytes: Int)] = []

  /// What is to be gone once a change was made.
  final class Leaving: Sendable {
    /// The group that ends; nil for none.
    let group: Int?
    /// The moments to be taken away that a movement of the store's own history goes back from, the last one first.
    let moments: [Moment.ID]

    init(group: Int?, moments: [Moment.ID] = []) { (self.group, self.moments) = (group, moments) }
  }

  /// What a change means for the histories.
  enum Effect {
    /// Nothing, but for a step in those that watch what changed.
    case nothing
    /// A movement in a history.
    case movement(Journey)
    /// A new beginning for all, with what was captured.
    case restart
    /// What became of the history of another store, which this one follows.
    case followed(FollowedHistory)
  }

  /// A movement in the history of a scope, or in the store's own for nil, to a moment.
  final class Journey: Sendable {
    let movement: Movement
    let scope: UndoScopeID?
    let id: Moment.ID
    /// What was kept where it leads.
    let arrival: DomainSnapshot
    /// Its way, where a recorder may leave out what changes on it.
    let way: LongWay?

    init(
      _ movement: Movement,
      of scope: UndoScopeID?,
      to id: Moment.ID,
      _ arrival: DomainSnapshot,
      _ way: LongWay?
    ) {
      (self.movement, self.scope, self.id, self.arrival, self.way) = (movement, scope, id, arrival, way)
    }
  }

  var scopes: [(id: UndoScopeID, domain: UndoDomain)] { company?.scopes ?? [] }
  var recorder: (any AnyObject & Sendable)? { company?.recorder }
  /// The parts of open scopes as they are afterwards, for the histories that record it.
  var scopeSnapshots: [(id: UndoScopeID, snapshot: DomainSnapshot)] { company?.snapshots ?? [] }

  /// Whether a history records it.
  var isRecorded: Bool { snapshot != nil || !scopeSnapshots.isEmpty }

  /// The way of a movement, where a recorder may leave out what changes on it.
  var way: LongWay? { if case .movement(let journey) = effect { journey.way } else { nil } }

  /// The number that the log gives to it, or gave where another store made it; nil where there is no log.
  var number: Int? { if case .followed(let followed) = effect { followed.number } else { company?.number } }

  /// Goes where another store has gone, which neither a hook nor a recorder is asked about any more.
  mutating func follow(_ followed: FollowedHistory) {
    effect = .followed(followed)
    company = company.map { company in
      let left = Company(scopes: company.scopes, groups: company.groups)
      left.snapshots = company.snapshots
      return left
    }
  }

  /// Takes back what was captured: no history records it.
  mutating func forgetSnapshots() {
    snapshot = nil
    company?.snapshots = []
  }

  /// Makes its step a part of an open group, where there is one of its author.
  @inline(__always)
  mutating func joinGroup() {
    if let groups = company?.groups { step.join(groups) }
  }

  /// What a history records it as: numbers of moments mean something in one history alone.
  func step(of history: UndoScopeID?) -> Step {
    guard history != company?.originHistory, let provenance = step.provenance else { return step }
    if provenance.links.isEmpty { return step }
    var step = step
    step.provenance = Provenance(provenance.author)
    return step
  }

  /// Sees to it that no other one changed the state since the writer looked at it.
  func require(_ revision: Int?) throws(StoreError) {
    guard let revision, revision != self.revision else { return }
    throw .outdated(expected: revision, actual: self.revision)
  }

  /// Whether a history takes note of the time.
  var isTimed: Bool {
    if case .restart = effect { true } else { isRecorded }
  }
}

extension PendingChange {
  /// Who else has to do with a change than its writer and the store's own history, and what comes of it for them.
  final class Company {
    /// The ways to the parts of open scopes.
    let scopes: [(id: UndoScopeID, domain: UndoDomain)]
    let hooks: (any AnyObject & Sendable)?
    let recorder: (any AnyObject & Sendable)?
    /// The groups of steps that are open; nil for none.
    let groups: OpenGroups?
    /// What is different about the whole state, where a hook or a recorder may ask before observers do.
    let whole: WholeDifference?

    /// The parts of scopes as they are afterwards, where their histories record it.
    var snapshots: [(id: UndoScopeID, snapshot: DomainSnapshot)] = []
    /// The scope whose history the step's origin is about; nil for the store's own.
    var originHistory: UndoScopeID?
    /// The number that the recorder gave to the change.
    var number: Int?

    init(
      scopes: [(id: UndoScopeID, domain: UndoDomain)],
      hooks: (any AnyObject & Sendable)? = nil,
      recorder: (any AnyObject & Sendable)? = nil,
      groups: OpenGroups?
    ) {
      (self.scopes, self.hooks, self.recorder, self.groups) = (scopes, hooks, recorder, groups)
      whole = hooks == nil && recorder == nil ? nil : WholeDifference()
    }
  }
}

extension StoreCore {
  /// Begins a change of what there is.
  // Made in one go: of a structure as large that is filled field by field, the compiler makes a copy. And of the core as it
  // lies, for a copy of that takes longer than an undo.
  @inline(__always)
  mutating func begin() -> PendingChange {
    PendingChange(
      before: version,
      revision: revision,
      company: hasCompany ? company : nil,
      isPackingDue: isPackingDue,
      packsSoon: main.recent.map { $0 <= 1_000 } ?? false,
      hasByteLimit: byteLimit != nil,
      after: version
    )
  }

  private var hasCompany: Bool {
    hooks != nil || recorder != nil || groups != nil || !scopeDomains.isEmpty
  }

  private var company: PendingChange.Company {
    PendingChange.Company(scopes: scopeDomains, hooks: hooks, recorder: recorder, groups: groups)
  }
}
