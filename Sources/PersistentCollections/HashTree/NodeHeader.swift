/// The one word that says what a node is and where everything lies in it.
///
///     bit 63            56 55                    32 31           16 15             1 0
///     ┌───────────────────┬───────────────────────┬───────────────┬────────────────┬─┐
///     │ number of entries in the whole subtree    │ branches      │ starts          1│  branch
///     ├─────────┬─────────┴────────────┬──────────┴───┬───────────┼──────────┬─────┴─┤
///     │ tag 6   │ tag 5   …            │ tag 2        │ tag 1     │ tag 0    │2·count│  leaf
///     ├─────────┴──────────────────────┴──────────────┼───────────┴──────────┼───────┤
///     │ number of entries                             │ unused, 0            │ 0xFE  │  collision leaf
///     └───────────────────────────────────────────────┴──────────────────────┴───────┘
///
/// A branch divides its slots into *parts*: halves, quarters, and so on, until a part has few enough entries for
/// one leaf, or is a single slot. `starts` has a bit for the first slot of every part, so bit 0 is always set;
/// `branches` has a bit for every slot that is a branch itself. A part that is not a branch is one leaf.
///
/// Words of two leaves are equal if and only if counts and all tags agree, those of two branches if and only if
/// their counts and their division into parts do.
@usableFromInline
struct NodeHeader: Equatable {
  @usableFromInline var bits: UInt64

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
  }

  /// The header of a leaf without entries; it also marks a node whose content was moved away.
  @inlinable static var emptyLeaf: NodeHeader { NodeHeader(bits: 0) }

  /// The header of a leaf of entries that agree in all bits of their hash.
  @inlinable
  init(collisions count: Int) {
    bits = UInt64(truncatingIfNeeded: count) &<< 32 | 0xFE
  }

  /// The header of a leaf of entries that agree in their tag.
  @inlinable
  init(count: Int, allTagged tag: UInt8) {
    self = .emptyLeaf
    for _ in 0..<count { append(tag: tag) }
  }

  /// The header of a branch.
  @inlinable
  init(starts: UInt64, branches: UInt64, count: Int) {
    bits = UInt64(truncatingIfNeeded: count) &<< 32 | branches &<< 16 | starts
  }

  /// Whether the node is a branch.
  @inlinable var isBranch: Bool { bits & 1 != 0 }

  /// Whether the node is a leaf whose entries agree in all bits of their hash.
  @inlinable var isCollision: Bool { bits & 0xFF == 0xFE }

  /// The number of entries in the node and under it.
  @inlinable var count: Int {
    isBranch || isCollision ? Int(truncatingIfNeeded: bits &>> 32) : leafCount
  }
}

/// Branches.
extension NodeHeader {
  /// The first slots of all parts, a bit for each.
  @inlinable var starts: UInt64 { bits & 0xFFFF }

  /// The slots that are branches, a bit for each.
  @inlinable var branches: UInt64 { bits &>> 16 & 0xFFFF }

  /// The number of parts, and so of children.
  @inlinable var childCount: Int { starts.nonzeroBitCount }

  /// Whether a slot is a branch.
  @inlinable
  func isBranch(at slot: Int) -> Bool {
    bits &>> UInt64(truncatingIfNeeded: slot &+ 16) & 1 != 0
  }

  /// The index of the child that a slot belongs to.
  ///
  /// High in a tree all slots are parts. Testing for that lets the processor guess the child's place and load it
  /// while the header itself is still on its way (`CollectionSpeed`, M2).
  @inlinable @inline(__always)
  func position(of slot: Int, at level: HashLevel) -> Int {
    if starts == level.everySlot { return slot }
    return (bits & ((2 &<< UInt64(truncatingIfNeeded: slot)) &- 1)).nonzeroBitCount &- 1
  }

  /// The part that a slot belongs to.
  @inlinable
  func part(of slot: Int, at level: HashLevel) -> SlotRange {
    let upTo = starts & ((2 &<< UInt64(truncatingIfNeeded: slot)) &- 1)
    let start = 63 &- upTo.leadingZeroBitCount
    let after = starts & ~upTo
    return SlotRange(start: start, end: after == 0 ? level.slotCount : after.trailingZeroBitCount)
  }

  /// The children of neighbouring parts.
  @inlinable
  func positions(of range: SlotRange) -> Range<Int> {
    let below = (starts & (range.startBit &- 1)).nonzeroBitCount
    return below..<below &+ (starts & range.mask).nonzeroBitCount
  }

  /// The same branch with the bits of its parts set anew.
  @inlinable
  func replacing(_ range: SlotRange, starts: UInt64, branches: UInt64) -> NodeHeader {
    let kept = bits & ~(range.mask | range.mask &<< 16)
    return NodeHeader(bits: kept | starts | branches &<< 16)
  }

  /// The same branch where a slot is no longer a branch itself.
  @inlinable
  func clearingBranch(at slot: Int) -> NodeHeader {
    NodeHeader(bits: bits & ~(0x1_0000 &<< UInt64(truncatingIfNeeded: slot)))
  }

  /// The same branch with another number of entries.
  @inlinable
  func adding(_ difference: Int) -> NodeHeader {
    NodeHeader(bits: bits &+ UInt64(truncatingIfNeeded: difference) &<< 32)
  }
}

/// Leaves that are no collision leaves.
extension NodeHeader {
  /// The number of entries.
  @inlinable var leafCount: Int { Int(truncatingIfNeeded: bits & 0xFF) &>> 1 }

  /// The tag of an entry.
  @inlinable
  func tag(at index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 8 &* index &+ 8))
  }

  /// All entries that may have this tag: the highest bit of byte *i* + 1 stands for entry *i*.
  ///
  /// Zero bytes of the difference are found in all seven places at once. Borrows can add a wrong entry
  /// behind a right one, never lose one; keys are compared anyway.
  @inlinable
  func candidates(for tag: UInt8) -> UInt64 {
    let difference = bits ^ (UInt64(truncatingIfNeeded: tag) &* 0x0101_0101_0101_0101)
    let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8000
    return zeros & ((0x100 &<< (UInt64(truncatingIfNeeded: leafCount) &* 8)) &- 1)
  }

  /// Where an entry with this tag goes: behind all that have the same tag or a lower one.
  @inlinable
  func insertionIndex(for tag: UInt8) -> Int {
    var index = 0
    while index < leafCount && self.tag(at: index) <= tag { index &+= 1 }
    return index
  }

  /// Adds a tag at the end.
  @inlinable
  mutating func append(tag: UInt8) {
    bits |= UInt64(truncatingIfNeeded: tag) &<< UInt64(truncatingIfNeeded: 8 &* leafCount &+ 8)
    bits &+= 2
  }

  /// The same leaf with one more entry.
  @inlinable
  func inserting(tag: UInt8, at index: Int) -> NodeHeader {
    let shift = UInt64(truncatingIfNeeded: 8 &* index &+ 8)
    let below = bits & ((1 &<< shift) &- 1)
    return NodeHeader(bits: (bits ^ below) &<< 8 | UInt64(truncatingIfNeeded: tag) &<< shift | below &+ 2)
  }

  /// The same leaf without one of its entries.
  @inlinable
  func removing(at index: Int) -> NodeHeader {
    let mask = (1 &<< UInt64(truncatingIfNeeded: 8 &* index &+ 8)) &- 1 as UInt64
    return NodeHeader(bits: (bits &>> 8) & ~mask | (bits & mask) &- 2)
  }
}

/// Neighbouring slots of a branch.
@usableFromInline
struct SlotRange: Equatable {
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @inlinable
  init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// How many slots there are; always a power of two.
  @inlinable var length: Int { end &- start }

  /// The bits of these slots.
  @inlinable var mask: UInt64 {
    ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1) & ~((1 &<< UInt64(truncatingIfNeeded: start)) &- 1)
  }

  /// The bit of the first slot.
  @inlinable var startBit: UInt64 { 1 &<< UInt64(truncatingIfNeeded: start) }

  /// The range that this one is a half of.
  @inlinable var parent: SlotRange {
    let first = start & ~length
    return SlotRange(start: first, end: first &+ 2 &* length)
  }
}
