/// Walks over the entries of a tree, leaf by leaf.
@usableFromInline
struct HashTreeIterator<Key: Hashable, Value>: IteratorProtocol {
  @usableFromInline var leaves: LeafWalk<Key, Value>
  @usableFromInline var keys: UnsafeMutablePointer<Key>?
  @usableFromInline var values: UnsafeMutablePointer<Value>?
  @usableFromInline var left = 0

  @inlinable
  init(_ tree: HashTree<Key, Value>) {
    leaves = LeafWalk(tree)
  }

  /// Returns the next entry. Only the walk between leaves is a call, so that a loop keeps everything else in
  /// registers (`CollectionSpeed`, M5).
  @inlinable @inline(__always)
  mutating func next() -> (key: Key, value: Value)? {
    while left == 0 {
      guard let leaf = leaves.next() else { return nil }
      left = leaf.header.count
      keys = leaf.keys
      values = leaf.values(count: left)
    }
    // A leaf with entries left has set both pointers.
    let (key, value) = (keys.unsafelyUnwrapped, values.unsafelyUnwrapped)
    keys = key + 1
    values = value + 1
    left &-= 1
    return (key.pointee, value.pointee)
  }
}

/// Walks over the leaves of a tree.
@usableFromInline
struct LeafWalk<Key: Hashable, Value> {
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// A branch on the way down, and the children of it that are still to be visited.
  @usableFromInline
  struct Step {
    @usableFromInline let branch: Node
    @usableFromInline var next: Int
    @usableFromInline let end: Int

    @inlinable
    init(_ branch: Node, next: Int, end: Int) {
      self.branch = branch
      self.next = next
      self.end = end
    }
  }

  /// Holds all nodes of the walk.
  @usableFromInline let root: HashNode<Key, Value>?
  @usableFromInline var path: [Step] = []
  @usableFromInline var hasBegun = false

  @inlinable
  init(_ tree: HashTree<Key, Value>) {
    root = tree.root
  }

  /// Returns the next leaf, which may be empty.
  @inlinable @inline(never)
  mutating func next() -> Node? {
    if !hasBegun {
      hasBegun = true
      return root.map { descend(to: Node($0)) }
    }
    while let last = path.indices.last {
      let step = path[last]
      if step.next < step.end {
        path[last].next &+= 1
        return descend(to: step.branch.child(at: step.next))
      }
      path.removeLast()
    }
    return nil
  }

  /// Goes down to the first leaf under a node.
  @inlinable
  mutating func descend(to node: Node) -> Node {
    var node = node
    var header = node.header
    while header.isBranch {
      path.append(Step(node, next: 1, end: header.childCount))
      node = node.child(at: 0)
      header = node.header
    }
    return node
  }
}
