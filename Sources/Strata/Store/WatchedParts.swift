/// The ways to all parts that have histories: what is looked at to learn which of them a change touches.
struct WatchedParts: Sendable {
  var main: PartAccess
  var scopes: [(id: UndoScopeID, part: PartAccess)] = []

  /// Captures the watched parts that are different in two versions.
  func captures(from before: AnyVersion, to after: AnyVersion) -> Captures {
    var captures = Captures(main: main.capture(from: before, to: after))
    captures.scopes = scopeCaptures(from: before, to: after, except: nil)
    return captures
  }

  /// Captures the parts that a movement of one history touches, for the others: it does not record what it did
  /// itself.
  ///
  /// - Parameter own: The scope that moved; nil for the store's own history.
  func captures(from before: AnyVersion, to after: AnyVersion, movedBy own: UndoScopeID?) -> Captures {
    Captures(
      main: own == nil ? nil : main.capture(from: before, to: after),
      scopes: scopeCaptures(from: before, to: after, except: own)
    )
  }

  private func scopeCaptures(
    from before: AnyVersion,
    to after: AnyVersion,
    except own: UndoScopeID?
  ) -> [(id: UndoScopeID, snapshot: AnySnapshot)] {
    var captures: [(id: UndoScopeID, snapshot: AnySnapshot)] = []
    for (id, part) in scopes where id != own {
      if let snapshot = part.capture(from: before, to: after) { captures.append((id, snapshot)) }
    }
    return captures
  }

  /// Captures all watched parts, for histories to begin with.
  func captures(of version: AnyVersion) -> Captures {
    Captures(
      main: main.captureBeginning(version),
      scopes: scopes.map { ($0.id, $0.part.captureBeginning(version)) }
    )
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

  var isEmpty: Bool { main == nil && scopes.isEmpty }
}
