extension PersistentArray {
  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortized. A shared array copies its last few elements, never more than 64 of them, and
  ///   O(log *n*) nodes once in as many calls.
  @inlinable
  public mutating func append(_ newElement: Element) {
    Tree.requireRoom(count, for: 1)
    guard var tail = tail.take() else {
      self.tail = Node.makeLeaf(newElement)
      return
    }
    let count = Node(tail).count
    if count == Node.leafCapacity {
      tree.append(CountedTree(root: tail))
      self.tail = Node.makeLeaf(newElement)
    } else {
      let isUnique = isKnownUniquelyReferenced(&tail)
      let grown = Node(tail).insertingWhereThereIsRoom(newElement, at: count, isUnique: isUnique)
      self.tail = grown ?? tail
    }
  }

  /// Inserts an element at a position.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  public mutating func insert(_ newElement: Element, at position: Int) {
    requirePosition(position)
    Tree.requireRoom(count, for: 1)
    let treeCount = tree.count
    if position < treeCount {
      tree.insert(newElement, at: position)
      return
    }
    guard var tail = tail.take(), position < treeCount &+ Node(tail).count else {
      append(newElement)
      return
    }
    let isUnique = isKnownUniquelyReferenced(&tail)
    let growth = Node(tail).insertingIntoLeaf(
      newElement,
      at: position &- treeCount,
      isUnique: isUnique,
      isRightmost: false
    )
    if let sibling = growth.sibling {
      tree.append(CountedTree(root: growth.node ?? tail))
      self.tail = sibling
    } else {
      self.tail = growth.node ?? tail
    }
  }

  /// Removes the element at a position and returns it.
  ///
  /// - Complexity: O(log *n*) nodes are visited, and copied where they are shared.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    requireElement(at: position)
    let treeCount = tree.count
    if position < treeCount { return tree.remove(at: position) }
    // There is an element behind those of the tree, so there is a tail.
    var tail = self.tail.take().unsafelyUnwrapped
    let isUnique = isKnownUniquelyReferenced(&tail)
    var removed: Element?
    switch Node(tail).removingFromLeaf(at: position &- treeCount, isUnique: isUnique, removed: &removed) {
    case .same: self.tail = tail
    case .replaced(let leaf): self.tail = leaf
    case .nothing: self.tail = tree.removeLastLeaf()
    }
    return removed.unsafelyUnwrapped
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: is of no account: nodes are never larger than they must be.
  /// - Complexity: O(*n*) if nobody shares the elements, else O(1).
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    self = PersistentArray()
  }
}
