extension TextNode: OrderedNode {
  var identity: UnsafeMutableRawPointer { storage.toOpaque() }
  var level: Int { header.level }
  var width: Int { header.width }

  /// The bytes requested from the allocator: the object's own words, the header, and whole words of content.
  var size: Int {
    let header = self.header
    let content = header.isLeaf ? header.width : Self.branchByteCount(header)
    let word = MemoryLayout<CountedNodeSlot>.stride
    return (body - storage.toOpaque()) &+ (content &+ word &- 1) / word &* word
  }

  func start(of slot: Int) -> Int {
    let header = self.header
    return (0..<slot).reduce(0) { $0 &+ measure($1, header)[.utf8] }
  }

  /// Counts this node and those under it, unless the meter knows them.
  func addFootprint(to meter: inout FootprintMeter) {
    guard storage._withUnsafeGuaranteedRef({ meter.countNode($0, size: size) }) else { return }
    if level == 0 { return }
    for slot in 0..<width { child(slot).addFootprint(to: &meter) }
  }

  /// Counts the nodes that a text has and an older one has not, and the reverse.
  static func addExchange(from old: TextNode?, to new: TextNode?, _ exchange: inout FootprintExchange) {
    // Most edits change one node of each height, which is gone along as far as that is so.
    var (oldTop, newTop) = (old, new)
    while let before = oldTop, let after = newTop, let slot = after.onlyChange(from: before) {
      exchange.countAdded(size: after.size)
      exchange.countReleased(size: before.size)
      (oldTop, newTop) = (before.child(slot), after.child(slot))
    }
    var before = CountedTreeFrontier(root: oldTop)
    var after = CountedTreeFrontier(root: newTop)
    before.forEachDifference(from: &after) {
      exchange.countReleased(size: $0.size)
    } _: {
      exchange.countAdded(size: $0.size)
    }
  }
}
