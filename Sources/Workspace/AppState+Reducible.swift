import Strata
import StrataSync

extension AppState: Reducible {
  /// Everything that can happen to the workspace.
  public enum Action: Equatable, Sendable {
    /// Something happens in the journal.
    case journal(Journal.Action)
    /// Something happens on the canvas.
    case canvas(Canvas.Action)
    /// Something happens to people.
    case people(People.Action)
    /// Another document takes the place of this one.
    case importDocument(Document)
    /// Something happens that is no matter of undo.
    case session(Session.Action)
  }

  /// Hands the action to the feature that it is for.
  ///
  /// - Throws: What the feature throws; the workspace is then as it was.
  public mutating func reduce(_ action: Action) throws {
    let ids = session.ids
    session.ids.enter(sharing.site)
    do {
      try hand(on: action)
    } catch {
      session.ids = ids
      throw error
    }
  }

  private mutating func hand(on action: Action) throws {
    switch action {
    case .journal(let action): try document.journal.reduce(action, in: &session)
    case .canvas(let action): try document.canvas.reduce(action, ids: &session.ids)
    case .people(let action): try document.people.reduce(action, ids: &session.ids)
    case .importDocument(let document):
      self.document = document
      validate()
    case .session(let action): try session.reduce(action, over: document)
    }
  }

  /// Names the step for menus, as in "Undo Complete 3 Todos", and says what goes on with what.
  public func recording(of action: Action) -> Recording {
    switch action {
    case .journal(let action): action.recording
    case .canvas(let action): action.recording
    case .people(let action): action.recording
    case .importDocument: .step("Import")
    case .session(let action): action.recording
    }
  }
}
