/// Leaf by leaf at the right edge, where arrays grow.
extension CountedTree {
  /// Appends a leaf.
  ///
  /// - Complexity: O(1) nodes are made where the branch above the last leaf has a place left and nothing on the way to it
  ///   is shared; else as for ``append(_:)``.
  @inlinable
  mutating func append(leaf: CountedNode<Content>) {
    if var root = root.take() {
      let isDone = Node.append(leaf, inPlaceTo: &root)
      self.root = root
      if isDone { return }
    }
    append(CountedTree(root: leaf))
  }

  /// Appends a leaf and then another tree.
  @inlinable
  mutating func append(leaf: CountedNode<Content>, _ other: CountedTree) {
    if let root, other.root != nil {
      self = withExtendedLifetime((root, leaf)) {
        let closing = Node(root).closing(with: Node(leaf), neighbour: nil)
        let growth = Node.Growth(node: closing.node, sibling: closing.sibling)
        return CountedTree(trimming: Self.root(of: growth, replacing: root))
      }
    } else {
      append(leaf: leaf)
    }
    append(other)
  }
}

extension BorrowedCountedNode {
  /// Appends a leaf to the branch above the last one.
  ///
  /// - Returns: whether that was done: the branch has a place left behind full leaves, and it and all above it belong to
  ///   the caller alone. Nothing has changed where it was not.
  @inlinable
  static func append(_ leaf: CountedNode<Content>, inPlaceTo root: inout CountedNode<Content>) -> Bool {
    let isDone = withUnsafeMutablePointer(to: &root) { root in
      var link = root
      while isKnownUniquelyReferenced(&link.pointee) {
        let node = BorrowedCountedNode(link.pointee)
        let header = node.header
        // Regular branches stay so when the last child of one grows, and have no table to be brought up to date.
        guard header.isRegular, !header.isLeaf else { return false }
        let last = header.width &- 1
        if header.height > 1 {
          link = node.children(header) + last
          continue
        }
        guard header.count == header.width &* leafCapacity, header.width < branchCapacity else {
          return false
        }
        var grown = header.adding(BorrowedCountedNode(leaf).count)
        grown.slots &+= 1
        if header.spare > 0 {
          grown.spare &-= 1
          (node.children(header) + header.width).initialize(to: leaf)
          node.header = grown
          return true
        }
        // A branch that is not shared is likely to grow further.
        grown.spare = UInt8(truncatingIfNeeded: branchCapacity &- grown.width)
        link.pointee = node.rebuilding(
          grown,
          CountedEnds(),
          replacing: last,
          with: nil,
          and: leaf,
          isUnique: true
        )
        return true
      }
      return false
    }
    guard isDone else { return false }
    withExtendedLifetime(root) {
      var node = BorrowedCountedNode(root)
      while node.header.height > 1 {
        let header = node.header
        node.header = header.adding(BorrowedCountedNode(leaf).count)
        node = node.child(header.width &- 1, header)
      }
    }
    return true
  }
}
