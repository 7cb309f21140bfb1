import PersistentCollections
import Strata

/// A person, with their face, likes and dislikes.
public struct Person: Equatable, Identifiable, Sendable {
  /// The number that the actions use as a name, never used twice.
  public internal(set) var tag: Int
  /// The name.
  public var name: String
  /// The face.
  public var face: Face
  /// The things that the person likes.
  public var likes: PersistentArray<String>
  /// The things that the person does not like.
  public var dislikes: PersistentArray<String>

  /// The tag.
  public var id: Int { tag }
}

extension Person: Described {
  /// Makes a person without a name.
  public init() { self.init(tag: 0, name: "", face: Face(), likes: [], dislikes: []) }

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<Person>) {
    field("tag", \.tag)
    field("name", \.name)
    field("face", \.face)
    field("likes", \.likes)
    field("dislikes", \.dislikes)
  }
}

/// The looks of a face.
@Described
public struct Face: Equatable, Sendable {
  /// The colours of hair.
  public enum HairColor: String, CaseIterable, Sendable, DescribedLeaf {
    case black, brown, blond, red, grey, white
  }

  /// The lengths of hair.
  public enum HairLength: String, CaseIterable, Sendable, DescribedLeaf {
    case bald, short, medium, long
  }

  /// The colours of eyes.
  public enum EyeColor: String, CaseIterable, Sendable, DescribedLeaf {
    case brown, blue, green, grey
  }

  /// The kinds of beard.
  public enum FacialHair: String, CaseIterable, Sendable, DescribedLeaf {
    case none, moustache, beard
  }

  /// The colour of the hair.
  public var hairColor = HairColor.brown
  /// The length of the hair.
  public var hairLength = HairLength.medium
  /// The colour of the eyes.
  public var eyes = EyeColor.brown
  /// The beard, or none.
  public var facialHair = FacialHair.none
  /// Whether there are glasses.
  public var glasses = false

  /// Makes a face with medium brown hair and brown eyes.
  public init() {}

}

extension Person {
  /// Changes the person, and returns the difference.
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

/// The difference between a person before and after an edit.
public struct PersonDifference: Equatable, Sendable {
  /// The person before.
  public let from: Person
  /// The person after, with the same tag.
  public let to: Person

  /// Whether the edit changed anything.
  public var hasChanges: Bool { from != to }

  /// Compares a person with an edited copy. The copy keeps its tag, whatever the edit says.
  public init(from: Person, to: Person) {
    self.from = from
    var to = to
    to.tag = from.tag
    self.to = to
  }

  /// Makes the same changes to a person, and no others.
  ///
  /// So an edit of a stale copy does not reverse later changes of other fields.
  func apply(to person: inout Person) {
    func copy(_ field: WritableKeyPath<Person, some Equatable>) {
      if from[keyPath: field] != to[keyPath: field] { person[keyPath: field] = to[keyPath: field] }
    }
    copy(\.name)
    copy(\.face.hairColor)
    copy(\.face.hairLength)
    copy(\.face.eyes)
    copy(\.face.facialHair)
    copy(\.face.glasses)
    copy(\.likes)
    copy(\.dislikes)
  }
}
