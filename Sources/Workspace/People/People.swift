import PersistentCollections
import Strata

/// A list of people, in an order of their own.
public struct People: Equatable, Sendable {
  /// All of them, in order.
  public internal(set) var list: PersistentArray<Person> = []

  /// An empty list.
  public init() {}

  /// The person with a tag.
  ///
  /// - Complexity: O(*n*): the list is for reading in its order, and people know no hundred thousand others.
  public subscript(tag: Int) -> Person? {
    list.first { $0.tag == tag }
  }

  /// Changes the list as `action` says, taking new tags from `ids`.
  ///
  /// - Throws: `PeopleError` when the action does not fit, and `IDCounter.Exhausted`. The list is then as it was.
  public mutating func reduce(_ action: Action, ids: inout IDCounter) throws {
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

extension People: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<People>) {
    field("list", \.list)
  }
}

extension People: Validated {
  /// Refuses what cannot be one.
  public func validate() throws { try require(inconsistency()) }
}
