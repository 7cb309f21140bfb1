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
