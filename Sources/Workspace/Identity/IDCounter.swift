import Strata

/// Gives out numbers, none of them twice.
///
/// It lives outside what is undone: the id of a todo whose adding was taken back is not given to the next one,
/// so an older step that names it can never hit a stranger.
public struct IDCounter: Equatable, Sendable {
  /// The numbers that can be ids; the greatest `Int` is none, so that there is always a place behind the last.
  public static let ids = 1..<Int.max

  /// The greatest number that was given out, or met elsewhere.
  public internal(set) var last = 0

  /// A counter that has given out nothing.
  public init() {}

  /// Returns a number that was never returned before.
  ///
  /// - Throws: `Exhausted` when there is none left.
  public mutating func next() throws(Exhausted) -> Int {
    guard Self.ids.contains(last + 1) else { throw Exhausted() }
    last += 1
    return last
  }

  /// Makes every number from now on greater than one that came from elsewhere.
  public mutating func raise(above id: Int) {
    last = max(last, min(id, Self.ids.upperBound - 1))
  }

  /// All numbers have been given out.
  public struct Exhausted: Error, Equatable, CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
      "This workspace has used up all its numbers; nothing can be added to it."
    }
  }
}

extension IDCounter: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<IDCounter>) {
    field("last", \.last)
  }
}
