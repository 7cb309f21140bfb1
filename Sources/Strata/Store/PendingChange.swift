/// A change on its way: what a writer found when its turn began, and what is to come of it.
///
/// Putting it together runs the app's code: the reducer, the comparing of parts, the packing of old steps. Making it true
/// runs none.
struct PendingChange {
  // What was found.
  let before: AnyVersion
  let revision: Int
  /// The way to the part that the store's own history is about.
  let main: PartAccess
  /// The ways to the parts of open scopes.
  let scopes: [(id: UndoScopeID, access: PartAccess)]
  private(set) var hooks: (any AnyObject & Sendable)?
  private(set) var recorder: (any AnyObject & Sendable)?
  let isPackingDue: Bool
  /// Whether the store's own history will soon pack the step.
  let packsSoon: Bool
  let hasByteLimit: Bool
  /// The groups of steps that were open; nil for none.
  let groups: OpenGroups?
  /// What is different about the whole state, where a hook or a recorder may ask before observers do.
  let whole: WholeDifference?

  // What is to come.
  var after: AnyVersion
  var effect = Effect.nothing
  /// Whether there is nothing to do at all: no commit, and none to hear of it.
  var isNothing = false
  /// What histories record it as; see ``captures``.
  var step = Step(label: "")
  /// The history that the step's origin is about: that of a scope, or the store's own for nil.
  var originHistory: UndoScopeID?
  /// What is different afterwards, for the histories that record it: those that do not move by themselves.
  var captures = Captures()
  /// What is different about the part of the store's own history, where an attic or a recorder has to know it.
  var difference: Patch.Node?
  /// What was kept where a movement leads.
  var arrival: AnySnapshot?
  /// What a change takes away that gives a group up; nil for all others.
  var leaving: Leaving?
  /// The way of a movement of the store's own history, where a recorder may leave out what changes on it.
  var way: LongWay?
  /// The number that the recorder gave to the change; nil where there is no recorder.
  var recorded: Int?
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
    /// A movement in the history of a scope, or in the store's own for nil, to a moment.
    case movement(Movement, of: UndoScopeID?, to: Moment.ID)
    /// A new beginning for all, with what was captured.
    case restart
    /// What became of the history of another store, which this one follows.
    case followed(FollowedHistory)
  }

  /// Begins a change of what there is.
  ///
  /// The core is passed as it lies, for a copy of it would take longer than an undo.
  @inline(__always)
  init(of core: inout StoreCore) {
    (before, after, revision) = (core.version, core.version, core.revision)
    (main, scopes) = (core.main.access, core.scopeAccess)
    (hooks, recorder) = (core.hooks, core.recorder)
    (isPackingDue, hasByteLimit, groups) = (core.isPackingDue, core.byteLimit != nil, core.groups)
    whole = hooks == nil && recorder == nil ? nil : WholeDifference()
    packsSoon = core.main.recent.map { $0 <= 1_000 } ?? false
  }

  /// Goes where another store has gone, which neither a hook nor a recorder is asked about any more.
  mutating func follow(_ followed: FollowedHistory, _ number: Int) {
    (effect, recorded) = (.followed(followed), number)
    (hooks, recorder) = (nil, nil)
  }

  /// Makes its step a part of an open group, where there is one of its author.
  // Not inlined: a send has nothing to do with it, mostly.
  @inline(never)
  mutating func joinGroup() {
    if let groups { step.join(groups) }
  }

  /// What a history records it as: numbers of moments mean something in one history alone.
  func step(of history: UndoScopeID?) -> Step {
    guard history != originHistory, let provenance = step.provenance, !provenance.links.isEmpty else {
      return step
    }
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
    if case .restart = effect { true } else { !captures.isEmpty }
  }
}

/// Snapshots of what a change touches, for the histories that watch it.
///
/// They are made before the change is, for that runs the app's code: its `==`, and what it computes at a key path.
struct Captures: Sendable {
  /// For the store's own history.
  var main: AnySnapshot?
  /// For open scopes.
  var scopes: [(id: UndoScopeID, snapshot: AnySnapshot)] = []

  @inline(__always)
  var isEmpty: Bool { main == nil && scopes.isEmpty }
}

extension PendingChange {
  /// Captures the watched parts that are different in the version to come.
  ///
  /// - Parameters:
  ///   - edit: What the change is said to be.
  ///   - mayLeadElsewhere: Whether it may be another one: then that is looked at.
  mutating func capture(told edit: Patch? = nil, mayLeadElsewhere: Bool = true) {
    if let edit, captureMain(as: edit, mayLeadElsewhere) {} else { captureMain() }
    if !scopes.isEmpty { captureScopes(except: nil) }
  }

  /// Captures the part of the store's own history as it is where nothing is different in it: for a step that says something by
  /// itself.
  mutating func captureUnchanged() {
    guard captures.main == nil else { return }
    let (after, main) = (after, main)
    captures.main = before.withAddress { old in after.withAddress { main.capture(old, $0, []) } }
  }

  /// Captures the parts that a movement touches, for the histories other than the one that moves.
  mutating func captureForOthers(than scope: UndoScopeID?) {
    if scope != nil { captureMain() }
    if !scopes.isEmpty { captureScopes(except: scope) }
  }

  /// Captures all watched parts of the version to come, for histories to begin with.
  mutating func captureBeginnings() { captures = Self.beginnings(main, scopes, of: after) }

  static func beginnings(
    _ main: PartAccess,
    _ scopes: [(id: UndoScopeID, access: PartAccess)],
    of version: AnyVersion
  ) -> Captures {
    Captures(
      main: version.withAddress { main.capture($0, $0, []) },
      scopes: scopes.map { scope in (scope.id, version.withAddress { scope.access.capture($0, $0, []) }) }
    )
  }

  /// Whether what the store's own undo covers is different in two versions.
  func isUndone(from before: AnyVersion, to after: AnyVersion) -> Bool {
    before.withAddress { before in after.withAddress { !main.isSame(before, $0) } }
  }

  /// Captures the part of the store's own history, if it is different.
  ///
  /// Where the difference is needed, finding it says whether there is one: both states are compared once.
  private mutating func captureMain() {
    // Of steps that others may be added to, what they changed together is found when they are packed: once, not with each.
    let packsSoon = packsSoon && step.merge == nil
    guard packsSoon || recorder != nil, main.description != nil else {
      captures.main = Self.capture(main, from: before, to: after)
      return
    }
    let (before, after, main) = (before, after, main)
    do {
      difference = try before.withAddress { old in try after.withAddress { try main.difference(old, $0) } }
    } catch {
      // It cannot be written, which is said where it has to be.
      captures.main = Self.capture(main, from: before, to: after)
      return
    }
    guard let difference else { return }
    let patch = Patch(root: difference)
    let step = packsSoon && patch.isReadablePacked ? patch.packed : []
    captures.main = before.withAddress { old in after.withAddress { main.capture(old, $0, step) } }
  }

  /// Captures the part of the store's own history as changed by an edit that was told; returns whether it leads there.
  @inline(never)
  private mutating func captureMain(as edit: Patch, _ mayLeadElsewhere: Bool) -> Bool {
    let (before, after, main) = (before, after, main)
    guard let root = edit.root, edit.isReadablePacked else { return false }
    if mayLeadElsewhere {
      let leads = before.withAddress { old in after.withAddress { main.leads(root, from: old, to: $0) } }
      guard leads else { return false }
    }
    difference = root
    captures.main = before.withAddress { old in
      after.withAddress { main.capture(old, $0, edit.packed) }
    }
    return true
  }

  private static func capture(
    _ part: PartAccess,
    from before: AnyVersion,
    to after: AnyVersion
  ) -> AnySnapshot? {
    before.withAddress { before in
      after.withAddress { after in part.isSame(before, after) ? nil : part.capture(before, after, []) }
    }
  }

  private mutating func captureScopes(except own: UndoScopeID?) {
    for (id, access) in scopes where id != own {
      if let snapshot = Self.capture(access, from: before, to: after) {
        captures.scopes.append((id, snapshot))
      }
    }
  }
}
