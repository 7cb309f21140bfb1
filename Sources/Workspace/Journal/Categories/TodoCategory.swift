import Strata

/// A heading that todos are listed under.
public struct TodoCategory: Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// What it is called.
  public internal(set) var name: String
  /// The colour that it is shown in.
  public internal(set) var color: Tint
}

extension TodoCategory: Described {
  /// A heading without a name.
  public init() { self.init(id: 0, name: "", color: .blue) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<TodoCategory>) {
    field("id", \.id)
    field("name", \.name)
    field("color", \.color)
  }
}
