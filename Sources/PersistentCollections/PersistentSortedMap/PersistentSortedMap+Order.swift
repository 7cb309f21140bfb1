/// Ranks and neighbours.
extension PersistentSortedMap {
  /// Returns how many keys are less than a key, whether or not that is there itself.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func rank(of key: Key) -> Int {
    find(key).rank
  }

  /// Returns the element that has as many others before it.
  ///
  /// - Precondition: the rank is not negative and less than the number of elements.
  /// - Complexity: O(log *n*).
  @inlinable
  public func element(atRank rank: Int) -> Element {
    requireElement(at: rank)
    return tree.withElement(at: rank) { $0.pointee }
  }

  @inlinable
  func elementIfPresent(atRank rank: Int) -> Element? {
    rank >= 0 && rank < count ? tree.withElement(at: rank) { $0.pointee } : nil
  }

  /// Returns the element with the greatest key that is less than a key.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func element(before key: Key) -> Element? {
    elementIfPresent(atRank: find(key).rank - 1)
  }

  /// Returns the element of a key, or else the one with the greatest key that is less.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func element(atOrBefore key: Key) -> Element? {
    elementIfPresent(atRank: rank(behind: key) - 1)
  }

  /// Returns the element of a key, or else the one with the smallest key that is greater.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func element(atOrAfter key: Key) -> Element? {
    elementIfPresent(atRank: find(key).rank)
  }

  /// Returns the element with the smallest key that is greater than a key.
  ///
  /// - Complexity: O(log *n*) keys are compared.
  @inlinable
  public func element(after key: Key) -> Element? {
    elementIfPresent(atRank: rank(behind: key))
  }

  /// How many keys are not greater than a key.
  @inlinable
  func rank(behind key: Key) -> Int {
    let (rank, isFound) = find(key)
    return isFound ? rank + 1 : rank
  }
}

/// Ranges of keys.
extension PersistentSortedMap {
  /// The elements with keys in a range, as a map that shares nodes with this one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: Range<Key>) -> PersistentSortedMap {
    section(rank(of: keys.lowerBound)..<rank(of: keys.upperBound))
  }

  /// The elements with keys in a range, as a map that shares nodes with this one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: ClosedRange<Key>) -> PersistentSortedMap {
    section(rank(of: keys.lowerBound)..<rank(behind: keys.upperBound))
  }

  /// The elements from a key on, as a map that shares nodes with this one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: PartialRangeFrom<Key>) -> PersistentSortedMap {
    section(rank(of: keys.lowerBound)..<count)
  }

  /// The elements before a key, as a map that shares nodes with this one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: PartialRangeUpTo<Key>) -> PersistentSortedMap {
    section(0..<rank(of: keys.upperBound))
  }

  /// The elements up to a key and with it, as a map that shares nodes with this one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public subscript(keys: PartialRangeThrough<Key>) -> PersistentSortedMap {
    section(0..<rank(behind: keys.upperBound))
  }

  /// Creates a map of a slice of one, with which it shares nodes.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public init(_ slice: Slice<PersistentSortedMap>) {
    self = slice.base.section(slice.startIndex.rank..<slice.endIndex.rank)
  }

  /// Removes the elements with keys in a range.
  ///
  /// - Complexity: O(log *n*), and O(removed elements) if nobody shares them.
  @inlinable
  public mutating func removeAll(in keys: Range<Key>) {
    removeSection(rank(of: keys.lowerBound)..<rank(of: keys.upperBound))
  }

  /// Removes the elements with keys in a range.
  ///
  /// - Complexity: O(log *n*), and O(removed elements) if nobody shares them.
  @inlinable
  public mutating func removeAll(in keys: ClosedRange<Key>) {
    removeSection(rank(of: keys.lowerBound)..<rank(behind: keys.upperBound))
  }

  @inlinable
  func section(_ ranks: Range<Int>) -> PersistentSortedMap {
    PersistentSortedMap(tree: tree.slice(ranks))
  }

  @inlinable
  mutating func removeSection(_ ranks: Range<Int>) {
    guard !ranks.isEmpty else { return }
    let (before, rest) = tree.split(at: ranks.lowerBound)
    tree = before
    tree.append(rest.split(at: ranks.count).1)
  }
}
