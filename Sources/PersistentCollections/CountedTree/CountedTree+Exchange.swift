extension CountedTree {
  /// Counts the nodes that this tree has and an older one has not, and the reverse, and so of leaves behind them.
  ///
  /// Most edits change one node of each height, which is gone along as far as that is so. An insertion may move whatever
  /// lies behind it to another place, so from there on nodes are not looked for at their places, but among all nodes of
  /// their height under those that differ.
  ///
  /// - Parameter earlier: A tree that the older one goes back to; what that has is not passed.
  @inlinable
  func addExchange(
    from old: CountedTree,
    since earlier: CountedTree?,
    tails: CountedTreeTails<Content> = (nil, nil, nil),
    to exchange: inout FootprintExchange
  ) {
    withExtendedLifetime((old.root, root, earlier, tails)) {
      let past = CountedTreePast(earlier?.root, tail: tails.earlier, of: old.root)
      var (oldTop, newTop) = (old.root.map { Node($0) }, root.map { Node($0) })
      var start = 0
      while let before = oldTop, let after = newTop, let slot = after.onlyChange(from: before) {
        let header = before.header
        exchange.countMade(size: after.byteCount(after.header))
        exchange.countReplaced(size: before.byteCount(header), isPassed: !past.has(before, at: start))
        start &+= before.ends(header).start(of: slot)
        (oldTop, newTop) = (before.child(slot, header), after.child(slot, after.header))
      }
      let (oldTail, newTail) = (tails.old.map { Node($0) }, tails.new.map { Node($0) })
      var before = CountedTreeFrontier(root: oldTop, at: start, tail: oldTail, behind: old.count)
      var after = CountedTreeFrontier(root: newTop, at: start, tail: newTail, behind: count)
      if let oldTop, let newTop, oldTop.header.isLeaf, newTop.header.isLeaf, tails.old === tails.new {
        if oldTop === newTop { return }
        exchange.countMade(size: newTop.byteCount(newTop.header))
        let isPassed = !past.has(oldTop, at: start)
        return exchange.countReplaced(size: oldTop.byteCount(oldTop.header), isPassed: isPassed)
      }
      before.forEachDifference(from: &after) { node, start in
        exchange.countReplaced(size: node.size, isPassed: !past.has(node, at: start))
      } _: {
        exchange.countMade(size: $0.size)
      }
    }
  }
}

/// The leaves behind the trees of an exchange.
@usableFromInline
typealias CountedTreeTails<Content: CountedContent> = (
  old: CountedNode<Content>?, new: CountedNode<Content>?, earlier: CountedNode<Content>?
)

/// A tree that another one goes back to, in which nodes of that one are looked for.
@usableFromInline
struct CountedTreePast<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  @usableFromInline let root: BorrowedCountedNode<Content>?
  @usableFromInline let tail: BorrowedCountedNode<Content>?
  /// Whether positions follow from each other in both trees: then no element has moved.
  @usableFromInline let isRegular: Bool
  /// How far elements that stand behind all changes have moved back since.
  @usableFromInline let shift: Int

  @inlinable
  init(_ root: CountedNode<Content>?, tail: CountedNode<Content>?, of old: CountedNode<Content>?) {
    self.root = root.map { Node($0) }
    self.tail = tail.map { Node($0) }
    let (header, oldHeader) = (root.map { Node($0).header }, old.map { Node($0).header })
    isRegular = header?.isRegular ?? true && oldHeader?.isRegular ?? true
    shift = (header?.count ?? 0) &- (oldHeader?.count ?? 0)
  }

  /// How far an element without a key may have moved for its node to be found nevertheless: some hundred insertions and
  /// removals here and there move it less than that.
  @inlinable static var reach: Int { 64 }

  /// Whether a node is one of the tree's, as far as it can be found.
  ///
  /// - Parameter start: The position of the node's first element.
  @inlinable
  func has(_ node: BorrowedCountedNode<Content>, at start: Int) -> Bool {
    if let tail, node === tail { return true }
    guard let root else { return false }
    let (level, header) = (node.header.level, root.header)
    if level >= header.level { return root === node }
    if Node.hasSeparators {
      let separator = node.firstSeparator
      let place = descend(to: level) { place, header in
        Content.slot(of: separator, among: place.separators, width: header.width)
      }
      return place === node
    }
    if isRegular { return has(node, level, from: start, to: start) }
    let (first, last) = (start &- Self.reach, start &+ node.count &+ Self.reach)
    if has(node, level, from: first, to: last) { return true }
    return shift.magnitude > Self.reach && has(node, level, from: first &+ shift, to: last &+ shift)
  }

  /// Whether a node is one of those of its height that have any of some positions.
  @inlinable
  func has(_ node: BorrowedCountedNode<Content>, _ level: Int, from first: Int, to last: Int) -> Bool {
    let end = min(last, root.unsafelyUnwrapped.count &- 1)
    var next = max(first, 0)
    while next <= end {
      var position = next
      let place = descend(to: level) { place, header in
        let (slot, start) = place.slot(of: position, header)
        position &-= start
        return slot
      }
      if place === node { return true }
      next = next &- position &+ place.count
    }
    return false
  }

  /// Goes down from the root, which is higher.
  @inlinable @inline(__always)
  func descend(
    to level: Int,
    _ slot: (BorrowedCountedNode<Content>, CountedHeader) -> Int
  ) -> BorrowedCountedNode<Content> {
    var place = root.unsafelyUnwrapped
    var header = place.header
    while header.level > level {
      place = place.child(slot(place, header), header)
      header = place.header
    }
    return place
  }
}

/// The nodes of one height that are still to be compared, and what waits for its own height to come.
@usableFromInline
struct CountedTreeFrontier<Node: OrderedNode> {
  @usableFromInline typealias Place = (node: Node, start: Int)

  /// The nodes, and the positions of their first elements.
  @usableFromInline var nodes: [(node: Node, start: Int)] = []
  @usableFromInline var root: (node: Node, start: Int)?
  @usableFromInline var tail: (node: Node, start: Int)?

  @inlinable
  init(root: Node?, at start: Int = 0, tail: Node? = nil, behind count: Int = 0) {
    self.root = root.map { ($0, start) }
    self.tail = tail.map { ($0, count) }
  }

  /// Calls the first function for each node that only this one has, and the second for each that only the other has.
  @inlinable
  mutating func forEachDifference(
    from other: inout CountedTreeFrontier,
    _ onlyHere: (Node, Int) -> Void,
    _ onlyThere: (Node) -> Void
  ) {
    while true {
      let height = max(self.height ?? -1, other.height ?? -1)
      if height < 0 { return }
      begin(height)
      other.begin(height)
      dropCommon(with: &other)
      for (node, start) in nodes { onlyHere(node, start) }
      for (node, _) in other.nodes { onlyThere(node) }
      open()
      other.open()
    }
  }

  /// The height of what is highest; nil when nothing is left.
  @inlinable var height: Int? {
    (nodes.first ?? root ?? tail)?.node.level
  }

  /// Takes what waited for a height among the nodes of that height.
  @inlinable
  mutating func begin(_ height: Int) {
    if let root, root.node.level == height {
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
    guard nodes.first?.node.level == other.nodes.first?.node.level else { return }
    // One edit leaves all in common save for a few nodes in the middle.
    var start = 0
    let shorter = min(nodes.count, other.nodes.count)
    while start < shorter, nodes[start].node === other.nodes[start].node { start += 1 }
    var (end, otherEnd) = (nodes.count, other.nodes.count)
    while end > start, otherEnd > start, nodes[end - 1].node === other.nodes[otherEnd - 1].node {
      end -= 1
      otherEnd -= 1
    }
    nodes = Array(nodes[start..<end])
    other.nodes = Array(other.nodes[start..<otherEnd])
    if nodes.isEmpty || other.nodes.isEmpty || nodes.count + other.nodes.count == 2 { return }
    let known = Set(nodes.map { $0.node.identity })
    let common = known.intersection(other.nodes.map { $0.node.identity })
    if common.isEmpty { return }
    nodes.removeAll { common.contains($0.node.identity) }
    other.nodes.removeAll { common.contains($0.node.identity) }
  }

  /// Goes on to the children of the nodes.
  @inlinable
  mutating func open() {
    var children: [Place] = []
    for (node, start) in nodes {
      if node.level == 0 { continue }
      for slot in 0..<node.width { children.append((node.child(slot), start &+ node.start(of: slot))) }
    }
    nodes = children
  }
}
