extension CountedTree: PersistentTree {
  @usableFromInline package typealias Place = UnsafeMutablePointer<Element>

  /// Whether both are one and the same tree.
  @inlinable
  package func isIdentical(to other: CountedTree) -> Bool { root === other.root }

  /// Counts the nodes that `meter` has not met yet, and visits the elements that lie in them.
  @inlinable
  package func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: ((Place, inout FootprintMeter) -> Void)?
  ) {
    guard let root else { return }
    withExtendedLifetime(root) { Node(root).addFootprint(to: &meter, visiting: visit) }
  }

  /// Counts the nodes that this tree has and an older one has not, and the reverse.
  @inlinable
  package func addExchange(from old: CountedTree, to exchange: inout FootprintExchange) {
    addExchange(from: old, tails: (nil, nil), to: &exchange)
  }

  /// Counts the nodes that this tree has and an older one has not, and the reverse, and so of leaves behind them.
  ///
  /// Most edits change one node of each height, which is gone along as far as that is so. An insertion may move whatever
  /// lies behind it to another place, so from there on nodes are not looked for at their places, but among all nodes of
  /// their height under those that differ.
  @inlinable
  func addExchange(
    from old: CountedTree,
    tails: (old: CountedNode<Content>?, new: CountedNode<Content>?),
    to exchange: inout FootprintExchange
  ) {
    withExtendedLifetime((old.root, root, tails)) {
      var (oldTop, newTop) = (old.root.map { Node($0) }, root.map { Node($0) })
      while let before = oldTop, let after = newTop, let slot = after.onlyChange(from: before) {
        let header = before.header
        exchange.countAdded(size: after.byteCount(after.header))
        exchange.countReleased(size: before.byteCount(header))
        (oldTop, newTop) = (before.child(slot, header), after.child(slot, after.header))
      }
      if let oldTop, let newTop, oldTop.header.isLeaf, newTop.header.isLeaf, tails.old === tails.new {
        if oldTop === newTop { return }
        exchange.countAdded(size: newTop.byteCount(newTop.header))
        return exchange.countReleased(size: oldTop.byteCount(oldTop.header))
      }
      var before = CountedTreeFrontier(root: oldTop, tail: tails.old.map { Node($0) })
      var after = CountedTreeFrontier(root: newTop, tail: tails.new.map { Node($0) })
      before.forEachDifference(from: &after) {
        exchange.countReleased(size: $0.size)
      } _: {
        exchange.countAdded(size: $0.size)
      }
    }
  }
}

/// The nodes of one height that are still to be compared, and what waits for its own height to come.
@usableFromInline
struct CountedTreeFrontier<Node: OrderedNode> {
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var root: Node?
  @usableFromInline var tail: Node?

  @inlinable
  init(root: Node?, tail: Node? = nil) {
    (self.root, self.tail) = (root, tail)
  }

  /// Calls the first function for each node that only this one has, and the second for each that only the other has.
  @inlinable
  mutating func forEachDifference(
    from other: inout CountedTreeFrontier,
    _ onlyHere: (Node) -> Void,
    _ onlyThere: (Node) -> Void
  ) {
    while true {
      let height = max(self.height ?? -1, other.height ?? -1)
      if height < 0 { return }
      begin(height)
      other.begin(height)
      dropCommon(with: &other)
      nodes.forEach(onlyHere)
      other.nodes.forEach(onlyThere)
      open()
      other.open()
    }
  }

  /// The height of what is highest; nil when nothing is left.
  @inlinable var height: Int? {
    (nodes.first ?? root ?? tail)?.level
  }

  /// Takes what waited for a height among the nodes of that height.
  @inlinable
  mutating func begin(_ height: Int) {
    if let root, root.level == height {
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
    guard nodes.first?.level == other.nodes.first?.level else { return }
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
    let known = Set(nodes.map { $0.identity })
    let common = known.intersection(other.nodes.map { $0.identity })
    if common.isEmpty { return }
    nodes.removeAll { common.contains($0.identity) }
    other.nodes.removeAll { common.contains($0.identity) }
  }

  /// Goes on to the children of the nodes.
  @inlinable
  mutating func open() {
    nodes = nodes.flatMap { node in node.level == 0 ? [] : (0..<node.width).map { node.child($0) } }
  }
}
