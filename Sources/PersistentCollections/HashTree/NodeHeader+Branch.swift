/// Branches.
extension NodeHeader {
  /// The header of a branch whose parts begin at the slots in `starts`, a bit for each.
  @inlinable
  init(starts: UInt64, branches: UInt64, count: Int) {
    var bits: UInt64 = 1
    var position: UInt64 = 0
    for slot in 1..<8 as Range<UInt64> {
      position &+= starts &>> slot & 1
      bits |= position &<< (3 &* slot &+ 1)
    }
    self.bits = UInt64(truncatingIfNeeded: count) &<< 33 | branches &<< 25 | bits
  }

  /// Whether another node is a branch whose parts are the same, and branches or leaves where these are.
  @inlinable
  func isDivided(as other: NodeHeader) -> Bool {
    (bits ^ other.bits) & 0x1_FFFF_FFFF == 0
  }

  /// The number of parts, and so of children.
  @inlinable var childCount: Int { Int(truncatingIfNeeded: bits &>> 22 & 7) &+ 1 }

  /// The index of the child that a slot belongs to.
  @inlinable @inline(__always)
  func position(of slot: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 3 &* slot &+ 1) & 7)
  }

  /// The first slot of the part that has a child.
  @inlinable
  func firstSlot(at position: Int) -> Int {
    var slot = position
    while self.position(of: slot) < position { slot &+= 1 }
    return slot
  }

  /// Whether every slot is a part of its own, and so its own position: 7, 6, … 0 in three bits each.
  @inlinable var isFullyDivided: Bool { bits &>> 1 & 0xFF_FFFF == 0o7654_3210 }

  /// The slots that are branches, a bit for each.
  @inlinable var branches: UInt64 { bits &>> 25 & 0xFF }

  /// Whether a slot is a branch.
  @inlinable
  func isBranch(at slot: Int) -> Bool {
    bits &>> UInt64(truncatingIfNeeded: slot &+ 25) & 1 != 0
  }

  /// The first slots of all parts, a bit for each.
  @inlinable var starts: UInt64 {
    var starts: UInt64 = 1
    for slot in 1..<8 where position(of: slot) != position(of: slot &- 1) {
      starts |= 1 &<< UInt64(truncatingIfNeeded: slot)
    }
    return starts
  }

  /// The part that a slot belongs to.
  @inlinable
  func part(of slot: Int) -> SlotRange {
    let position = position(of: slot)
    var (start, end) = (slot, slot &+ 1)
    while start > 0 && self.position(of: start &- 1) == position { start &-= 1 }
    while end < 8 && self.position(of: end) == position { end &+= 1 }
    return SlotRange(start: start, end: end)
  }

  /// The children of neighbouring parts.
  @inlinable
  func positions(of range: SlotRange) -> Range<Int> {
    position(of: range.start)..<position(of: range.end &- 1) &+ 1
  }

  /// The same branch with some of its slots divided anew.
  @inlinable
  func replacing(_ range: SlotRange, starts: UInt64, branches: UInt64) -> NodeHeader {
    NodeHeader(
      starts: self.starts & ~range.mask | starts,
      branches: self.branches & ~range.mask | branches,
      count: count
    )
  }

  /// The same branch where a slot is no longer a branch itself.
  @inlinable
  func clearingBranch(at slot: Int) -> NodeHeader {
    NodeHeader(bits: bits & ~(1 &<< UInt64(truncatingIfNeeded: slot &+ 25)))
  }

  /// The same branch with another number of entries.
  @inlinable
  func adding(_ difference: Int) -> NodeHeader {
    NodeHeader(bits: bits &+ UInt64(truncatingIfNeeded: difference) &<< 33)
  }
}
