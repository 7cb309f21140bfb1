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
    var gone: Set<UnsafeMutableRawPointer>?
    var (before, after) = (CountedTreeFrontier(root: old), CountedTreeFrontier(root: new))
    before.forEachDifference(from: &after) { node, _ in
      if gone == nil, let earlier { gone = only(old, besides: earlier) }
      exchange.countReplaced(size: node.size, isPassed: gone?.contains(node.identity) ?? true)
    } _: { node in
      exchange.countMade(size: node.size)
    }
  }

  /// The nodes that a text has and an earlier one has not.
  private static func only(_ text: TextNode?, besides earlier: TextNode) -> Set<UnsafeMutableRawPointer> {
    var nodes: Set<UnsafeMutableRawPointer> = []
    var (after, before) = (CountedTreeFrontier(root: text), CountedTreeFrontier(root: earlier))
    after.forEachDifference(from: &before) { node, _ in
      nodes.insert(node.identity)
    } _: { _ in
    }
    return nodes
  }
}
