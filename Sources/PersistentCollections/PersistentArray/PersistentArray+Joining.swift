/// Cutting and joining.
extension PersistentArray {
  /// Adds all elements of another persistent array at the end.
  ///
  /// The nodes of both arrays are shared by the result.
  ///
  /// - Complexity: O(log *n* + log *m*).
  @inlinable
  public mutating func append(contentsOf newElements: PersistentArray) {
    guard let newTail = newElements.tail else { return }
    guard let tail else {
      self = newElements
      return
    }
    Tree.requireRoom(count, for: newElements.count)
    if newElements.tree.root == nil && tail.elementCount &+ newTail.elementCount <= Node.leafCapacity {
      appendToTail(newTail)
      return
    }
    self.tail = nil
    tree.append(leaf: tail, newElements.tree)
    self.tail = newTail
  }

  @inlinable
  mutating func appendToTail(_ leaf: CountedNode<Positioned<Element>>) {
    // Elements that would fit into a leaf of their own are few: the tail takes them.
    withExtendedLifetime(leaf) {
      for index in 0..<Node(leaf).count { append(Node(leaf).elements[index]) }
    }
  }

  /// Returns the elements before a position and those from there on.
  ///
  ///     let (done, open) = steps.split(at: 3)
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func split(at position: Int) -> (PersistentArray, PersistentArray) {
    requirePosition(position)
    if position == 0 { return (PersistentArray(), self) }
    if position == count { return (self, PersistentArray()) }
    let treeCount = tree.count
    guard position < treeCount, let tail else {
      // The cut goes through the tail, or just before it.
      return splitTail(at: position &- treeCount)
    }
    let (before, after) = tree.split(at: position)
    return (PersistentArray(tree: before), PersistentArray(tree: after, tail: tail))
  }

  @inlinable
  func splitTail(at index: Int) -> (PersistentArray, PersistentArray) {
    guard let tail else { return (self, self) }
    if index == 0 { return (PersistentArray(tree: tree), PersistentArray(tree: CountedTree(), tail: tail)) }
    let (before, after) = withExtendedLifetime(tail) { Node(tail).splitting(at: index) }
    return (PersistentArray(tree: tree, tail: before), PersistentArray(tree: CountedTree(), tail: after))
  }

  /// The elements at some positions as an array.
  @inlinable
  func section(_ range: Range<Int>) -> PersistentArray {
    split(at: range.upperBound).0.split(at: range.lowerBound).1
  }
}
