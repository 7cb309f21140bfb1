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

extension AppState: Codable {
  private enum Key: String, CodingKey {
    case document, session
  }

  /// Decodes a workspace; new ids will be greater than all that are in it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    document = try container.decode(Document.self, forKey: .document)
    session = try container.decode(Session.self, forKey: .session)
    session.ids.raise(above: document.greatestID)
  }

  /// Encodes the document and the session.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(document, forKey: .document)
    try container.encode(session, forKey: .session)
  }
}

extension AppState: Described {
  /// Tells the fields.
  public static func describe<Visitor: FieldVisitor<AppState>>(_ field: inout Visitor) {
    field("document", \.document)
    field("session", \.session)
  }
}
