/// A tree that a collection consists of.
@usableFromInline
package protocol PersistentTree {
  /// The place of an entry.
  associatedtype Place

  var count: Int { get }
  var isEmpty: Bool { get }

  /// Whether both are one and the same tree.
  func isIdentical(to other: Self) -> Bool

  /// Counts the nodes that `meter` has not met yet, and visits the entries that lie in them.
  func addFootprint(to meter: inout FootprintMeter, visiting visit: ((Place, inout FootprintMeter) -> Void)?)

  /// Counts the nodes that this tree has and an older one has not, and the reverse.
  func addExchange(from older: Self, to exchange: inout FootprintExchange)
}

/// Copies or moves elements of a node into memory that is not initialized.
///
/// Elements without size are left out: their node has no room for the byte each that the standard library
/// would write.
@inlinable
func transfer<T>(
  _ source: UnsafeMutablePointer<T>,
  to target: UnsafeMutablePointer<T>,
  count: Int,
  moving: Bool
) {
  if MemoryLayout<T>.size == 0 { return }
  if moving {
    target.moveInitialize(from: source, count: count)
  } else {
    target.initialize(from: source, count: count)
  }
}
