/// The operations between two sets share what they can: parts that both have in common are skipped or taken over
/// without a look at them, and parts that did not change are taken over from the set they come from.
///
/// Their complexity is O(1) for identical sets, O(changes · log *n*) for versions of one set, and
/// O(*n* + *m*) at most.
extension PersistentSet: SetAlgebra {
  /// Returns the elements of both sets; of equal elements, this set's.
  @inlinable
  public func union(_ other: PersistentSet) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: other.tree, .union))
  }

  /// Returns the elements that both sets have.
  @inlinable
  public func intersection(_ other: PersistentSet) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: other.tree, .intersection))
  }

  /// Returns the elements that only one of the sets has.
  @inlinable
  public func symmetricDifference(_ other: PersistentSet) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: other.tree, .symmetricDifference))
  }

  /// Returns the elements that the other set does not have.
  @inlinable
  public func subtracting(_ other: PersistentSet) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: other.tree, .subtraction))
  }

  /// Adds the elements of another set.
  @inlinable
  public mutating func formUnion(_ other: PersistentSet) {
    self = union(other)
  }

  /// Removes the elements that another set does not have.
  @inlinable
  public mutating func formIntersection(_ other: PersistentSet) {
    self = intersection(other)
  }

  /// Removes the elements that another set has too, and adds those that only it has.
  @inlinable
  public mutating func formSymmetricDifference(_ other: PersistentSet) {
    self = symmetricDifference(other)
  }

  /// Removes the elements of another set.
  @inlinable
  public mutating func subtract(_ other: PersistentSet) {
    self = subtracting(other)
  }

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
}

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
    intersection(PersistentSet(elements))
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
    isSubset(of: PersistentSet(elements))
  }

  /// Returns whether this set has all elements of a sequence.
  @inlinable
  public func isSuperset(of elements: some Sequence<Element>) -> Bool {
    elements.allSatisfy(contains)
  }

  /// Returns whether this set has no element in common with a sequence.
  @inlinable
  public func isDisjoint(with elements: some Sequence<Element>) -> Bool {
    !elements.contains(where: contains)
  }
}
