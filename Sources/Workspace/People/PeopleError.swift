/// Why the list of people refused an action; it is as it was.
public enum PeopleError: Error, Equatable, Sendable {
  /// No person has this tag.
  case noPerson(Int)
  /// A person wants a name.
  case emptyName
  /// There are not as many people.
  case noPosition(Int, of: Int)
}

extension PeopleError: CustomStringConvertible {
  /// A sentence for a person, with what to do next.
  public var description: String {
    switch self {
    case .noPerson(let tag): "There is no person \(tag)."
    case .emptyName: "A person wants a name."
    case .noPosition(let position, let count):
      count == 1
        ? "There is no position \(position): the only person stands at 0."
        : "There is no position \(position): the \(count) people stand at 0 to \(count - 1)."
    }
  }
}
