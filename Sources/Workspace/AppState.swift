import Strata
import StrataSync

/// Everything the app knows: what undo covers, and what it leaves alone.
public struct AppState: Equatable, Sendable {
  /// What the person made; undo and redo move through its moments.
  public var document = Document()
  /// What belongs to this sitting and to the app's own bookkeeping; undo leaves it alone.
  public var session = Session()
  /// What the store knows of the order in which several machines change the document.
  public var sharing = Sharing()

  /// A workspace in which nothing has been written yet.
  public init() {}
}

extension AppState: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<AppState>) {
    field("document", \.document)
    field("session", \.session)
    field("sharing", \.sharing)
  }
}

extension AppState: Shared {
  /// Where the store keeps what it knows of the order.
  public static var sharing: WritableKeyPath<AppState, Sharing> & Sendable { \.sharing }
  /// The document is shared; the page in view, the selection and the filter stay at home.
  public static var shared: [PartialKeyPath<AppState> & Sendable] { [\.document] }
}

extension AppState: Validated {
  /// Sees to it that new ids are those of this machine, and greater than all of them that are there.
  public mutating func validate() {
    session.ids.enter(sharing.site)
    session.ids.raise(above: document.greatestID(below: IDCounter.end(of: sharing.site)))
  }
}
