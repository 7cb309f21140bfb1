/// What an edit made of a person.
public struct PersonDifference: Equatable, Sendable {
  /// The person before.
  public let from: Person
  /// The person after; the tag is the same.
  public let to: Person

  /// Whether the edit changed anything.
  public var hasChanges: Bool { from != to }

  /// The difference between a person and an edited copy, which keeps its tag whatever the edit says.
  public init(from: Person, to: Person) {
    self.from = from
    var to = to
    to.tag = from.tag
    self.to = to
  }

  /// Makes the same changes to a person, and leaves everything else of them alone.
  ///
  /// So an edit that began with a copy which is no longer up to date does not take back what others did meanwhile.
  func apply(to person: inout Person) {
    func carry(_ field: WritableKeyPath<Person, some Equatable>) {
      if from[keyPath: field] != to[keyPath: field] { person[keyPath: field] = to[keyPath: field] }
    }
    carry(\.name)
    carry(\.face.hairColor)
    carry(\.face.hairLength)
    carry(\.face.eyes)
    carry(\.face.facialHair)
    carry(\.face.glasses)
    carry(\.likes)
    carry(\.dislikes)
  }
}

extension Person {
  /// Changes the person, and returns what became different.
  ///
  ///     let difference = person.modify { $0.face.glasses = true }
  ///     try store.send(.people(.edit(difference)))
  public mutating func modify<Failure: Error>(
    _ change: (inout Person) throws(Failure) -> Void
  ) throws(Failure) -> PersonDifference {
    var changed = self
    try change(&changed)
    let difference = PersonDifference(from: self, to: changed)
    self = difference.to
    return difference
  }
}
