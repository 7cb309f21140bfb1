/// Neighbouring slots of a branch: all eight, or a half, a quarter, an eighth of them.
@usableFromInline
struct SlotRange: Equatable {
  @usableFromInline let start: Int
  @usableFromInline let end: Int

  @inlinable
  init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// All slots of a branch.
  @inlinable static var all: SlotRange { SlotRange(start: 0, end: 8) }

  /// How many slots there are.
  @inlinable var length: Int { end &- start }

  /// The bits of these slots.
  @inlinable var mask: UInt64 {
    ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1) & ~((1 &<< UInt64(truncatingIfNeeded: start)) &- 1)
  }

  /// The bit of the first slot.
  @inlinable var startBit: UInt64 { 1 &<< UInt64(truncatingIfNeeded: start) }

  /// The half of the slots that comes first.
  @inlinable var lowerHalf: SlotRange { SlotRange(start: start, end: start &+ length / 2) }

  /// The half of the slots that comes last.
  @inlinable var upperHalf: SlotRange { SlotRange(start: start &+ length / 2, end: end) }

  /// The range that this one is a half of.
  @inlinable var parent: SlotRange {
    let first = start & ~length
    return SlotRange(start: first, end: first &+ 2 &* length)
  }
}
