import Strata

/// A heading that todos are listed under.
public struct TodoCategory: Codable, Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// What it is called.
  public internal(set) var name: String
  /// The colour that it is shown in.
  public internal(set) var color: Tint
}

extension TodoCategory: Described {
  /// Tells the fields.
  public static func describe<Visitor: FieldVisitor<TodoCategory>>(_ field: inout Visitor) {
    field("id", \.id)
    field("name", \.name)
    field("color", \.color)
  }
}
