/// Makes a tree of leaves that come one after the other, from the bottom up.
///
/// All nodes come out full, except along the right edge, and each is allocated once. A builder may be dropped
/// at any time, as when what makes the elements throws: the leaf that is being filled knows how far it is.
@usableFromInline
struct CountedTreeBuilder<Content: CountedContent> {
  @usableFromInline typealias Storage = CountedNode<Content>
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  /// The nodes of each height that have no parent yet, leaves first.
  @usableFromInline var pending: [[CountedNode<Content>]] = []
  /// The leaf that is being filled.
  @usableFromInline var leaf: CountedNode<Content>?
  @usableFromInline var next: UnsafeMutablePointer<Content.Element>?
  /// The header of the leaf, which the builder holds and alone refers to.
  @usableFromInline var header: UnsafeMutablePointer<CountedHeader>?
  @usableFromInline var room = 0
  /// The number of elements in leaves that were started.
  @usableFromInline var roomInAll = 0

  @inlinable
  init() {}

  /// The number of elements.
  @inlinable var count: Int { roomInAll &- room }

  /// Adds an element.
  @inlinable
  mutating func append(_ element: Content.Element) {
    if room == 0 { startLeaf() }
    // A leaf was started just now, or has room left: either set both pointers.
    let (place, header) = (next.unsafelyUnwrapped, header.unsafelyUnwrapped)
    place.initialize(to: element)
    next = place + 1
    room &-= 1
    header.pointee.elements &+= 1
  }

  /// Adds elements that lie together.
  @inlinable
  mutating func append(copying elements: UnsafeMutablePointer<Content.Element>, count: Int) {
    var source = elements
    var left = count
    while left > 0 {
      if room == 0 { startLeaf() }
      // As above.
      let (place, header) = (next.unsafelyUnwrapped, header.unsafelyUnwrapped)
      let taken = min(left, room)
      place.initialize(from: source, count: taken)
      next = place + taken
      room &-= taken
      header.pointee.elements &+= UInt32(truncatingIfNeeded: taken)
      source += taken
      left &-= taken
    }
  }

  @inlinable
  mutating func startLeaf() {
    if let leaf { push(leaf, height: 0) }
    let fresh = Storage.allocateLeaf(count: 0, room: Node.leafCapacity)
    next = Node(fresh).elements
    header = fresh.withUnsafeMutablePointerToHeader { $0 }
    room = Node.leafCapacity
    roomInAll &+= room
    leaf = fresh
  }

  @inlinable
  mutating func push(_ node: CountedNode<Content>, height: Int) {
    if pending.count == height {
      pending.append([])
      pending[height].reserveCapacity(Node.branchCapacity)
    }
    if pending[height].count == Node.branchCapacity {
      let branch = closeBranch(height: height)
      push(branch, height: height &+ 1)
    }
    pending[height].append(node)
  }

  @inlinable
  mutating func closeBranch(height: Int) -> CountedNode<Content> {
    let branch = CountedSiblings.with { siblings in
      for node in pending[height] { siblings.append(Node(node)) }
      return Node.makeBranch(siblings.children)
    }
    pending[height].removeAll(keepingCapacity: true)
    return branch
  }

  /// Returns the tree without the leaf that was filled last, and that leaf; nil if there are no elements.
  @inlinable
  mutating func finish() -> (CountedTree<Content>, CountedNode<Content>?) {
    guard let leaf else { return (CountedTree(), nil) }
    let last = room == 0 ? leaf : Self.trimming(leaf, to: Node.leafCapacity &- room)
    self.leaf = nil
    next = nil
    header = nil
    room = 0
    return (finishTree(), last)
  }

  /// Returns the tree of all leaves that were pushed.
  @inlinable
  mutating func finishTree() -> CountedTree<Content> {
    guard !pending.isEmpty else { return CountedTree() }
    var height = 0
    while height < pending.count &- 1 {
      if !pending[height].isEmpty {
        let branch = closeBranch(height: height)
        push(branch, height: height &+ 1)
      }
      height &+= 1
    }
    while pending[height].count > 1 {
      let branch = closeBranch(height: height)
      push(branch, height: height &+ 1)
      height &+= 1
    }
    let root = pending[height][0]
    pending = []
    return CountedTree(trimming: root)
  }

  /// A leaf of just the elements that are there, which are moved to it.
  @inlinable
  static func trimming(_ leaf: CountedNode<Content>, to count: Int) -> CountedNode<Content> {
    let trimmed = Storage.allocateLeaf(count: count, room: Node.room(for: count))
    Node(trimmed).elements.moveInitialize(from: Node(leaf).elements, count: count)
    Node(leaf).header = .abandoned
    return trimmed
  }
}
