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

  /// The greatest id in the document that is less than `end`; 0 when there is none.
  ///
  /// - Complexity: O(log *n*) for *n* todos, notes and annotations, and O(*n*) for categories and people.
  public func greatestID(below end: Int) -> Int {
    max(
      journal.greatestID(below: end),
      canvas.annotations[..<end].last?.key ?? 0,
      people.list.lazy.map(\.tag).filter { $0 < end }.max() ?? 0
    )
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
