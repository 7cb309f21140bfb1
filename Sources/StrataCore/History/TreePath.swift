/// The way from one moment of a tree to another one: back to where it leaves, and on from there.
package struct TreePath: Equatable, Sendable {
  /// The moments whose steps are gone back over, in this order.
  package private(set) var back: [Moment.ID] = []
  /// The moments whose steps are gone forward over, in this order.
  package private(set) var forth: [Moment.ID] = []

  /// Finds the way; nil where none leads there.
  ///
  /// - Parameter parent: Says which moment another one follows on.
  /// - Complexity: O(steps between).
  package init?(from start: Moment.ID, to end: Moment.ID, _ parent: (Moment.ID) -> Moment.ID?) {
    var (here, there) = (start, end)
    // A moment is always newer than the one that it follows on.
    while here != there {
      guard let before = parent(max(here, there)) else { return nil }
      if here > there {
        back.append(here)
        here = before
      } else {
        forth.append(there)
        there = before
      }
    }
    forth.reverse()
  }
}
