import Strata

/// A remark on a page, with the time it was made at.
public struct Note: Codable, Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// When it was made; it stands on the page of that day.
  public internal(set) var time: WallTime
  /// What it says.
  public internal(set) var text: String
}

extension Note: Described {
  /// Tells the fields.
  public static func describe<Visitor: FieldVisitor<Note>>(_ field: inout Visitor) {
    field("id", \.id)
    field("time", \.time)
    field("text", \.text)
  }
}
