/// How far down a hash tree a branch is: the number of hash bits that were used up above it.
///
/// The bits of a hash are used from the top. A branch at this level looks at the next ``width`` bits to choose
/// a *slot*; the leaves under it look at eight bits from the same place on, their *tag*, whose first bits are
/// therefore the slot.
@usableFromInline
struct HashLevel: Equatable {
  /// The hash bits used above, 0 for the root.
  @usableFromInline let consumed: Int

  @inlinable
  init(consumed: Int) {
    self.consumed = consumed
  }

  /// The level of a root.
  @inlinable static var top: HashLevel { HashLevel(consumed: 0) }

  /// The number of hash bits that there are, on every platform.
  @inlinable static var hashBits: Int { 64 }

  /// How many bits choose a slot here.
  ///
  /// Narrow branches make cheap copies; wide ones make fewer steps. The upper levels stay in the cache, where a
  /// step costs little; below them every step is a cache miss (`CollectionSpeed`, M2 against M3).
  @inlinable var width: Int {
    consumed < 9 ? 3 : min(4, Self.hashBits - consumed)
  }

  /// How many slots a branch has here.
  @inlinable var slotCount: Int { 1 &<< width }

  /// The `starts` of a branch whose every slot is a part of its own.
  @inlinable var everySlot: UInt64 { (1 &<< (1 &<< UInt64(width))) &- 1 }

  /// The level of the branches under a branch.
  @inlinable var next: HashLevel { HashLevel(consumed: consumed &+ width) }

  /// Whether no hash bits are left to choose slots by.
  @inlinable var isExhausted: Bool { consumed == Self.hashBits }

  /// The slot of a hash.
  @inlinable
  func slot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash &<< UInt64(consumed)) &>> UInt64(Self.hashBits &- width))
  }

  /// The slot of an entry that has this tag.
  @inlinable
  func slot(ofTag tag: UInt8) -> Int {
    Int(truncatingIfNeeded: tag) &>> (8 &- width)
  }

  /// The tag of a hash. No bits are left at an exhausted level: there all tags are zero.
  @inlinable
  func tag(of hash: UInt64) -> UInt8 {
    isExhausted ? 0 : UInt8(truncatingIfNeeded: (hash &<< UInt64(consumed)) &>> 56)
  }

  /// The tag here of an entry in `slot` whose tag at the next level is known.
  @inlinable
  func tag(inSlot slot: Int, below tag: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: slot &<< (8 &- width)) | (tag &>> UInt8(truncatingIfNeeded: width))
  }
}

extension Hashable {
  /// The hash that places this key in a tree, its bits at the top where the platform's word is short.
  ///
  /// `_rawHashValue(seed:)` is the standard library's own way from a key to a bucket; it spares the general
  /// hasher, which costs an integer key three times as much.
  @inlinable var treeHash: UInt64 {
    UInt64(UInt(bitPattern: _rawHashValue(seed: 0))) &<< UInt64(HashLevel.hashBits - Int.bitWidth)
  }
}
