extension PersistentMap: Collection {
  /// The place of an element: how many elements come before it.
  ///
  /// An index is good as long as the map it comes from does not change.
  public struct Index: Comparable, Hashable, Sendable {
    @usableFromInline let rank: Int

    @inlinable
    init(rank: Int) {
      self.rank = rank
    }

    /// Returns whether one element comes before another.
    @inlinable
    public static func < (left: Index, right: Index) -> Bool {
      left.rank < right.rank
    }
  }

  /// The index of the first element, or the end index of a map without elements.
  @inlinable
  public var startIndex: Index { Index(rank: 0) }

  /// The index behind the last element.
  @inlinable
  public var endIndex: Index { Index(rank: count) }

  /// Accesses the element at an index.
  ///
  /// Going through all elements is faster with `for … in`, which does not look for every one anew.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(position: Index) -> Element {
    tree.withEntry(atRank: position.rank) { ($0.key.pointee, $0.value.pointee) }
  }

  /// Returns the index behind another one.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(after index: Index) -> Index {
    Index(rank: index.rank + 1)
  }

  /// Returns the index that is `distance` elements away.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    Index(rank: index.rank + distance)
  }

  /// Returns how many elements there are from one index to another.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func distance(from start: Index, to end: Index) -> Int {
    end.rank - start.rank
  }

  /// Returns the index of a key, or nil if it is not there.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(forKey key: Key) -> Index? {
    guard let rank = tree.rank(of: key) else { return nil }
    return Index(rank: rank)
  }
}
