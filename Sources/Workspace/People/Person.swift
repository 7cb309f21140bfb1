import PersistentCollections
import Strata

/// A person, with their face and what they like.
public struct Person: Equatable, Identifiable, Sendable {
  /// The number by which the actions name them, never used twice.
  public internal(set) var tag: Int
  /// What they are called.
  public var name: String
  /// What they look like.
  public var face: Face
  /// What they like.
  public var likes: PersistentArray<String>
  /// What they do not like.
  public var dislikes: PersistentArray<String>

  /// The tag.
  public var id: Int { tag }
}

extension Person: Described {
  /// A person without a name.
  public init() { self.init(tag: 0, name: "", face: Face(), likes: [], dislikes: []) }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Person>) {
    field("tag", \.tag)
    field("name", \.name)
    field("face", \.face)
    field("likes", \.likes)
    field("dislikes", \.dislikes)
  }
}
