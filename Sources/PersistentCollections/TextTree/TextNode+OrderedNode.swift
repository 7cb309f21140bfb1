extension TextNode: OrderedNode {
  var identity: UnsafeMutableRawPointer { storage.toOpaque() }
  var level: Int { header.level }
  var width: Int { header.width }

  /// What the allocator was asked for: the object's own words, the header, and whole words of content.
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
  static func addExchange(
    from old: TextNode?,
    to new: TextNode?,
    since earlier: TextNode?,
    _ exchange: inout FootprintExchange
  ) {
    // What there was at the time is only asked when something went.
    var past: TextPast?
    func isPassed(_ node: TextNode, _ start: Int) -> Bool {
      guard let old, let earlier else { return true }
      if past == nil { past = TextPast(of: old, earlier) }
      return past?.has(node, at: start) != true
    }
    // Most edits change one node of each height, which is gone along as far as that is so.
    var (oldTop, newTop, start) = (old, new, 0)
    while let before = oldTop, let after = newTop, let slot = after.onlyChange(from: before) {
      exchange.countMade(size: after.size)
      exchange.countReplaced(size: before.size, isPassed: isPassed(before, start))
      start &+= before.start(of: slot)
      (oldTop, newTop) = (before.child(slot), after.child(slot))
    }
    var before = CountedTreeFrontier(root: oldTop, at: start)
    var after = CountedTreeFrontier(root: newTop, at: start)
    before.forEachDifference(from: &after) { node, start in
      exchange.countReplaced(size: node.size, isPassed: isPassed(node, start))
    } _: { node in
      exchange.countMade(size: node.size)
    }
  }
}
