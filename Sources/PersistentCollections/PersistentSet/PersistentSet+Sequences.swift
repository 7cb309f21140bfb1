/// The same with any sequence of elements, each of which visits O(log *n*) nodes.
extension PersistentSet {
  /// Returns the elements of this set and of a sequence; of equal elements, this set's.
  @inlinable
  public func union(_ elements: some Sequence<Element>) -> PersistentSet {
    var result = self
    result.formUnion(elements)
    return result
  }

  /// Adds the elements of a sequence.
  @inlinable
  public mutating func formUnion(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  /// Returns the elements that a sequence has too.
  @inlinable
  public func intersection(_ elements: some Sequence<Element>) -> PersistentSet {
    intersection(common(with: elements))
  }

  /// Removes the elements that a sequence does not have.
  @inlinable
  public mutating func formIntersection(_ elements: some Sequence<Element>) {
    self = intersection(elements)
  }

  /// Returns the elements that a sequence does not have.
  @inlinable
  public func subtracting(_ elements: some Sequence<Element>) -> PersistentSet {
    var result = self
    result.subtract(elements)
    return result
  }

  /// Removes the elements of a sequence.
  @inlinable
  public mutating func subtract(_ elements: some Sequence<Element>) {
    for element in elements { _ = tree.remove(element) }
  }

  /// Returns the elements that only this set or only a sequence has.
  @inlinable
  public func symmetricDifference(_ elements: some Sequence<Element>) -> PersistentSet {
    symmetricDifference(PersistentSet(elements))
  }

  /// Removes the elements that a sequence has too, and adds those that only it has.
  @inlinable
  public mutating func formSymmetricDifference(_ elements: some Sequence<Element>) {
    self = symmetricDifference(elements)
  }

  /// Returns whether a sequence has all elements of this set.
  @inlinable
  public func isSubset(of elements: some Sequence<Element>) -> Bool {
    isSubset(of: elements, orMore: true)
  }

  /// Returns whether a sequence has all elements of this set, and more.
  @inlinable
  public func isStrictSubset(of elements: some Sequence<Element>) -> Bool {
    isSubset(of: elements, orMore: false)
  }

  /// Goes on until all elements of this set were met, and one that it has not, unless `hasMore` is true from the start.
  @inlinable
  func isSubset(of elements: some Sequence<Element>, orMore hasMore: Bool) -> Bool {
    var hasMore = hasMore
    if isEmpty && hasMore { return true }
    var found = PersistentSet()
    for element in elements {
      if contains(element) { found.insert(element) } else { hasMore = true }
      if hasMore && found.count == count { return true }
    }
    return false
  }

  /// Returns whether this set has all elements of a sequence.
  @inlinable
  public func isSuperset(of elements: some Sequence<Element>) -> Bool {
    elements.allSatisfy(contains)
  }

  /// Returns whether this set has all elements of a sequence, and more.
  @inlinable
  public func isStrictSuperset(of elements: some Sequence<Element>) -> Bool {
    var found = PersistentSet()
    for element in elements {
      guard contains(element) else { return false }
      found.insert(element)
    }
    return found.count < count
  }

  /// Returns whether this set has no element in common with a sequence.
  @inlinable
  public func isDisjoint(with elements: some Sequence<Element>) -> Bool {
    !elements.contains(where: contains)
  }

  /// The elements of a sequence that this set has too: never more than that, however long the sequence is.
  @inlinable
  func common(with elements: some Sequence<Element>) -> PersistentSet {
    var found = PersistentSet()
    for element in elements where contains(element) { found.insert(element) }
    return found
  }
}
