import PersistentCollections
import Strata

/// A remark on a page, with the time it was made at.
public struct Note: Equatable, Identifiable, Sendable {
  /// The number by which the person and the actions name it.
  public internal(set) var id: Int
  /// When it was made; it stands on the page of that day.
  public internal(set) var time: WallTime
  /// What it says, on any number of lines.
  public internal(set) var text: PersistentText
}

extension Note: Described {
  /// A remark that says nothing.
  public init() { self.init(id: 0, time: .midnight(of: .first), text: "") }

  /// Tells the fields.
  public static func describe(_ field: inout Fields<Note>) {
    field("id", \.id)
    field("time", \.time)
    field("text", \.text)
  }
}
