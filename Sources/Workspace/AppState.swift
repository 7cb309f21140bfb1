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

extension AppState {
  /// Decodes a workspace; new ids will be greater than all that are in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    document = try container.decode(Document.self, forKey: .document)
    session = try container.decode(Session.self, forKey: .session)
    session.ids.raise(above: document.greatestID)
  }
}

extension AppState: Described {
  /// Tells the fields.
  public static func describe<Visitor: FieldVisitor<AppState>>(_ field: inout Visitor) {
    field("document", \.document)
    field("session", \.session)
  }
}
