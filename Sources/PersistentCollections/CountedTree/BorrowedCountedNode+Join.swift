extension BorrowedCountedNode {
  /// Puts two neighbours of one height together: one node, or two of which the first is at least half full
  /// all along its right edge.
  ///
  /// They are left as they are if that holds already. With `fillingRight` the second node is made half full,
  /// too.
  @inlinable
  static func joining(
    _ left: BorrowedCountedNode,
    _ right: BorrowedCountedNode,
    fillingRight: Bool
  ) -> (Storage, Storage?) {
    if isSettled(left, right, fillingRight: fillingRight) { return (left.owned, right.owned) }
    let (leftHeader, rightHeader) = (left.header, right.header)
    if leftHeader.isLeaf { return joiningLeaves(left, right) }
    let last = left.child(leftHeader.width &- 1, leftHeader)
    let first = right.child(0, rightHeader)
    let (inner, innerSibling) = joining(last, first, fillingRight: false)
    return CountedSiblings.with { siblings in
      siblings.append(left, leftHeader, 0..<leftHeader.width &- 1)
      siblings.append(BorrowedCountedNode(inner))
      if let innerSibling { siblings.append(BorrowedCountedNode(innerSibling)) }
      siblings.append(right, rightHeader, 1..<rightHeader.width)
      return withExtendedLifetime((inner, innerSibling)) { makeBranches(siblings) }
    }
  }

  /// Whether two neighbours of one height may stay as they are: no node along the seam is less than half full.
  @inlinable
  static func isSettled(_ left: BorrowedCountedNode, _ right: BorrowedCountedNode, fillingRight: Bool) -> Bool
  {
    var (left, header) = (left, left.header)
    if fillingRight && !isSolid(right.header) { return false }
    while isSolid(header) {
      if header.isLeaf { return true }
      left = left.child(header.width &- 1, header)
      header = left.header
    }
    return false
  }

  @inlinable
  static func joiningLeaves(_ left: BorrowedCountedNode, _ right: BorrowedCountedNode) -> (Storage, Storage?)
  {
    let (leftCount, rightCount) = (left.count, right.count)
    let total = leftCount &+ rightCount
    let count = total <= leafCapacity ? total : total / 2
    let first = Storage.allocateLeaf(count: count, room: room(for: count))
    let target = BorrowedCountedNode(first).elements
    let taken = min(count, leftCount)
    target.initialize(from: left.elements, count: taken)
    (target + taken).initialize(from: right.elements, count: count &- taken)
    guard count < total else { return (first, nil) }
    let second = Storage.allocateLeaf(count: total &- count, room: room(for: total &- count))
    let rest = BorrowedCountedNode(second).elements
    rest.initialize(from: left.elements + taken, count: leftCount &- taken)
    let skipped = count &- taken
    (rest + (leftCount &- taken)).initialize(from: right.elements + skipped, count: rightCount &- skipped)
    return (first, second)
  }

  /// Appends a tree that is not higher than this one.
  @inlinable
  func appending(_ tree: BorrowedCountedNode, isUnique: Bool) -> Growth {
    let header = self.header
    if header.height == tree.header.height {
      return growth(Self.joining(self, tree, fillingRight: false))
    }
    let slot = header.width &- 1
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children(header)[slot])
    let growth = child(slot, header).appending(tree, isUnique: childIsUnique)
    return absorbing(growth, at: slot, adding: tree.count, isUnique: isUnique, isAppending: true)
  }

  /// Prepends a tree that is not higher than this one.
  @inlinable
  func prepending(_ tree: BorrowedCountedNode, isUnique: Bool) -> Growth {
    let header = self.header
    if header.height == tree.header.height {
      return growth(Self.joining(tree, self, fillingRight: false))
    }
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children(header)[0])
    let growth = child(0, header).prepending(tree, isUnique: childIsUnique)
    return absorbing(growth, at: 0, adding: tree.count, isUnique: isUnique, isAppending: false)
  }

  @inlinable
  func growth(_ pair: (Storage, Storage?)) -> Growth {
    Growth(node: BorrowedCountedNode(pair.0) === self ? nil : pair.0, sibling: pair.1)
  }

  /// Divides the tree into what is before a position and what is from there on; neither is empty.
  ///
  /// The first part may end, and the second begin, with nodes that are less than half full: whatever is put
  /// to the right of such nodes has to go through ``joining(_:_:fillingRight:)``.
  @inlinable
  func splitting(at position: Int) -> (Storage, Storage) {
    let header = self.header
    if header.isLeaf {
      return (
        Self.makeLeaf(copying: elements, count: position),
        Self.makeLeaf(copying: elements + position, count: header.count &- position)
      )
    }
    let (slot, start) = slot(of: position, header)
    if position == start {
      return CountedSiblings.with { siblings in
        siblings.append(self, header, 0..<header.width)
        let all = siblings.children
        return (
          Self.makeBranch(.init(rebasing: all[..<slot])), Self.makeBranch(.init(rebasing: all[slot...]))
        )
      }
    }
    let (left, right) = child(slot, header).splitting(at: position &- start)
    let before = CountedSiblings.with { siblings in
      siblings.append(self, header, 0..<slot)
      siblings.append(BorrowedCountedNode(left))
      return withExtendedLifetime(left) { Self.makeBranch(siblings.children) }
    }
    guard slot &+ 1 < header.width else {
      return CountedSiblings.with { siblings in
        siblings.append(BorrowedCountedNode(right))
        return withExtendedLifetime(right) { (before, Self.makeBranch(siblings.children)) }
      }
    }
    let (first, second) = withExtendedLifetime(right) {
      Self.joining(BorrowedCountedNode(right), child(slot &+ 1, header), fillingRight: false)
    }
    return CountedSiblings.with { siblings in
      siblings.append(BorrowedCountedNode(first))
      if let second { siblings.append(BorrowedCountedNode(second)) }
      siblings.append(self, header, (slot &+ 2)..<header.width)
      return withExtendedLifetime((first, second)) { (before, Self.makeBranch(siblings.children)) }
    }
  }
}
