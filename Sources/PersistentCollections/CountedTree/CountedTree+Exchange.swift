extension CountedTree {
  /// Counts the nodes that this tree has and an older one has not, and the reverse, and so of leaves behind them.
  ///
  /// An insertion moves whatever lies behind it to another place, so nodes are not looked for at their places, but among
  /// all nodes of their height under those that differ.
  @inlinable
  func addExchange(
    from old: CountedTree,
    tails: (old: CountedNode<Content>?, new: CountedNode<Content>?) = (nil, nil),
    to exchange: inout FootprintExchange
  ) {
    withExtendedLifetime((old.root, root, tails)) {
      var before = CountedTreeFrontier(root: old.root, tail: tails.old)
      var after = CountedTreeFrontier(root: root, tail: tails.new)
      while true {
        let height = max(before.height ?? -1, after.height ?? -1)
        if height < 0 { break }
        before.begin(height)
        after.begin(height)
        before.dropCommon(with: &after)
        before.open(countingTo: &exchange.replaced)
        after.open(countingTo: &exchange.made)
      }
    }
  }
}

/// The nodes of one height that are still to be compared, and what waits for its own height to come.
@usableFromInline
struct CountedTreeFrontier<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  @usableFromInline var nodes: [BorrowedCountedNode<Content>] = []
  @usableFromInline var root: BorrowedCountedNode<Content>?
  @usableFromInline var tail: BorrowedCountedNode<Content>?

  @inlinable
  init(root: CountedNode<Content>?, tail: CountedNode<Content>?) {
    self.root = root.map { Node($0) }
    self.tail = tail.map { Node($0) }
  }

  /// The height of what is highest; nil when nothing is left.
  @inlinable var height: Int? {
    (nodes.first ?? root ?? tail)?.header.level
  }

  /// Takes what waited for a height among the nodes of that height.
  @inlinable
  mutating func begin(_ height: Int) {
    if let root, root.header.level == height {
      nodes.append(root)
      self.root = nil
    }
    if height == 0, root == nil, let tail {
      nodes.append(tail)
      self.tail = nil
    }
  }

  /// Takes away the nodes that both have.
  @inlinable
  mutating func dropCommon(with other: inout CountedTreeFrontier) {
    guard nodes.first?.header.level == other.nodes.first?.header.level else { return }
    // One edit leaves all in common save for a few nodes in the middle.
    var start = 0
    let shorter = min(nodes.count, other.nodes.count)
    while start < shorter, nodes[start] === other.nodes[start] { start += 1 }
    var (end, otherEnd) = (nodes.count, other.nodes.count)
    while end > start, otherEnd > start, nodes[end - 1] === other.nodes[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    nodes = Array(nodes[start..<end])
    other.nodes = Array(other.nodes[start..<otherEnd])
    if nodes.isEmpty || other.nodes.isEmpty || nodes.count + other.nodes.count == 2 { return }
    let known = Set(nodes.map { $0.storage.toOpaque() })
    let common = known.intersection(other.nodes.map { $0.storage.toOpaque() })
    if common.isEmpty { return }
    nodes.removeAll { common.contains($0.storage.toOpaque()) }
    other.nodes.removeAll { common.contains($0.storage.toOpaque()) }
  }

  /// Counts the nodes, and goes on to their children.
  @inlinable
  mutating func open(countingTo footprint: inout Footprint) {
    var children: [BorrowedCountedNode<Content>] = []
    for node in nodes {
      let header = node.header
      footprint += Footprint(nodes: 1, bytes: Footprint.block(of: node.byteCount(header)))
      if !header.isLeaf { for slot in 0..<header.width { children.append(node.child(slot, header)) } }
    }
    nodes = children
  }
}
