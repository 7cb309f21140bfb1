/// Walks through the slots of two nodes of one level side by side.
///
/// It stops wherever a part begins in either of them, so that each step sees the same slots of both: of a leaf
/// only the entries that belong there. A leaf that is a root counts as a branch with one part.
@usableFromInline
struct SlotPairs<Key, Value>: Sequence, IteratorProtocol {
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// The part of one of the two nodes in the slots of a step.
  @usableFromInline
  struct Side {
    @usableFromInline let node: Node
    @usableFromInline let header: NodeHeader
    /// The entries of a leaf that belong to the slots; nothing for a branch, to which all of it belongs.
    @usableFromInline let entries: Range<Int>

    @inlinable
    init(node: Node, header: NodeHeader, entries: Range<Int>) {
      self.node = node
      self.header = header
      self.entries = entries
    }

    @inlinable var isBranch: Bool { header.isBranch }

    /// The tag of an entry, which in a collision leaf its slot makes known.
    @inlinable
    func tag(at index: Int, slot: Int) -> UInt8 {
      header.isCollision ? HashLevel.tag(inSlot: slot, below: 0) : header.tag(at: index)
    }
  }

  @usableFromInline
  struct Pair {
    /// The first of the slots, which is the only one where either side is a branch.
    @usableFromInline let slot: Int
    @usableFromInline let left: Side
    @usableFromInline let right: Side

    @inlinable
    init(slot: Int, left: Side, right: Side) {
      self.slot = slot
      self.left = left
      self.right = right
    }
  }

  @usableFromInline let left: Node
  @usableFromInline let right: Node
  @usableFromInline let leftHeader: NodeHeader
  @usableFromInline let rightHeader: NodeHeader
  @usableFromInline var slot = 0

  @inlinable
  init(_ left: Node, _ right: Node) {
    self.left = left
    self.right = right
    leftHeader = left.header
    rightHeader = right.header
  }

  @inlinable
  mutating func next() -> Pair? {
    guard slot < 8 else { return nil }
    let start = slot
    slot = Swift.min(Self.end(leftHeader, start), Self.end(rightHeader, start))
    let range = SlotRange(start: start, end: slot)
    return Pair(
      slot: start,
      left: Self.side(left, leftHeader, range),
      right: Self.side(right, rightHeader, range)
    )
  }

  @inlinable
  static func end(_ header: NodeHeader, _ slot: Int) -> Int {
    header.isBranch ? header.part(of: slot).end : 8
  }

  @inlinable
  static func side(_ node: Node, _ header: NodeHeader, _ range: SlotRange) -> Side {
    let child = header.isBranch ? node.child(at: header.position(of: range.start)) : node
    let childHeader = child.header
    if childHeader.isBranch { return Side(node: child, header: childHeader, entries: 0..<0) }
    if childHeader.isCollision {
      return Side(node: child, header: childHeader, entries: 0..<childHeader.count)
    }
    return Side(node: child, header: childHeader, entries: childHeader.entries(in: range))
  }
}

extension NodeHeader {
  /// The entries of a leaf that belong to some of the slots.
  @inlinable
  func entries(in range: SlotRange) -> Range<Int> {
    var first = 0
    while first < leafCount && HashLevel.slot(ofTag: tag(at: first)) < range.start { first &+= 1 }
    var end = first
    while end < leafCount && HashLevel.slot(ofTag: tag(at: end)) < range.end { end &+= 1 }
    return first..<end
  }
}
