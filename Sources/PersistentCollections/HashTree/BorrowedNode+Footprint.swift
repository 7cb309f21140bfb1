extension BorrowedNode {
  /// Counts this node and those under it, unless the meter knows them.
  @inlinable
  func addFootprint(to meter: inout FootprintMeter) {
    let header = self.header
    let isNew = storage._withUnsafeGuaranteedRef { meter.countNode($0, size: byteCount(header)) }
    guard isNew, header.isBranch else { return }
    for position in 0..<header.childCount {
      child(at: position).addFootprint(to: &meter)
    }
  }

  /// What the allocator was asked for: the object's own words, the header, and whole words of content.
  @inlinable
  func byteCount(_ header: NodeHeader) -> Int {
    let word = MemoryLayout<HashNodeSlot>.stride
    let content =
      header.isBranch ? header.childCount &* word : Self.leafByteCount(header.count)
    return (body - storage.toOpaque()) &+ (content &+ word &- 1) / word &* word
  }
}
