import Strata

/// Gives out numbers, none of them twice.
///
/// It lives outside what is undone: the id of a todo whose adding was taken back is not given to the next one,
/// so an older step that names it can never hit a stranger.
public struct IDCounter: Equatable, Sendable {
  /// The numbers that can be ids; the greatest `Int` is none, so that there is always a place behind the last.
  public static let ids = 1..<Int.max

  /// How many numbers there are for each of several machines: those of machine 2 begin at 2,000,000,001.
  ///
  /// So two machines that add something at the same time never give it the same number, and share no counter. A workspace
  /// that is alone has the numbers of machine 0.
  public static let perSite = 1_000_000_000
  /// The numbers that machines can have.
  public static let sites = 1..<Int.max / perSite

  /// The greatest number that was given out, or met elsewhere.
  public internal(set) var last = 0

  /// A counter that has given out nothing.
  public init() {}

  /// Returns a number that was never returned before.
  ///
  /// - Throws: `Exhausted` when there is none left.
  public mutating func next() throws(Exhausted) -> Int {
    guard Self.ids.contains(last + 1), !(last + 1).isMultiple(of: Self.perSite) else { throw Exhausted() }
    last += 1
    return last
  }

  /// Makes every number from now on greater than one that came from elsewhere.
  public mutating func raise(above id: Int) {
    last = max(last, min(id, Self.ids.upperBound - 1))
  }

  /// Gives out the numbers of a machine from now on, if it does not already; 0 is a workspace that is alone.
  mutating func enter(_ site: Int) {
    if Self.sites.contains(site), last / Self.perSite != site { last = site * Self.perSite }
  }

  /// Behind the numbers that a machine can give out.
  static func end(of site: Int) -> Int { sites.contains(site) ? (site + 1) * perSite : ids.upperBound }

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
