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
