import Strata

extension People {
  /// What can happen to a list of people.
  public enum Action: Equatable, Sendable {
    /// A person is added at the end of the list.
    case add(name: String, face: Face, likes: [String], dislikes: [String])
    /// A person is changed: what the edit changed, and nothing else.
    case edit(PersonDifference)
    /// A person goes to a position in the list, as that is without them.
    case move(tag: Int, to: Int)
    /// People are deleted.
    case delete(IDSet)

    var recording: Recording {
      switch self {
      case .add: .step("Add Person")
      case .edit: .step("Edit Person")
      case .move: .step("Move Person")
      case .delete(let tags): .step(label("Delete", tags.count, "Person", "People"))
      }
    }

    /// A person with an ordinary face is added at the end of the list.
    public static func add(name: String) -> Action { .add(name: name, face: Face(), likes: [], dislikes: []) }
  }
}
