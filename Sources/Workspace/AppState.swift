import Strata

/// Everything the app knows: what undo covers, and what it leaves alone.
public struct AppState: Codable, Equatable, Sendable {
  /// What the person made; undo and redo move through its moments.
  public var document = Document()
  /// What belongs to this sitting and to the app's own bookkeeping; undo leaves it alone.
  public var session = Session()

  /// A workspace in which nothing has been written yet.
  public init() {}
}

/// What the person made.
public struct Document: Codable, Equatable, Sendable {
  /// The bullet journal.
  public var journal = Journal()

  /// An empty document.
  public init() {}
}

/// What undo leaves alone.
public struct Session: Codable, Equatable, Sendable {
  /// Where new ids come from.
  public var ids = IDCounter()

  /// The session of a new workspace.
  public init() {}
}

extension AppState: Reducible {
  /// Everything that can happen to the workspace.
  public enum Action: Equatable, Sendable {
    /// Something happens in the journal.
    case journal(Journal.Action)
  }

  /// Hands the action to the feature that it is for.
  public mutating func reduce(_ action: Action) throws {
    switch action {
    case .journal(let action): try document.journal.reduce(action, ids: &session.ids)
    }
  }

  /// Names the step for menus: "Undo Complete Todo".
  public func recording(of action: Action) -> Recording {
    switch action {
    case .journal(let action): .step(action.label)
    }
  }
}
