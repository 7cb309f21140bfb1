/// The place of an element: how many elements come before it.
///
/// A rank is good as long as the collection it comes from does not change.
public struct Rank: Comparable, Hashable, Sendable {
  @usableFromInline let number: Int

  @inlinable
  init(_ number: Int) {
    self.number = number
  }

  /// Returns whether one element comes before another.
  @inlinable
  public static func < (left: Rank, right: Rank) -> Bool {
    left.number < right.number
  }
}

/// A collection whose indices are the ranks of its elements, so that every step between them is arithmetic.
public protocol RankedCollection: Collection where Index == Rank {
  /// The number of elements.
  ///
  /// - Complexity: O(1).
  var count: Int { get }

  /// Whether there are no elements.
  ///
  /// - Complexity: O(1).
  var isEmpty: Bool { get }
}

extension RankedCollection {
  /// The index of the first element, or the end index of a collection without elements.
  @inlinable
  public var startIndex: Rank { Rank(0) }

  /// The index behind the last element.
  @inlinable
  public var endIndex: Rank { Rank(count) }

  /// Returns the index behind another one, which must not be the end.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(after index: Rank) -> Rank { self.index(index, offsetBy: 1) }

  /// Returns the index that is `distance` elements away, and within bounds.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(_ index: Rank, offsetBy distance: Int) -> Rank {
    let number = index.number + distance
    precondition(number >= 0 && number <= count, "Index is out of bounds")
    return Rank(number)
  }

  /// Returns the index that is `distance` elements away, or nil if that is beyond a limit.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(_ index: Rank, offsetBy distance: Int, limitedBy limit: Rank) -> Rank? {
    let room = limit.number - index.number
    let isBeyond = distance < 0 ? room <= 0 && room > distance : room >= 0 && room < distance
    return isBeyond ? nil : self.index(index, offsetBy: distance)
  }

  /// Returns how many elements there are from one index to another.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func distance(from start: Rank, to end: Rank) -> Int { end.number - start.number }
}

extension RankedCollection where Self: BidirectionalCollection {
  /// Returns the index before another one, which must not be the first.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(before index: Rank) -> Rank { self.index(index, offsetBy: -1) }
}
