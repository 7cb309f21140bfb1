/// A map whose elements are in the order of their keys.
public protocol KeyOrderedCollection: KeyedCollection, BidirectionalCollection where Key: Comparable {}

extension MapKeys where Map: KeyOrderedCollection {
  /// The smallest key, or nil if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func min() -> Map.Key? { first }

  /// The greatest key, or nil if there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func max() -> Map.Key? { last }
}
