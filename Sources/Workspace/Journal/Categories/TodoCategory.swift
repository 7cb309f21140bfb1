/// A heading that todos are listed under.
public struct TodoCategory: Codable, Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// What it is called.
  public internal(set) var name: String
  /// The colour that it is shown in.
  public internal(set) var color: Tint
}
