/// Neighbouring elements of an array that others took the place of, from one version to the next.
///
/// If `new` is empty the elements were removed, if `old` is empty they were inserted. With as many on both
/// sides they were updated where they are; positions behind them do not move.
public struct ArrayChange<Element> {
  /// The positions of the elements in the older version; empty for an insertion.
  public var oldRange: Range<Int>
  /// The positions of the elements in the newer version; empty for a removal.
  public var newRange: Range<Int>
  /// The elements at `oldRange` in the older version.
  public var old: [Element]
  /// The elements at `newRange` in the newer version.
  public var new: [Element]

  /// Creates a change from its two sides.
  @inlinable
  public init(from old: [Element], at oldPosition: Int, to new: [Element], at newPosition: Int) {
    oldRange = oldPosition..<oldPosition + old.count
    newRange = newPosition..<newPosition + new.count
    self.old = old
    self.new = new
  }

  /// Whether all elements stayed where they are and have other values.
  public var isUpdate: Bool { old.count == new.count }

  /// The change that leads back.
  public var inverse: ArrayChange {
    ArrayChange(from: new, at: newRange.lowerBound, to: old, at: oldRange.lowerBound)
  }
}

extension ArrayChange: Equatable where Element: Equatable {}
extension ArrayChange: Hashable where Element: Hashable {}
extension ArrayChange: Sendable where Element: Sendable {}
