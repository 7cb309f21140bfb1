/// A sequence of elements that is cut, joined and edited anywhere in logarithmic time: what persistent arrays
/// and sorted maps are made of.
///
/// It is one reference. The algorithms are those of ``BorrowedCountedNode``; here the root is held while they
/// run, and given a level more or less when they are done.
@usableFromInline
package struct CountedTree<Content: CountedContent> {
  @usableFromInline package typealias Element = Content.Element
  @usableFromInline typealias Storage = CountedNode<Content>
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  /// The root, or nil for a tree without elements. A root that is a branch has two children or more.
  @usableFromInline var root: CountedNode<Content>?

  @inlinable
  init(root: CountedNode<Content>?) {
    self.root = root
  }

  /// Makes a tree without elements.
  @inlinable
  package init() {
    root = nil
  }

  /// Makes a tree of a node, whose upper levels may have a single child.
  @inlinable
  init(trimming node: CountedNode<Content>) {
    root = withExtendedLifetime(node) {
      var root = Node(node)
      while true {
        let header = root.header
        guard !header.isLeaf, header.width == 1 else { return root.owned }
        root = root.child(0, header)
      }
    }
  }

  /// The number of elements.
  @inlinable
  package var count: Int {
    guard let root else { return 0 }
    return root.elementCount
  }

  /// Whether there are no elements.
  @inlinable package var isEmpty: Bool { root == nil }

  /// The most elements that a tree can have: nodes count in 32 bits.
  @inlinable package static var maximumCount: Int { Int(UInt32.max) }

  @inlinable @inline(__always)
  static func requireRoom(_ count: Int, for added: Int) {
    precondition(
      added <= maximumCount &- count,
      "A persistent collection is limited to 2³² - 1 elements"
    )
  }

  /// Calls `body` with the element at a position, where it lies.
  @inlinable @inline(__always)
  package func withElement<Result>(at position: Int, _ body: (UnsafeMutablePointer<Element>) -> Result)
    -> Result
  {
    // The caller has made sure that there is an element at the position.
    let root = root.unsafelyUnwrapped
    return withExtendedLifetime(root) { body(Node(root).element(at: position)) }
  }

  /// Returns the place of the element at a position, for it to be changed. It is good until the tree is used
  /// again.
  @inlinable
  package mutating func unshare(at position: Int) -> UnsafeMutablePointer<Element> {
    // The caller has made sure that there is an element at the position.
    var root = self.root.take().unsafelyUnwrapped
    let place = Node.unshare(&root, at: position)
    self.root = root
    return place
  }

  /// Inserts an element at a position.
  @inlinable
  package mutating func insert(_ element: Element, at position: Int) {
    guard var root = root.take() else {
      self.root = Node.makeLeaf(element, room: Node.room(for: 1))
      return
    }
    let isUnique = isKnownUniquelyReferenced(&root)
    self.root = Self.root(
      of: Node(root).inserting(element, at: position, isUnique: isUnique, isRightmost: true),
      replacing: root
    )
  }

  /// Removes the element at a position and returns it.
  @inlinable
  package mutating func remove(at position: Int) -> Element {
    // The caller has made sure that there is an element at the position.
    var root = self.root.take().unsafelyUnwrapped
    let isUnique = isKnownUniquelyReferenced(&root)
    var removed: Element?
    finish(Node(root).removing(at: position, isUnique: isUnique, removed: &removed), of: root)
    return removed.unsafelyUnwrapped
  }

  /// Removes what is left of an element that was moved out of its place, after ``unshare(at:)``.
  @inlinable
  mutating func removeVacated(at position: Int) {
    // The caller has vacated the place at this position, so the place is there.
    var root = self.root.take().unsafelyUnwrapped
    let isUnique = isKnownUniquelyReferenced(&root)
    var removed: Element?
    finish(
      Node(root).removing(at: position, isUnique: isUnique, isVacated: true, removed: &removed),
      of: root
    )
  }

  /// Takes away the last leaf and returns it, or nil if there are no elements.
  @inlinable
  mutating func removeLastLeaf() -> CountedNode<Content>? {
    guard var root = root.take() else { return nil }
    let isUnique = isKnownUniquelyReferenced(&root)
    var removed: Storage?
    finish(Node(root).removingLastLeaf(isUnique: isUnique, removed: &removed), of: root)
    return removed
  }

  /// Appends the elements of another tree.
  ///
  /// - Complexity: O(difference of the heights) nodes are copied, O(height) are looked at.
  @inlinable
  package mutating func append(_ other: CountedTree) {
    guard let otherRoot = other.root else { return }
    guard var root = root.take() else {
      self.root = otherRoot
      return
    }
    let (node, otherNode) = (Node(root), Node(otherRoot))
    Self.requireRoom(node.count, for: otherNode.count)
    self.root = withExtendedLifetime(otherRoot) {
      if node.header.height >= otherNode.header.height {
        let isUnique = isKnownUniquelyReferenced(&root)
        return Self.root(of: node.appending(otherNode, isUnique: isUnique), replacing: root)
      }
      return withExtendedLifetime(root) {
        Self.root(of: otherNode.prepending(node, isUnique: false), replacing: otherRoot)
      }
    }
  }

  /// Returns the elements before a position and those from there on.
  @inlinable
  package func split(at position: Int) -> (CountedTree, CountedTree) {
    guard let root, position > 0 else { return (CountedTree(), self) }
    return withExtendedLifetime(root) {
      if position == root.elementCount { return (self, CountedTree()) }
      let (left, right) = Node(root).splitting(at: position)
      return (CountedTree(trimming: left), CountedTree(trimming: right))
    }
  }

  /// Returns the elements at some positions.
  @inlinable
  func slice(_ positions: Range<Int>) -> CountedTree {
    split(at: positions.upperBound).0.split(at: positions.lowerBound).1
  }

  @inlinable
  static func root(of growth: Node.Growth, replacing root: Storage) -> Storage {
    let node = growth.node ?? root
    guard let sibling = growth.sibling else { return node }
    return CountedSiblings.with { siblings in
      siblings.append(Node(node))
      siblings.append(Node(sibling))
      return withExtendedLifetime((node, sibling)) { Node.makeBranch(siblings.children) }
    }
  }

  @inlinable
  mutating func finish(_ remainder: Node.Remainder, of root: Storage) {
    switch remainder {
    case .same: self = CountedTree(trimming: root)
    case .replaced(let node): self = CountedTree(trimming: node)
    case .nothing: self.root = nil
    }
  }
}
