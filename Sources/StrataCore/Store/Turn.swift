import PersistentCollections

/// The store as a writer finds it at the beginning of its turn, and how a change of it is recorded.
struct Turn {
  let before: AnyVersion
  let revision: Int
  /// Scopes, hooks, the recorder and groups; nil where there are none, as for most changes.
  let participants: Participants?
  let isPackingDue: Bool
  /// Whether the store's own history will soon pack the step.
  let packsSoon: Bool
  let hasByteLimit: Bool

  /// The participants of a change beside the writer and the store's own history.
  final class Participants {
    let scopes: [(id: UndoScopeID, domain: UndoDomain)]
    let hooks: (any AnyObject & Sendable)?
    let recorder: (any AnyObject & Sendable)?
    /// The open groups of steps; nil for none.
    let groups: OpenGroups?
    /// The difference of the whole state, where a hook or a recorder may ask for it before observers do.
    let whole: WholeDifference?

    init(
      scopes: [(id: UndoScopeID, domain: UndoDomain)],
      hooks: (any AnyObject & Sendable)?,
      recorder: (any AnyObject & Sendable)?,
      groups: OpenGroups?
    ) {
      (self.scopes, self.hooks, self.recorder, self.groups) = (scopes, hooks, recorder, groups)
      whole = hooks == nil && recorder == nil ? nil : WholeDifference()
    }
  }

  var scopes: [(id: UndoScopeID, domain: UndoDomain)] { participants?.scopes ?? [] }
  var recorder: (any AnyObject & Sendable)? { participants?.recorder }

  /// Makes a step a part of its author's open group, where there is one.
  @inline(__always)
  func join(_ step: inout Step) {
    if let groups = participants?.groups { step.join(groups) }
  }

  /// Throws unless the state is as the writer looked at it.
  func require(_ revision: Int?) throws(StoreError) {
    guard let revision, revision != self.revision else { return }
    throw .outdated(expected: revision, actual: self.revision)
  }
}

extension StoreCore {
  /// Begins a turn.
  // One call of the initialiser, because the compiler would copy a structure this large that is filled field by field. The
  // function is mutating to read the core in place, because a copy of the core takes longer than an undo.
  @inline(__always)
  mutating func turn() -> Turn {
    Turn(
      before: version,
      revision: revision,
      participants: hasParticipants ? participants : nil,
      isPackingDue: isPackingDue,
      packsSoon: main.recent.map { $0 <= 1_000 } ?? false,
      hasByteLimit: byteLimit != nil
    )
  }

  private var hasParticipants: Bool {
    hooks != nil || recorder != nil || groups != nil || !scopeDomains.isEmpty
  }

  private var participants: Turn.Participants {
    Turn.Participants(scopes: scopeDomains, hooks: hooks, recorder: recorder, groups: groups)
  }
}

extension Turn {
  /// The edit that a recording, or a switch of steps, declares as its change.
  struct DeclaredEdit {
    let patch: Patch
    /// Whether the edit is known to lead to the new version: otherwise that is checked.
    var isCertain = false
  }

  /// Proposes a new version: each history that sees a difference in it records a step.
  ///
  /// - Parameters:
  ///   - domain: The domain of the store's own history.
  ///   - known: The difference in the domain; nil where it is still to be found.
  ///   - isStep: Whether the store's own history records a step also where it sees no difference.
  @inline(__always)
  func proposal(
    _ after: consuming AnyVersion,
    as step: consuming Step,
    in domain: UndoDomain,
    declared edit: DeclaredEdit? = nil,
    difference known: Patch? = nil,
    origin: UndoScopeID? = nil,
    isStep: Bool = false,
    endingGroup: Int? = nil
  ) -> Proposal {
    var main = edit.flatMap { declaredRecord($0, to: after, in: domain) }
    if main == nil { main = record(step, to: after, in: domain, knowing: known) }
    if main == nil, isStep { main = Proposal.Record(snapshot: snapshot(of: domain, after)) }
    return Proposal(
      after,
      as: step,
      origin: origin,
      main: main,
      scopes: participants == nil ? [] : scopeRecords(to: after),
      endingGroup: endingGroup
    )
  }

  /// Proposes that all histories begin anew with a version.
  func restart(_ after: AnyVersion, _ meaning: Proposal.Meaning, in domain: UndoDomain) -> Proposal {
    Proposal(
      after,
      meaning,
      as: Step(label: ""),
      main: Proposal.Record(snapshot: domain.beginning(in: after)),
      scopes: scopes.map { ($0.id, Proposal.Record(snapshot: $0.domain.beginning(in: after))) }
    )
  }

  /// Returns the record of a change in the store's own history; nil where nothing changed for it.
  ///
  /// If the difference is needed, its computation also tells whether there is one: both states are compared once.
  func record(
    _ step: Step,
    to after: AnyVersion,
    in domain: UndoDomain,
    knowing known: Patch? = nil
  ) -> Proposal.Record? {
    // Steps that merge get one joint difference when they are packed, so a single step of them is not compared here.
    let packsSoon = packsSoon && step.merge == nil
    guard packsSoon || recorder != nil, domain.described != nil else {
      return recordIfChanged(to: after, in: domain)
    }
    return recordWithDifference(to: after, in: domain, knowing: known, packsSoon)
  }

  private func recordWithDifference(
    to after: AnyVersion,
    in domain: UndoDomain,
    knowing known: Patch?,
    _ packsSoon: Bool
  ) -> Proposal.Record? {
    guard let described = domain.described else { return nil }
    let found =
      known.map { .success($0.root) }
      ?? before.withAddress { old in
        after.withAddress { new in
          Result { () throws(PatchError) in try described.difference(old, new) }
        }
      }
    // A log refuses a difference that cannot be encoded; in memory, a snapshot does without one.
    guard case .success(let difference) = found else { return recordIfChanged(to: after, in: domain) }
    guard let difference else { return nil }
    // A long difference is not kept: packing finds it again from the two snapshots.
    let step = packsSoon ? Patch(root: difference).packed(within: MomentPages.openedLimit) : []
    return Proposal.Record(snapshot: snapshot(of: domain, after, step), difference: difference)
  }

  /// Returns the records of a change in the histories of scopes, without the scope that makes it.
  func scopeRecords(to after: AnyVersion, except own: UndoScopeID? = nil) -> [(UndoScopeID, Proposal.Record)]
  {
    var records: [(UndoScopeID, Proposal.Record)] = []
    for (id, domain) in scopes where id != own {
      if let record = recordIfChanged(to: after, in: domain) { records.append((id, record)) }
    }
    return records
  }

  /// Returns the record of a change that is the declared edit; nil where the change is another one.
  @inline(never)
  private func declaredRecord(
    _ edit: DeclaredEdit,
    to after: AnyVersion,
    in domain: UndoDomain
  ) -> Proposal.Record? {
    guard let root = edit.patch.root, edit.patch.isReadablePacked, let described = domain.described else {
      return nil
    }
    if !edit.isCertain {
      let isChange = before.withAddress { old in
        after.withAddress { described.transforms(root, from: old, to: $0) }
      }
      if !isChange { return nil }
    }
    return Proposal.Record(snapshot: snapshot(of: domain, after, edit.patch.packed), difference: root)
  }

  private func recordIfChanged(to after: AnyVersion, in domain: UndoDomain) -> Proposal.Record? {
    before.withAddress { old in
      after.withAddress { new in
        domain.isSame(old, new) ? nil : Proposal.Record(snapshot: domain.capture(old, new))
      }
    }
  }

  private func snapshot(of domain: UndoDomain, _ after: AnyVersion, _ step: [UInt8] = []) -> DomainSnapshot {
    before.withAddress { old in after.withAddress { domain.capture(old, $0, step) } }
  }
}

extension UndoDomain {
  /// The snapshot that a history begins with.
  func beginning(in version: AnyVersion) -> DomainSnapshot { version.withAddress { capture($0, $0) } }
}
