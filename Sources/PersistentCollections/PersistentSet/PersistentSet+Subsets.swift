/// The questions that compare two sets. The other operand is a set or any sequence.
///
/// Between two sets the complexity is O(1) for identical sets, O(changes · log *n*) for versions of one set, and O(*n*) at
/// most. Each element of another sequence visits O(log *n*) nodes.
extension PersistentSet {
  /// Returns whether another set has all elements of this one.
  @inlinable
  public func isSubset(of other: PersistentSet) -> Bool {
    tree.isSubset(of: other.tree)
  }

  /// Returns whether this set has all elements of another one.
  @inlinable
  public func isSuperset(of other: PersistentSet) -> Bool {
    other.tree.isSubset(of: tree)
  }

  /// Returns whether another set has all elements of this one, and more.
  @inlinable
  public func isStrictSubset(of other: PersistentSet) -> Bool {
    count < other.count && isSubset(of: other)
  }

  /// Returns whether this set has all elements of another one, and more.
  @inlinable
  public func isStrictSuperset(of other: PersistentSet) -> Bool {
    other.isStrictSubset(of: self)
  }

  /// Returns whether the sets have no element in common.
  @inlinable
  public func isDisjoint(with other: PersistentSet) -> Bool {
    tree.isDisjoint(with: other.tree)
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
}
