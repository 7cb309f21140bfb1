extension BorrowedCountedNode {
  /// Counts this node and those under it, unless the meter knows them, and visits the elements of new leaves.
  @inlinable
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: ((UnsafeMutablePointer<Content.Element>, inout FootprintMeter) -> Void)?
  ) {
    let header = self.header
    let isNew = storage._withUnsafeGuaranteedRef { meter.countNode($0, size: byteCount(header)) }
    guard isNew else { return }
    if !header.isLeaf {
      for slot in 0..<header.width {
        child(slot, header).addFootprint(to: &meter, visiting: visit)
      }
    } else if let visit {
      for index in 0..<count { visit(elements + index, &meter) }
    }
  }

  /// The bytes requested from the allocator: the object's own words, the header, and whole words of content.
  @inlinable
  func byteCount(_ header: CountedHeader) -> Int {
    let word = MemoryLayout<CountedNodeSlot>.stride
    let content =
      header.isLeaf
      ? Self.leafByteCount(room: header.width)
      : Self.branchByteCount(width: header.places, isRegular: header.isRegular)
    return (body - storage.toOpaque()) &+ (content &+ word &- 1) / word &* word
  }
}
