/// Walks over the entries of a tree, leaf by leaf.
@usableFromInline
struct HashTreeIterator<Key: Hashable, Value>: IteratorProtocol {
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// A branch on the way down, and the children of it that are still to be visited.
  @usableFromInline
  struct Step {
    @usableFromInline let branch: Node
    @usableFromInline var next: Int
    @usableFromInline let end: Int

    @inlinable
    init(_ branch: Node, header: NodeHeader) {
      self.branch = branch
      next = 0
      end = header.childCount
    }
  }

  /// Holds all nodes of the walk.
  @usableFromInline let root: HashNode<Key, Value>?
  @usableFromInline var path: [Step] = []
  @usableFromInline var keys: UnsafeMutablePointer<Key>?
  @usableFromInline var values: UnsafeMutablePointer<Value>?
  @usableFromInline var left = 0

  @inlinable
  init(_ tree: HashTree<Key, Value>) {
    root = tree.root
    if let root { descend(to: Node(root)) }
  }

  /// Goes down to the first leaf under a node.
  @inlinable
  mutating func descend(to node: Node) {
    var node = node
    var header = node.header
    while header.isBranch {
      var step = Step(node, header: header)
      step.next = 1
      path.append(step)
      node = node.child(at: 0)
      header = node.header
    }
    left = header.count
    keys = node.keys
    values = node.values(count: left)
  }

  /// Goes on to the next leaf, and returns whether there is one.
  @inlinable
  mutating func advance() -> Bool {
    while let last = path.indices.last {
      let step = path[last]
      if step.next < step.end {
        path[last].next &+= 1
        descend(to: step.branch.child(at: step.next))
        return true
      }
      path.removeLast()
    }
    return false
  }

  @inlinable
  mutating func next() -> (key: Key, value: Value)? {
    while left == 0 {
      guard advance() else { return nil }
    }
    // A leaf with entries left has set both pointers.
    let (key, value) = (keys.unsafelyUnwrapped, values.unsafelyUnwrapped)
    keys = key + 1
    values = value + 1
    left &-= 1
    return (key.pointee, value.pointee)
  }
}
