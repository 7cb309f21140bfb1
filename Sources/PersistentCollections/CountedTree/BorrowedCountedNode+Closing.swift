/// Making the right edge of a tree ready for another tree to follow.
extension BorrowedCountedNode {
  /// The result of closing the nodes along the right edge, on one level.
  @usableFromInline
  struct Closing {
    @usableFromInline let node: Storage
    /// A node that follows it, if there was too much for one.
    @usableFromInline let sibling: Storage?
    /// Whether the content of the neighbour is in them, too.
    @usableFromInline let tookNeighbour: Bool

    @inlinable
    init(_ nodes: (Storage, Storage?), tookNeighbour: Bool) {
      (node, sibling) = nodes
      self.tookNeighbour = tookNeighbour
    }
  }

  /// Puts a leaf behind the last one, and fills what is less than half full along the right edge from its left.
  ///
  /// Each level is made anew once. A tree that follows stays as it is: where both edges were evened out against each
  /// other, it took as many nodes of that one (`CollectionSpeed`, V7).
  ///
  /// - Parameter neighbour: The node of the same height to the left of this one; nil along the left edge of the tree,
  ///   where a node may stay less than half full.
  @inlinable
  func closing(with leaf: BorrowedCountedNode, neighbour: BorrowedCountedNode?) -> Closing {
    let header = self.header
    if header.isLeaf { return closingLeaf(with: leaf, neighbour: neighbour) }
    let slot = header.width &- 1
    let left = slot > 0 ? child(slot &- 1, header) : neighbour?.lastChild
    let below = child(slot, header).closing(with: leaf, neighbour: left)
    return CountedSiblings.with { siblings in
      let kept = below.tookNeighbour ? slot &- 1 : slot
      let width = kept &+ (below.sibling == nil ? 1 : 2)
      let taken = width < Self.branchCapacity / 2 ? neighbour : nil
      if let taken {
        // If the only child took its neighbour, then that was the last child of `taken`.
        siblings.append(taken, taken.header, 0..<taken.header.width &+ min(kept, 0))
      }
      if kept > 0 { siblings.append(self, header, 0..<kept) }
      siblings.append(BorrowedCountedNode(below.node))
      if let sibling = below.sibling { siblings.append(BorrowedCountedNode(sibling)) }
      return withExtendedLifetime((below.node, below.sibling)) {
        Closing(Self.makeBranches(siblings), tookNeighbour: taken != nil)
      }
    }
  }

  @inlinable
  func closingLeaf(with leaf: BorrowedCountedNode, neighbour: BorrowedCountedNode?) -> Closing {
    if Self.isSolid(header) && Self.isSolid(leaf.header) {
      return Closing((owned, leaf.owned), tookNeighbour: false)
    }
    let joined = Self.joiningLeaves(self, leaf)
    guard let neighbour, !Self.isSolid(BorrowedCountedNode(joined.0).header) else {
      return Closing(joined, tookNeighbour: false)
    }
    return withExtendedLifetime(joined.0) {
      Closing(Self.joiningLeaves(neighbour, BorrowedCountedNode(joined.0)), tookNeighbour: true)
    }
  }

  @inlinable var lastChild: BorrowedCountedNode { child(header.width &- 1, header) }
}
