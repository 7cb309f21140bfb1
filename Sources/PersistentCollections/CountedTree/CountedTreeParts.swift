/// The parts of a tree, and of a leaf behind it, that are still to be compared: subtrees, the next one last.
///
/// Two trees are compared by taking subtrees away from the front of both. A subtree that is the same node on both sides
/// is skipped, whatever its size. Other subtrees are replaced by their children until leaves are left.
@usableFromInline
struct CountedTreeParts<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  /// Both hold all nodes that are compared.
  @usableFromInline let tree: CountedTree<Content>
  @usableFromInline let tail: CountedNode<Content>?

  @usableFromInline var stack: [BorrowedCountedNode<Content>] = []
  /// How many elements of the next part are done with, if that is a leaf.
  @usableFromInline var done = 0

  @inlinable
  init(_ tree: CountedTree<Content>, tail: CountedNode<Content>? = nil) {
    self.tree = tree
    self.tail = tail
    stack.reserveCapacity(32)
    if let tail { stack.append(Node(tail)) }
    if let root = tree.root { stack.append(Node(root)) }
  }

  /// The next part, which has elements that are not done with.
  @inlinable var next: BorrowedCountedNode<Content>? { stack.last }

  /// Puts the children of the next part, which is a branch, in its place.
  @inlinable
  mutating func open() {
    // Only called for a part that was seen just before.
    let branch = stack.removeLast()
    let header = branch.header
    for slot in stride(from: header.width &- 1, through: 0, by: -1) {
      stack.append(branch.child(slot, header))
    }
  }

  /// The elements of the next part that are left, if it is a leaf.
  @inlinable
  func run(of leaf: BorrowedCountedNode<Content>) -> UnsafeMutableBufferPointer<Content.Element> {
    UnsafeMutableBufferPointer(start: leaf.elements + done, count: leaf.count &- done)
  }

  /// Takes away some elements of the next part, which is a leaf.
  @inlinable
  mutating func drop(_ count: Int, of leaf: BorrowedCountedNode<Content>) {
    done &+= count
    guard done == leaf.count else { return }
    done = 0
    stack.removeLast()
  }

  /// Takes away the next part as a whole.
  @inlinable
  mutating func skip() {
    stack.removeLast()
  }

  /// Goes on, on both sides, as far as nodes are shared; then opens branches until both are at leaves.
  ///
  /// - Returns: the two leaves, or nil where one side has nothing left.
  @inlinable
  mutating func nextDifferentLeaves(
    _ other: inout CountedTreeParts
  ) -> (left: BorrowedCountedNode<Content>, right: BorrowedCountedNode<Content>)? {
    while let left = next, let right = other.next {
      if left === right && done == other.done {
        skip()
        other.skip()
        (done, other.done) = (0, 0)
        continue
      }
      let (height, otherHeight) = (left.header.height, right.header.height)
      if height == 0 && otherHeight == 0 { return (left, right) }
      if height >= otherHeight { open() }
      if otherHeight >= height { other.open() }
    }
    return nil
  }

  /// Returns the next elements that lie together, and takes them away.
  @inlinable
  mutating func nextRun() -> UnsafeMutableBufferPointer<Content.Element>? {
    while let node = next {
      if node.header.isLeaf {
        let run = run(of: node)
        drop(run.count, of: node)
        return run
      }
      open()
    }
    return nil
  }

  /// Visits where the elements lie that are left, and takes them away.
  @inlinable
  mutating func forEachPlace(_ visit: (UnsafeMutablePointer<Content.Element>) throws -> Void) rethrows {
    while let run = nextRun() {
      guard let start = run.baseAddress else { continue }
      for index in 0..<run.count { try visit(start + index) }
    }
  }

  /// Elements that lie together on both sides, at the same positions.
  @usableFromInline
  struct RunPair {
    @usableFromInline let left: UnsafeMutablePointer<Content.Element>
    @usableFromInline let right: UnsafeMutablePointer<Content.Element>
    @usableFromInline let count: Int

    @inlinable
    init(
      left: UnsafeMutablePointer<Content.Element>,
      right: UnsafeMutablePointer<Content.Element>,
      count: Int
    ) {
      self.left = left
      self.right = right
      self.count = count
    }
  }

  /// Returns the next elements of both sides that may differ. Both have to have as many elements left.
  @inlinable
  mutating func nextDifferentRun(_ other: inout CountedTreeParts) -> RunPair? {
    guard let (left, right) = nextDifferentLeaves(&other) else { return nil }
    let (run, otherRun) = (run(of: left), other.run(of: right))
    let count = Swift.min(run.count, otherRun.count)
    // Leaves that are parts have elements left, so there are pointers to them.
    let pair = RunPair(
      left: run.baseAddress.unsafelyUnwrapped,
      right: otherRun.baseAddress.unsafelyUnwrapped,
      count: count
    )
    drop(count, of: left)
    other.drop(count, of: right)
    return pair
  }

  /// Returns whether the elements that are left are equivalent, place by place. Both have to have as many elements left.
  @inlinable
  mutating func elementsEqual(
    _ other: inout CountedTreeParts,
    by areEquivalent: (Content.Element, Content.Element) -> Bool
  ) -> Bool {
    defer { withExtendedLifetime((tree, tail, other.tree, other.tail)) {} }
    while let run = nextDifferentRun(&other) {
      for index in 0..<run.count where !areEquivalent(run.left[index], run.right[index]) { return false }
    }
    return true
  }
}
