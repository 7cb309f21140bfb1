/// Walks over the elements of a tree, and of a leaf behind it, from one position to another.
///
/// It goes from leaf to leaf through the branch above them, and down from the root once for every such
/// branch.
@usableFromInline
package struct CountedTreeIterator<Content: CountedContent>: IteratorProtocol, Sequence {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>
  @usableFromInline package typealias Element = Content.Element

  /// Elements that lie together.
  @usableFromInline package typealias Run = UnsafeMutableBufferPointer<Content.Element>

  /// Both hold all nodes of the walk.
  @usableFromInline let tree: CountedTree<Content>
  @usableFromInline let tail: CountedNode<Content>?

  @usableFromInline var cursor: UnsafeMutablePointer<Content.Element>?
  @usableFromInline var end: UnsafeMutablePointer<Content.Element>?
  /// The branch above the present leaf, if there is one, and the next of its children.
  @usableFromInline var branch: BorrowedCountedNode<Content>?
  @usableFromInline var slot = 0
  /// The position behind the present leaf, and the one to stop at.
  @usableFromInline var position: Int
  @usableFromInline let limit: Int

  /// Starts a walk over a tree.
  @inlinable
  package init(_ tree: CountedTree<Content>, positions: Range<Int>) {
    self.init(tree, tail: nil, positions: positions)
  }

  /// Starts a walk over a tree with a leaf behind it.
  @inlinable
  init(_ tree: CountedTree<Content>, tail: CountedNode<Content>?, positions: Range<Int>) {
    self.tree = tree
    self.tail = tail
    position = positions.lowerBound
    limit = positions.upperBound
  }

  @inlinable @inline(__always)
  package mutating func next() -> Content.Element? {
    if cursor == end {
      guard let run = nextRun() else { return nil }
      cursor = run.baseAddress
      end = cursor.map { $0 + run.count }
    }
    // Only at an end is there no element, and here is none.
    let place = cursor.unsafelyUnwrapped
    cursor = place + 1
    defer { withExtendedLifetime((tree.root, tail)) {} }
    return place.pointee
  }

  /// Returns the elements of the next leaf, or nil if there is none.
  @inlinable
  package mutating func nextRun() -> Run? {
    guard position < limit else { return nil }
    let leaf: Node
    var index = 0
    if let branch, slot < branch.header.width {
      leaf = branch.child(slot, branch.header)
      slot &+= 1
    } else {
      (leaf, index) = descend()
    }
    let start = leaf.elements + index
    let count = Swift.min(leaf.count &- index, limit &- position)
    position &+= count
    return Run(start: start, count: count)
  }

  /// Goes down to the leaf at the present position.
  @inlinable
  mutating func descend() -> (leaf: Node, index: Int) {
    branch = nil
    let count = tree.count
    var index = position
    // The position is less than the number of elements: those of the tree and those of the tail.
    if index >= count { return (Node(tail.unsafelyUnwrapped), index &- count) }
    var node = Node(tree.root.unsafelyUnwrapped)
    var header = node.header
    while !header.isLeaf {
      let (slot, start) = node.slot(of: index, header)
      if header.height == 1 {
        branch = node
        self.slot = slot &+ 1
      }
      index &-= start
      node = node.child(slot, header)
      header = node.header
    }
    return (node, index)
  }
}
