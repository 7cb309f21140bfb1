/// Gives out numbers, none of them twice.
///
/// It lives outside what is undone: the id of a todo whose adding was taken back is not given to the next one,
/// so an older step that names it can never hit a stranger.
public struct IDCounter: Codable, Equatable, Sendable {
  private var last = 0

  /// A counter that has given out nothing.
  public init() {}

  /// Returns a number that was never returned before.
  ///
  /// - Throws: `Exhausted` when there is none left.
  public mutating func next() throws -> Int {
    guard last < .max else { throw Exhausted() }
    last += 1
    return last
  }

  /// All numbers have been given out.
  public struct Exhausted: Error, Equatable, CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
      "This workspace has used up all its numbers; nothing can be added to it."
    }
  }
}
