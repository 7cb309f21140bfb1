/// Makes a tree of leaves that come one after the other, from the bottom up.
///
/// All nodes come out full, except along the right edge, and each is allocated once.
///
/// A builder may be given up at any time, as when a transform or a decoder throws in the middle: it then frees
/// what was built.
@usableFromInline
struct CountedTreeBuilder<Content: CountedContent>: ~Copyable {
  @usableFromInline typealias Storage = CountedNode<Content>
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  /// The nodes of each height that have no parent yet, leaves first; the builder owns them.
  @usableFromInline var pending: [[Unmanaged<CountedNode<Content>>]] = []
  /// The leaf that is being filled.
  @usableFromInline var leaf: CountedNode<Content>?
  @usableFromInline var next: UnsafeMutablePointer<Content.Element>?
  @usableFromInline var room = 0
  /// The number of elements in leaves that were started.
  @usableFromInline var roomInAll = 0

  @inlinable
  init() {}

  @inlinable
  deinit {
    // A leaf says from the beginning that it is full; only those elements exist that were added.
    let added = Node.leafCapacity &- room
    if let leaf { Node(leaf).header = CountedHeader(leafOf: added, room: Node.leafCapacity) }
    for nodes in pending {
      for node in nodes { node.release() }
    }
  }

  /// The number of elements.
  @inlinable var count: Int { roomInAll &- room }

  /// Adds an element.
  @inlinable
  mutating func append(_ element: Content.Element) {
    placeForNext().initialize(to: element)
    countNext()
  }

  /// The empty place of the next element: whoever has put one there says so by `countNext()`.
  @inlinable
  mutating func placeForNext() -> UnsafeMutablePointer<Content.Element> {
    if room == 0 { startLeaf() }
    // A leaf was started just now, or has room left: either set the pointer.
    return next.unsafelyUnwrapped
  }

  /// Counts the element that was put in the place for the next one.
  @inlinable
  mutating func countNext() {
    next = next.unsafelyUnwrapped + 1
    room &-= 1
  }

  /// Adds elements that lie together.
  @inlinable
  mutating func append(copying elements: UnsafeMutablePointer<Content.Element>, count: Int) {
    var source = elements
    var left = count
    while left > 0 {
      if room == 0 { startLeaf() }
      // As above.
      let place = next.unsafelyUnwrapped
      let taken = min(left, room)
      place.initialize(from: source, count: taken)
      next = place + taken
      room &-= taken
      source += taken
      left &-= taken
    }
  }

  @inlinable
  mutating func startLeaf() {
    if let leaf { push(Unmanaged.passRetained(leaf), height: 0) }
    let fresh = Storage.allocateLeaf(count: Node.leafCapacity, room: Node.leafCapacity)
    next = Node(fresh).elements
    room = Node.leafCapacity
    roomInAll &+= room
    leaf = fresh
  }

  @inlinable
  mutating func push(_ node: Unmanaged<CountedNode<Content>>, height: Int) {
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
  mutating func closeBranch(height: Int) -> Unmanaged<CountedNode<Content>> {
    let branch = pending[height].withUnsafeMutableBufferPointer { Node.makeBranch($0, adopting: true) }
    pending[height].removeAll(keepingCapacity: true)
    return Unmanaged.passRetained(branch)
  }

  /// Returns the tree without the leaf that was filled last, and that leaf; nil if there are no elements.
  @inlinable
  mutating func finish() -> (CountedTree<Content>, CountedNode<Content>?) {
    if room == Node.leafCapacity { dropEmptyLeaf() }
    guard let leaf else { return (CountedTree(), nil) }
    let last = room == 0 ? leaf : Self.trimming(leaf, to: Node.leafCapacity &- room)
    self.leaf = nil
    next = nil
    room = 0
    return (finishTree(), last)
  }

  /// Gives up a leaf that was started for an element that did not come; the one before it is the last.
  @inlinable
  mutating func dropEmptyLeaf() {
    if let leaf { Node(leaf).header = .abandoned }
    roomInAll &-= Node.leafCapacity
    room = 0
    // A leaf is pushed when the next one is started, so the last one has no parent yet.
    leaf = pending.isEmpty ? nil : pending[0].removeLast().takeRetainedValue()
    if pending.count == 1, pending[0].isEmpty { pending = [] }
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
    let root = pending[height][0].takeRetainedValue()
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
