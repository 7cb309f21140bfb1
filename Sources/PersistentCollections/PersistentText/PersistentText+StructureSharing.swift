extension PersistentText: StructureSharing {
  /// Returns whether both texts are one and the same storage.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: PersistentText) -> Bool {
    root === other.root
  }

  /// Counts the nodes of this text that `meter` has not met yet.
  ///
  /// - Complexity: O(nodes that are new to the meter, and their children).
  public func addFootprint(to meter: inout FootprintMeter) {
    withNode { $0?.addFootprint(to: &meter) }
  }
}

extension TextNode {
  /// Counts this node and those under it, unless the meter knows them.
  func addFootprint(to meter: inout FootprintMeter) {
    guard storage._withUnsafeGuaranteedRef({ meter.countNode($0, size: byteCount) }) else { return }
    let header = self.header
    if header.isLeaf { return }
    for slot in 0..<header.width { child(slot).addFootprint(to: &meter) }
  }

  /// What the allocator was asked for: the object's own words, the header, and whole words of content.
  var byteCount: Int {
    let header = self.header
    let content = header.isLeaf ? header.width : Self.branchByteCount(header)
    return (body - storage.toOpaque()) &+ (content &+ 7) & ~7
  }
}

extension PersistentText {
  /// What is wrong with the tree, for tests; nil if all is well.
  package var brokenInvariant: String? { withNode { $0.flatMap { $0.brokenInvariant() } } }
}
