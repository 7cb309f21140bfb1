import Strata

extension TodoCategory {
  /// What can happen to categories.
  public enum Action: Equatable, Sendable {
    /// A category is added behind the others.
    case add(name: String, color: Tint)
    /// A category gets another name; typing is one step until there is a pause.
    case rename(id: Int, String)
    /// A category gets another colour.
    case recolor(id: Int, Tint)
    /// A category goes to a position in the order of them all, as that is without it.
    case reorder(id: Int, to: Int)
    /// A category is deleted; its todos are then without one.
    case delete(id: Int)

    var recording: Recording {
      switch self {
      case .add: .step("Add Category")
      case .rename(let id, _): .gesture("Rename Category", on: "category \(id)")
      case .recolor: .step("Recolour Category")
      case .reorder: .step("Reorder Categories")
      case .delete: .step("Delete Category")
      }
    }
  }
}
