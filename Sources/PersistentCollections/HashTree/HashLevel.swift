/// How far down a hash tree a branch is: the number of hash bits that were used up above it.
///
/// The bits of a hash are used from the top. A branch at this level looks at the next three bits to choose one of
/// its eight *slots*; the leaves under it look at eight bits from the same place on, their *tag*, whose first
/// three bits are therefore the slot. Behind the last bit of a hash, zeros are read.
///
/// Eight slots, because every change copies the branches on its way: with sixteen, a step of a history takes a
/// fifth more memory, and lookups gain little (`CollectionSpeed`, M2 and M3).
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

  /// How many bits choose a slot.
  @inlinable static var width: Int { 3 }

  /// The level of the branches under a branch.
  @inlinable var next: HashLevel { HashLevel(consumed: consumed &+ Self.width) }

  /// Whether no hash bits are left to choose slots by.
  @inlinable var isExhausted: Bool { consumed >= UInt64.bitWidth }

  /// The hash bits that are left, moved to the top.
  @inlinable
  func rest(of hash: UInt64) -> UInt64 {
    hash &<< UInt64(truncatingIfNeeded: consumed)
  }

  /// The slot of a hash.
  @inlinable
  func slot(of hash: UInt64) -> Int { Self.slot(ofRest: rest(of: hash)) }

  /// The tag of a hash.
  @inlinable
  func tag(of hash: UInt64) -> UInt8 { Self.tag(ofRest: rest(of: hash)) }

  @inlinable
  static func slot(ofRest rest: UInt64) -> Int { Int(truncatingIfNeeded: rest &>> 61) }

  @inlinable
  static func tag(ofRest rest: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: rest &>> 56) }

  /// The slot of an entry that has this tag.
  @inlinable
  static func slot(ofTag tag: UInt8) -> Int { Int(truncatingIfNeeded: tag &>> 5) }

  /// The tag of an entry in `slot` whose tag at the next level is known.
  @inlinable
  static func tag(inSlot slot: Int, below tag: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: slot &<< 5) | tag &>> 3
  }
}

extension Hashable {
  /// The hash that places this key in a tree, its bits at the top where the platform's word is short.
  ///
  /// `_rawHashValue(seed:)` is the standard library's own way from a key to a bucket; it spares the general
  /// hasher, which costs a small key three times as much.
  @inlinable @inline(__always) var treeHash: UInt64 {
    // Casts between types that were just found to be the same.
    if Self.self == Int.self { return KeyHash.hash(unsafeBitCast(self, to: Int.self)) }
    if Self.self == String.self { return KeyHash.hash(unsafeBitCast(self, to: String.self)) }
    return UInt64(UInt(bitPattern: _rawHashValue(seed: 0))) &<< UInt64(UInt64.bitWidth - Int.bitWidth)
  }
}
