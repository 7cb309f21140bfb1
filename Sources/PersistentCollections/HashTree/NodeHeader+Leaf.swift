/// Leaves. What is about tags is not for collision leaves: they have none.
extension NodeHeader {
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

  /// Returns the index for a new entry with this tag: behind all entries that have the same tag or a lower one.
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
