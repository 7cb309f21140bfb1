/// A range of keys: all forms that the standard library has, `a..<b`, `a...b`, `a...`, `..<b` and `...b`.
public protocol KeyRange<Bound> {
  associatedtype Bound: Comparable

  /// Returns the ranks of the elements of a map whose keys are in the range.
  func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int>
}

extension Range: KeyRange {
  /// Returns the ranks of the elements of a map whose keys are in the range.
  @inlinable
  public func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int> {
    map.ranks(from: map.rank(of: lowerBound), to: map.rank(of: upperBound))
  }
}

extension ClosedRange: KeyRange {
  /// Returns the ranks of the elements of a map whose keys are in the range.
  @inlinable
  public func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int> {
    map.ranks(from: map.rank(of: lowerBound), to: map.rank(behind: upperBound))
  }
}

extension PartialRangeFrom: KeyRange {
  /// Returns the ranks of the elements of a map whose keys are in the range.
  @inlinable
  public func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int> {
    map.ranks(from: map.rank(of: lowerBound), to: map.count)
  }
}

extension PartialRangeUpTo: KeyRange {
  /// Returns the ranks of the elements of a map whose keys are in the range.
  @inlinable
  public func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int> {
    map.ranks(from: 0, to: map.rank(of: upperBound))
  }
}

extension PartialRangeThrough: KeyRange {
  /// Returns the ranks of the elements of a map whose keys are in the range.
  @inlinable
  public func _ranks<Value>(in map: PersistentSortedMap<Bound, Value>) -> Range<Int> {
    map.ranks(from: 0, to: map.rank(behind: upperBound))
  }
}

extension PersistentSortedMap {
  /// The elements with keys in a range, as a map that shares nodes with this one.
  ///
  ///     let morning = meetings[nine..<noon]
  ///     let rest = meetings[noon...]
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: some KeyRange<Key>) -> PersistentSortedMap {
    section(keys._ranks(in: self))
  }

  /// Removes the elements with keys in a range.
  ///
  /// - Complexity: O(log *n*), and O(removed elements) if nothing shares them.
  @inlinable
  public mutating func removeAll(in keys: some KeyRange<Key>) {
    tree.removeSubrange(keys._ranks(in: self))
  }

  /// Creates a map of a slice of one, with which it shares nodes.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public init(_ slice: Slice<PersistentSortedMap>) {
    self = slice.base.section(slice.startIndex.number..<slice.endIndex.number)
  }

  /// The ranks between two others; none if keys that are not ordered as they should be gave them the wrong way round.
  @inlinable
  func ranks(from start: Int, to end: Int) -> Range<Int> {
    start..<Swift.max(start, end)
  }

  @inlinable
  func section(_ ranks: Range<Int>) -> PersistentSortedMap {
    PersistentSortedMap(tree: tree.slice(ranks))
  }
}
