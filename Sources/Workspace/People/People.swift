import PersistentCollections
import Strata

/// A list of people, in an order of their own.
@Described
public struct People: Equatable, Sendable {
  /// All people, in order.
  public internal(set) var list: PersistentArray<Person> = []

  /// Makes an empty list.
  public init() {}

  /// The person with a tag.
  ///
  /// - Complexity: O(*n*): the list is for reading in its order, and is short.
  public subscript(tag: Int) -> Person? {
    list.first { $0.tag == tag }
  }
}

extension People {
  /// Everything that can happen to a list of people.
  public enum Action: Equatable, Sendable {
    /// Adds a person at the end of the list.
    case add(name: String, face: Face, likes: [String], dislikes: [String])
    /// Makes the changes of an edit, and no others.
    case edit(PersonDifference)
    /// Moves a person to a position among the others.
    case move(tag: Int, to: Int)
    /// Deletes people.
    case delete(IDSet)

    /// Adds a person with an ordinary face at the end of the list.
    public static func add(name: String) -> Action { .add(name: name, face: Face(), likes: [], dislikes: []) }

    var recording: Recording {
      switch self {
      case .add: .step("Add Person")
      case .edit: .step("Edit Person")
      case .move: .step("Move Person")
      case .delete(let tags): .step(label("Delete", tags.count, "Person", "People"))
      }
    }
  }

  /// Changes the list as `action` says, with new tags from `ids`.
  ///
  /// - Throws: `PeopleError` when the action does not fit, and `IDCounter.Exhausted`. The list is then unchanged.
  mutating func reduce(_ action: Action, ids: inout IDCounter) throws {
    switch action {
    case .add(let name, let face, let likes, let dislikes):
      try requireName(name)
      list.append(
        Person(
          tag: try ids.next(),
          name: name,
          face: face,
          likes: PersistentArray(likes),
          dislikes: PersistentArray(dislikes)
        )
      )
    case .edit(let difference):
      let place = try place(of: difference.from.tag)
      var person = list[place]
      difference.apply(to: &person)
      try requireName(person.name)
      list[place] = person
    case .move(let tag, let position):
      let place = try place(of: tag)
      guard list.indices.contains(position) else { throw PeopleError.noPosition(position, of: list.count) }
      list.insert(list.remove(at: place), at: position)
    case .delete(let tags):
      for tag in tags { _ = try place(of: tag) }
      list.removeAll { tags.contains($0.tag) }
    }
  }

  private func place(of tag: Int) throws(PeopleError) -> Int {
    guard let place = list.firstIndex(where: { $0.tag == tag }) else { throw .noPerson(tag) }
    return place
  }

  private func requireName(_ name: String) throws(PeopleError) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw .emptyName }
  }
}

/// The reason why the list of people refused an action; it is unchanged.
public enum PeopleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No person has this tag.
  case noPerson(Int)
  /// The name of a person is empty.
  case emptyName
  /// The list has fewer positions.
  case noPosition(Int, of: Int)

  /// A sentence for a person, with the next step.
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

extension Store<AppState> {
  /// Changes a person of the present state in one step, and returns the difference; no change is no step.
  ///
  ///     try store.modifyPerson(3) { $0.face.glasses = true }
  ///
  /// - Throws: `PeopleError` when there is no such person or their name is empty afterwards, and the errors of `change`
  ///   and `transaction`.
  @discardableResult
  public func modifyPerson(_ tag: Int, _ change: (inout Person) throws -> Void) throws -> PersonDifference {
    try transaction("Edit Person") { draft in
      guard var person = draft.state.document.people[tag] else { throw PeopleError.noPerson(tag) }
      let difference = try person.modify(change)
      try draft.send(.people(.edit(difference)))
      return difference
    }
  }
}
