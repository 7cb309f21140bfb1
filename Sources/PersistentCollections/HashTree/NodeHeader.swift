/// The one word that says what a node is and where everything lies in it.
///
///     bit 63                        33 32      25 24            …        4 3   1  0
///     ┌────────────────────────────────┬─────────┬─────┬─────┬─────┬─────┬─────┬───┐
///     │ entries in the whole subtree   │ branches│ p 7 │ p 6 │  …  │ p 1 │ p 0 │ 1 │  branch
///     ├─────────┬─────────┬────────────┴─────┬───┴─────┴───┬─┴─────┴───┬─┴─────┴───┤
///     │ tag 6   │ tag 5   │         …        │ tag 1       │ tag 0     │ 2 · count │  leaf
///     ├─────────┴─────────┴──────────┬───────┴─────────────┴───────────┼───────────┤
///     │ entries                      │ 0                               │ 0xFE      │  collision leaf
///     └──────────────────────────────┴─────────────────────────────────┴───────────┘
///
/// A branch divides its eight slots into *parts*: halves, quarters, and so on, until a part has few enough entries
/// for one leaf, or is a single slot. For every slot, `p` is the position of the child that the slot's part has:
/// three bits for each slot, so that a lookup shifts once and knows where to go. `branches` has a bit for every
/// slot that is a branch itself; a part that is not a branch is one leaf.
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

  /// Whether the node is a branch.
  @inlinable var isBranch: Bool { bits & 1 != 0 }

  /// Whether the node is a leaf whose entries agree in all bits of their hash.
  @inlinable var isCollision: Bool { bits & 0xFF == 0xFE }

  /// The number of entries in the node and under it.
  @inlinable var count: Int {
    if isBranch { return Int(truncatingIfNeeded: bits &>> 33) }
    return entryCount
  }

  /// The number of entries in a leaf of either kind.
  @inlinable var entryCount: Int {
    isCollision ? Int(truncatingIfNeeded: bits &>> 32) : leafCount
  }

  /// The most entries that a tree can have.
  @inlinable static var maximumCount: Int { Int(Int32.max) }
}
