import Strata

/// What the person made; undo and redo move through its moments.
public struct Document: Equatable, Sendable {
  /// The bullet journal.
  public var journal = Journal()
  /// The canvas of annotations.
  public var canvas = Canvas()
  /// The people.
  public var people = People()

  /// An empty document.
  public init() {}

  /// The greatest id in the document; 0 when there is none.
  var greatestID: Int {
    max(journal.greatestID, canvas.greatestID, people.greatestID)
  }
}

extension Document: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<Document>) {
    field("journal", \.journal)
    field("canvas", \.canvas)
    field("people", \.people)
  }
}
