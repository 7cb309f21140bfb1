import Strata
import StrataSync

/// Everything the app knows: the document, which undo covers, and the session, which it leaves alone.
@Described
public struct AppState: Equatable, Sendable {
  /// The person's work; undo and redo move through its moments.
  public var document = Document()
  /// The place where the person is, and the app's own bookkeeping; undo leaves both alone.
  public var session = Session()
  /// The store's knowledge of the order in which several machines change the document.
  public var sharing = Sharing()

  /// Makes an empty workspace.
  public init() {}

}

extension AppState: SharedState {
  /// The field in which the store keeps the order of shared changes.
  public static var sharing: WritableKeyPath<AppState, Sharing> & Sendable { \.sharing }
  /// The document is shared; the page in view, the selection and the filter stay on each machine.
  public static var shared: [PartialKeyPath<AppState> & Sendable] { [\.document] }
}

extension AppState: Validated {
  /// Makes new ids those of this machine, and greater than every id of this machine in the document.
  public mutating func validate() {
    session.ids.enter(sharing.site)
    session.ids.raise(above: document.greatestID(below: IDCounter.end(of: sharing.site)))
  }
}

extension AppState: Reducible {
  /// Everything that can happen to the workspace.
  public enum Action: Equatable, Sendable {
    /// Changes the journal.
    case journal(Journal.Action)
    /// Changes the canvas.
    case canvas(Canvas.Action)
    /// Changes the list of people.
    case people(People.Action)
    /// Replaces the document by another one.
    case importDocument(Document)
    /// Changes the session, which is no step.
    case session(Session.Action)
  }

  /// Passes the action to its feature.
  ///
  /// - Throws: The feature's error; the workspace is then unchanged.
  public mutating func reduce(_ action: Action) throws {
    let ids = session.ids
    session.ids.enter(sharing.site)
    do {
      switch action {
      case .journal(let action): try document.journal.reduce(action, in: &session)
      case .canvas(let action): try document.canvas.reduce(action, ids: &session.ids)
      case .people(let action): try document.people.reduce(action, ids: &session.ids)
      case .importDocument(let document):
        self.document = document
        validate()
      case .session(let action): try session.reduce(action, over: document)
      }
    } catch {
      session.ids = ids
      throw error
    }
  }

  /// Names the step for menus, as in "Undo Complete 3 Todos", and says which steps merge.
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

/// Names a step for menus, in the singular or the plural: "Complete Todo", "Complete 3 Todos".
func label(_ verb: String, _ count: Int, _ one: String, _ many: String, _ rest: String = "") -> String {
  let object = count == 1 ? one : "\(count) \(many)"
  return rest.isEmpty ? "\(verb) \(object)" : "\(verb) \(object) \(rest)"
}

extension Recording {
  /// A step that merges with the last one while the person types into one subject, or drags it, without a longer pause.
  static func gesture(_ label: String, on subject: String) -> Recording {
    .merge(label, key: subject, within: .seconds(2))
  }
}
