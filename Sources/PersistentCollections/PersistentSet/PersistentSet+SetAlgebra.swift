/// The operations that make a set of two. The other operand is a set or any sequence.
///
/// Between two sets, parts that both have in common are skipped or shared without a look at them, and parts that did not
/// change are shared with the set they come from. The complexity is O(1) for identical sets, O(changes · log *n*) for
/// versions of one set, and O(*n* + *m*) at most. Each element of another sequence visits O(log *n*) nodes.
extension PersistentSet: SetAlgebra {
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
    if let set = elements as? PersistentSet {
      tree = tree.combined(with: set.tree, .union)
    } else {
      for element in elements { insert(element) }
    }
  }

  /// Returns the elements that a sequence has too.
  @inlinable
  public func intersection(_ elements: some Sequence<Element>) -> PersistentSet {
    let other = elements as? PersistentSet ?? common(with: elements)
    return PersistentSet(tree: tree.combined(with: other.tree, .intersection))
  }

  /// Removes the elements that a sequence does not have.
  @inlinable
  public mutating func formIntersection(_ elements: some Sequence<Element>) {
    self = intersection(elements)
  }

  /// Returns the elements that only this set or only a sequence has.
  @inlinable
  public func symmetricDifference(_ elements: some Sequence<Element>) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: PersistentSet(elements).tree, .symmetricDifference))
  }

  /// Removes the elements that a sequence has too, and adds those that only the sequence has.
  @inlinable
  public mutating func formSymmetricDifference(_ elements: some Sequence<Element>) {
    self = symmetricDifference(elements)
  }

  /// Returns the elements that another set does not have.
  @inlinable
  public func subtracting(_ other: PersistentSet) -> PersistentSet {
    PersistentSet(tree: tree.combined(with: other.tree, .subtraction))
  }

  /// Returns the elements that a sequence does not have.
  @inlinable
  public func subtracting(_ elements: some Sequence<Element>) -> PersistentSet {
    var result = self
    result.subtract(elements)
    return result
  }

  /// Removes the elements of another set.
  @inlinable
  public mutating func subtract(_ other: PersistentSet) {
    self = subtracting(other)
  }

  /// Removes the elements of a sequence.
  @inlinable
  public mutating func subtract(_ elements: some Sequence<Element>) {
    for element in elements { _ = tree.remove(element) }
  }

  /// The elements of a sequence that this set has too: never more than that, however long the sequence is.
  @inlinable
  func common(with elements: some Sequence<Element>) -> PersistentSet {
    var found = PersistentSet()
    for element in elements where contains(element) { found.insert(element) }
    return found
  }
}
