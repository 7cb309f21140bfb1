/// Puts a branch, or some of its parts, together from pieces: the one place that knows how slots are divided.
///
/// Pieces are appended in the order of their slots. A piece is an entry of some leaf, or a whole subtree in one
/// slot that is too large for a leaf. Leaves whose entries come out together again, and alone, are taken over as
/// they are, which is how the results of `filter`, `union` and the like share what did not change.
@usableFromInline
struct BranchAssembly<Key: Hashable, Value> {
  @usableFromInline typealias Storage = HashNode<Key, Value>
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// An entry, or a subtree when `index` is negative.
  @usableFromInline
  struct Piece {
    @usableFromInline let node: Node
    @usableFromInline let index: Int32
    @usableFromInline let tag: UInt8

    @inlinable
    init(node: Node, index: Int32, tag: UInt8) {
      self.node = node
      self.index = index
      self.tag = tag
    }

    @inlinable var isSubtree: Bool { index < 0 }
    @inlinable var key: Key { node.keys[Int(truncatingIfNeeded: index)] }
  }

  @usableFromInline let level: HashLevel
  @usableFromInline var pieces: [Piece] = []
  /// Keeps alive what was made on the way and is known to the pieces only.
  @usableFromInline var temporaries: [Storage] = []

  /// Starts without pieces.
  @inlinable
  init(level: HashLevel) {
    self.level = level
  }

  /// Adds an entry of a leaf that is kept alive elsewhere.
  @inlinable
  mutating func append(entry index: Int, of leaf: Node, tag: UInt8) {
    pieces.append(Piece(node: leaf, index: Int32(truncatingIfNeeded: index), tag: tag))
  }

  /// Adds all entries of a leaf of this level that is kept alive elsewhere.
  @inlinable
  mutating func append(leaf: Node, header: NodeHeader, slot: Int) {
    if header.isCollision {
      append(subtree: leaf, slot: slot)
    } else {
      for index in 0..<header.leafCount {
        append(entry: index, of: leaf, tag: header.tag(at: index))
      }
    }
  }

  /// Adds what is too large for a leaf and fills a slot alone.
  @inlinable
  mutating func append(subtree: Node, slot: Int) {
    pieces.append(Piece(node: subtree, index: -1, tag: HashLevel.tag(inSlot: slot, below: 0)))
  }

  /// Adds what became of the branch in a slot: nothing, a leaf of the next level, or a branch.
  @inlinable
  mutating func append(result: consuming Storage?, slot: Int) {
    guard let result else { return }
    if result.word.isBranch {
      temporaries.append(result)
      append(subtree: Node(result), slot: slot)
    } else {
      let leaf = Node.lifted(result, toSlot: slot)
      temporaries.append(leaf)
      append(leaf: Node(leaf), header: leaf.word, slot: slot)
    }
  }

  /// Returns the branch of all pieces, a leaf where they are few enough, or nothing if there are none.
  @inlinable
  func finish() -> Storage? {
    if pieces.isEmpty { return nil }
    let starts = starts(in: .all)
    // A single part is always a leaf: a branch fills one slot, and there are more.
    if starts == 1 { return leaf(of: 0..<pieces.count) }
    let branch = Storage.allocateBranch(NodeHeader(starts: starts, branches: 0, count: 0))
    let children = Node(branch).children
    let branches = fill(children, .all, starts: starts)
    var count = 0
    for position in 0..<starts.nonzeroBitCount { count &+= children[position].word.count }
    Node(branch).header = NodeHeader(starts: starts, branches: branches, count: count)
    return branch
  }

  /// Divides slots until no part has more entries than a leaf can take, and returns the first slots of the parts.
  @inlinable
  func starts(in range: SlotRange) -> UInt64 {
    starts(in: range, 0..<pieces.count)
  }

  @inlinable
  func starts(in range: SlotRange, _ found: Range<Int>) -> UInt64 {
    if range.length == 1 || fitsLeaf(found) { return range.startBit }
    let cut = end(ofSlotsBelow: range.upperHalf.start, from: found.lowerBound)
    return starts(in: range.lowerHalf, found.lowerBound..<cut)
      | starts(in: range.upperHalf, cut..<found.upperBound)
  }

  @inlinable
  func fitsLeaf(_ found: Range<Int>) -> Bool {
    found.count <= Node.leafCapacity && !pieces[found].contains { $0.isSubtree }
  }

  @inlinable
  func end(ofSlotsBelow slot: Int, from first: Int) -> Int {
    var index = first
    while index < pieces.count && HashLevel.slot(ofTag: pieces[index].tag) < slot { index &+= 1 }
    return index
  }

  /// Makes the child of every part, and returns the slots that became branches.
  @inlinable
  func fill(_ target: UnsafeMutablePointer<Storage>, _ range: SlotRange, starts: UInt64) -> UInt64 {
    var branches: UInt64 = 0
    var left = starts
    var first = 0
    var child = target
    while left != 0 {
      let bit = left & (0 &- left)
      left ^= bit
      let end = left == 0 ? pieces.count : end(ofSlotsBelow: left.trailingZeroBitCount, from: first)
      let found = first..<end
      if fitsLeaf(found) {
        child.initialize(to: leaf(of: found))
      } else {
        let subtree = pieces[first].isSubtree ? pieces[first].node.owned : subtree(of: found)
        if subtree.word.isBranch { branches |= bit }
        child.initialize(to: subtree)
      }
      child += 1
      first = end
    }
    return branches
  }

  /// A leaf of entries.
  @inlinable
  func leaf(of found: Range<Int>) -> Storage {
    var header = NodeHeader.emptyLeaf
    for piece in pieces[found] {
      header.append(tag: piece.tag)
    }
    return leaf(of: found, header: header)
  }

  /// A leaf of entries: the one they come from, if they are all that is in it and it is labelled the same.
  @inlinable
  func leaf(of found: Range<Int>, header: NodeHeader) -> Storage {
    if let first = pieces[found].first, first.node.header == header,
      pieces[found].allSatisfy({ $0.node === first.node })
    {
      return first.node.owned
    }
    return copies(of: found, header: header)
  }

  @inlinable
  func copies(of found: Range<Int>, header: NodeHeader) -> Storage {
    let leaf = Storage.allocateLeaf(header)
    var keys = Node(leaf).keys
    var values = Node(leaf).values(count: found.count)
    for piece in pieces[found] {
      let index = Int(truncatingIfNeeded: piece.index)
      keys.initialize(to: piece.node.keys[index])
      values.initialize(to: piece.node.values(count: piece.node.header.count)[index])
      keys += 1
      values += 1
    }
    return leaf
  }

  /// The branch, or at the end of all hash bits the collision leaf, of entries that share a slot.
  @inlinable
  func subtree(of found: Range<Int>) -> Storage {
    let next = level.next
    if next.isExhausted { return leaf(of: found, header: NodeHeader(collisions: found.count)) }
    var below = BranchAssembly(level: next)
    below.pieces = pieces[found].map { piece in
      Piece(node: piece.node, index: piece.index, tag: next.tag(of: piece.key.treeHash))
    }
    below.pieces.sort { $0.tag < $1.tag }
    // There are more pieces than a leaf takes, so there is a branch.
    return below.finish()!
  }
}

extension BorrowedNode {
  /// The leaf with the tags that it has one level higher: itself, if it is not shared.
  @inlinable
  static func lifted(_ leaf: consuming Storage, toSlot slot: Int) -> Storage {
    var leaf = leaf
    let header = leaf.word
    var lifted = NodeHeader.emptyLeaf
    for index in 0..<header.leafCount {
      lifted.append(tag: HashLevel.tag(inSlot: slot, below: header.tag(at: index)))
    }
    if !isKnownUniquelyReferenced(&leaf) { leaf = BorrowedNode(leaf).copyingLeaf(header) }
    BorrowedNode(leaf).header = lifted
    return leaf
  }
}
