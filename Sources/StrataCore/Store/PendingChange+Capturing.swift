import PersistentCollections

// Snapshots of what a change touches, for the histories that watch it. They are made before the change is, for that runs the
// app's code: its `==`, and what it computes at a key path.

extension PendingChange {
  /// Captures the watched parts that are different in the version to come.
  ///
  /// - Parameters:
  ///   - part: The way to the part that the store's own history is about.
  ///   - edit: What the change is said to be.
  ///   - mayLeadElsewhere: Whether it may be another one: then that is looked at.
  mutating func capture(_ domain: UndoDomain, told edit: Patch? = nil, mayLeadElsewhere: Bool = true) {
    if let edit, capture(domain, as: edit, mayLeadElsewhere) {} else { captureMain(domain) }
    if company != nil { captureScopes(except: nil) }
  }

  /// Captures the part of the store's own history as it is where nothing is different in it: for a step that says something by
  /// itself.
  mutating func captureUnchanged(_ domain: UndoDomain) {
    guard snapshot == nil else { return }
    let after = after
    snapshot = before.withAddress { old in after.withAddress { domain.capture(old, $0, []) } }
  }

  /// Captures the parts that a movement touches, for the histories other than the one that moves.
  mutating func captureForOthers(than scope: UndoScopeID?, _ domain: UndoDomain) {
    if scope != nil { captureMain(domain) }
    captureScopes(except: scope)
  }

  /// Captures all watched parts of the version to come, for histories to begin with.
  mutating func captureBeginnings(_ domain: UndoDomain) {
    snapshot = Self.beginning(of: domain, in: after)
    company?.snapshots = Self.beginnings(of: scopes, in: after)
  }

  static func beginning(of domain: UndoDomain, in version: AnyVersion) -> DomainSnapshot {
    version.withAddress { domain.capture($0, $0, []) }
  }

  static func beginnings(
    of scopes: [(id: UndoScopeID, domain: UndoDomain)],
    in version: AnyVersion
  ) -> [(id: UndoScopeID, snapshot: DomainSnapshot)] {
    scopes.map { ($0.id, beginning(of: $0.domain, in: version)) }
  }

  /// Captures the part of the store's own history, if it is different.
  ///
  /// Where the difference is needed, finding it says whether there is one: both states are compared once.
  private mutating func captureMain(_ domain: UndoDomain) {
    // Of steps that others may be added to, what they changed together is found when they are packed: once, not with each.
    let packsSoon = packsSoon && step.merge == nil
    guard packsSoon || recorder != nil, let described = domain.described else {
      snapshot = Self.capture(domain, from: before, to: after)
      return
    }
    let (before, after, hasByteLimit) = (before, after, hasByteLimit)
    do {
      var exchange = FootprintExchange()
      difference = try withUnsafeMutablePointer(to: &exchange) { exchange in
        try before.withAddress { old in
          try after.withAddress { try described.difference(old, $0, counting: hasByteLimit ? exchange : nil) }
        }
      }
      if hasByteLimit { bytesReleased = exchange.released.bytes }
    } catch {
      // It cannot be written, which is said where it has to be.
      snapshot = Self.capture(domain, from: before, to: after)
      return
    }
    guard let difference else { return }
    let patch = Patch(root: difference)
    let step = packsSoon && patch.isReadablePacked ? patch.packed : []
    snapshot = before.withAddress { old in after.withAddress { domain.capture(old, $0, step) } }
  }

  /// Captures the part of the store's own history as changed by an edit that was told; returns whether it leads there.
  @inline(never)
  private mutating func capture(_ domain: UndoDomain, as edit: Patch, _ mayLeadElsewhere: Bool) -> Bool {
    let (before, after) = (before, after)
    guard let root = edit.root, edit.isReadablePacked else { return false }
    if mayLeadElsewhere {
      let transforms = before.withAddress { old in
        after.withAddress { domain.described?.transforms(root, from: old, to: $0) ?? false }
      }
      guard transforms else { return false }
    }
    difference = root
    snapshot = before.withAddress { old in
      after.withAddress { domain.capture(old, $0, edit.packed) }
    }
    return true
  }

  private static func capture(
    _ domain: UndoDomain,
    from before: AnyVersion,
    to after: AnyVersion
  ) -> DomainSnapshot? {
    before.withAddress { before in
      after.withAddress { after in domain.isSame(before, after) ? nil : domain.capture(before, after, []) }
    }
  }

  private mutating func captureScopes(except own: UndoScopeID?) {
    for (id, domain) in scopes where id != own {
      if let snapshot = Self.capture(domain, from: before, to: after) {
        company?.snapshots.append((id, snapshot))
      }
    }
  }
}
