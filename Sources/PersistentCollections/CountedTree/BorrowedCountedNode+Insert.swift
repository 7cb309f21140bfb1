extension BorrowedCountedNode {
  /// Inserts an element at a position.
  ///
  /// - Parameters:
  ///   - isUnique: whether this node and all above it belong to the caller alone.
  ///   - isRightmost: whether this node lies along the right edge of the tree.
  @inlinable
  func inserting(_ element: Element, at position: Int, isUnique: Bool, isRightmost: Bool) -> Growth {
    let header = self.header
    if header.isLeaf {
      return insertingIntoLeaf(element, at: position, isUnique: isUnique, isRightmost: isRightmost)
    }
    let ends = ends(header)
    let slot = ends.slot(insertingAt: position)
    let isLast = isRightmost && slot == header.width &- 1
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children(header)[slot])
    let growth = child(slot, header).inserting(
      element,
      at: position &- ends.start(of: slot),
      isUnique: childIsUnique,
      isRightmost: isLast
    )
    return absorbing(growth, at: slot, adding: 1, isUnique: isUnique, isAppending: isLast)
  }

  @inlinable
  func insertingIntoLeaf(_ element: Element, at index: Int, isUnique: Bool, isRightmost: Bool) -> Growth {
    let header = self.header
    let count = header.count
    if count < Self.leafCapacity {
      return Growth(node: insertingWhereThereIsRoom(element, at: index, isUnique: isUnique))
    }
    if isRightmost && index == count {
      return Growth(node: nil, sibling: Self.makeLeaf(element, room: Self.room(for: 1)))
    }
    // A full leaf becomes two halves; the new element goes to the one it belongs to.
    let half = count / 2
    let right = Storage.allocateLeaf(count: count &- half, room: Self.leafCapacity)
    transfer(
      elements + half,
      to: BorrowedCountedNode(right).elements,
      count: count &- half,
      moving: isUnique
    )
    let left: Storage?
    if isUnique {
      self.header = CountedHeader(leafOf: half, room: header.width)
      left = nil
    } else {
      let copy = Storage.allocateLeaf(count: half, room: Self.leafCapacity)
      BorrowedCountedNode(copy).elements.initialize(from: elements, count: half)
      left = copy
    }
    if index <= half {
      let node = left.map { BorrowedCountedNode($0) } ?? self
      let moved = node.insertingWhereThereIsRoom(element, at: index, isUnique: true)
      return Growth(node: moved ?? left, sibling: right)
    }
    let moved = BorrowedCountedNode(right).insertingWhereThereIsRoom(
      element,
      at: index &- half,
      isUnique: true
    )
    return Growth(node: left, sibling: moved ?? right)
  }

  /// Inserts into a leaf that is not full.
  ///
  /// - Returns: the leaf that takes the place of this one, or nil if it could be changed itself.
  @inlinable
  func insertingWhereThereIsRoom(_ element: Element, at index: Int, isUnique: Bool) -> Storage? {
    let header = self.header
    let count = header.count
    let source = elements
    if isUnique && count < header.width {
      (source + index + 1).moveInitialize(from: source + index, count: count &- index)
      (source + index).initialize(to: element)
      self.header = header.adding(1)
      return nil
    }
    // A leaf that is not shared is likely to grow further; one that is copied, to be kept as it is.
    let room = isUnique ? Self.leafCapacity : Self.room(for: count &+ 1)
    let grown = Storage.allocateLeaf(count: count &+ 1, room: room)
    let target = BorrowedCountedNode(grown).elements
    transfer(source, to: target, count: index, moving: isUnique)
    (target + index).initialize(to: element)
    transfer(source + index, to: target + index + 1, count: count &- index, moving: isUnique)
    if isUnique { self.header = .abandoned }
    return grown
  }

  /// Makes a leaf of one element.
  @inlinable
  static func makeLeaf(_ element: Element, room: Int) -> Storage {
    let leaf = Storage.allocateLeaf(count: 1, room: room)
    BorrowedCountedNode(leaf).elements.initialize(to: element)
    return leaf
  }

  /// Makes a leaf of elements that are copied from somewhere.
  @inlinable
  static func makeLeaf(copying elements: UnsafeMutablePointer<Element>, count: Int) -> Storage {
    let leaf = Storage.allocateLeaf(count: count, room: room(for: count))
    BorrowedCountedNode(leaf).elements.initialize(from: elements, count: count)
    return leaf
  }
}
