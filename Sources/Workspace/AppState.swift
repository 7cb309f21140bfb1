import Strata

/// Everything the app knows: what undo covers, and what it leaves alone.
public struct AppState: Equatable, Sendable {
  /// What the person made; undo and redo move through its moments.
  public var document = Document()
  /// What belongs to this sitting and to the app's own bookkeeping; undo leaves it alone.
  public var session = Session()

  /// A workspace in which nothing has been written yet.
  public init() {}
}

extension AppState: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<AppState>) {
    field("document", \.document)
    field("session", \.session)
  }
}

extension AppState: Validated {
  /// Sees to it that new ids are greater than all that are there.
  public mutating func validate() { session.ids.raise(above: document.greatestID) }
}
