extension BorrowedNode where Key: Hashable {
  /// Counts this node and those under it, unless the meter knows them, and visits the entries of new leaves.
  @inlinable
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: ((EntryPlace<Key, Value>, inout FootprintMeter) -> Void)?
  ) {
    let header = self.header
    let isNew = storage._withUnsafeGuaranteedRef { meter.countNode($0, size: byteCount(header)) }
    guard isNew else { return }
    if header.isBranch {
      for position in 0..<header.childCount {
        child(at: position).addFootprint(to: &meter, visiting: visit)
      }
    } else if let visit {
      forEachPlace { visit($0, &meter) }
    }
  }

  /// The bytes requested from the allocator: the object's own words, the header, and whole words of content.
  @inlinable
  func byteCount(_ header: NodeHeader) -> Int {
    let word = MemoryLayout<HashNodeSlot>.stride
    let content =
      header.isBranch ? header.childCount &* word : Self.leafByteCount(header.count)
    return (body - storage.toOpaque()) &+ (content &+ word &- 1) / word &* word
  }
}
