/// Some of the fields of a record.
struct FieldSet {
  private var first: UInt64 = 0
  /// Those beyond the first ones; nil as long as there are none, which is no set to count references of.
  private var others: Set<Int>?

  @inline(__always)
  func contains(_ index: Int) -> Bool {
    index < 64 ? first & 1 &<< UInt64(index) != 0 : others?.contains(index) ?? false
  }

  /// Adds one that is not among them.
  @inline(__always)
  mutating func insert(_ index: Int) {
    if index < 64 { return first |= 1 &<< UInt64(index) }
    others = others ?? []
    others?.insert(index)
  }
}
