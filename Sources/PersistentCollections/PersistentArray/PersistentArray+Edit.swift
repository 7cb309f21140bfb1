extension PersistentArray {
  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortized. A shared array copies its last few elements, never more than 64 of them,
  ///   and O(log *n*) nodes once in as many calls.
  @inlinable
  public mutating func append(_ newElement: Element) {
    if isKnownUniquelyReferenced(&tail) {
      // The tail is not nil, for there are no references to nil.
      let node = Node(tail.unsafelyUnwrapped)
      let header = node.header
      if header.count < header.width {
        (node.elements + header.count).initialize(to: newElement)
        node.header = header.adding(1)
        return
      }
    }
    appendMakingRoom(newElement)
  }

  @inlinable @inline(never)
  mutating func appendMakingRoom(_ newElement: Element) {
    guard var tail = tail.take() else {
      self.tail = Node.makeLeaf(newElement, room: Node.room(for: 1))
      return
    }
    let isUnique = isKnownUniquelyReferenced(&tail)
    let count = tail.elementCount
    guard count == Node.leafCapacity else {
      let grown = Node(tail).insertingWhereThereIsRoom(newElement, at: count, isUnique: isUnique)
      self.tail = grown ?? tail
      return
    }
    Tree.requireRoom(tree.count, for: 2 &* Node.leafCapacity)
    tree.append(leaf: tail)
    // If no other version is kept, more elements are likely to follow.
    self.tail = Node.makeLeaf(newElement, room: isUnique ? Node.leafCapacity : Node.room(for: 1))
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
    guard position < count, var tail = tail.take() else {
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
    let remainder = withExtendedLifetime(tail) {
      Node(tail).removingFromLeaf(at: position &- treeCount, isUnique: isUnique, removed: &removed)
    }
    switch remainder {
    case .same: self.tail = tail
    case .replaced(let leaf): self.tail = leaf
    case .nothing: self.tail = tree.removeLastLeaf()
    }
    return removed.unsafelyUnwrapped
  }
}
