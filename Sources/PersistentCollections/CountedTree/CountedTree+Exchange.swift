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
      let past = CountedTreePast(earlier?.root, tails)
      var (oldTop, newTop) = (old.root.map { Node($0) }, root.map { Node($0) })
      var start = 0
      while let before = oldTop, let after = newTop, let slot = after.onlyChange(from: before) {
        let header = before.header
        exchange.countMade(size: after.byteCount(after.header))
        exchange.countReplaced(size: before.byteCount(header), isPassed: !past.has(before, at: start))
        start &+= before.ends(header).start(of: slot)
        (oldTop, newTop) = (before.child(slot, header), after.child(slot, after.header))
      }
      var before = CountedTreeFrontier(root: oldTop, tail: tails.old)
      var after = CountedTreeFrontier(root: newTop, tail: tails.new)
      if let oldTop, let newTop, oldTop.header.isLeaf, newTop.header.isLeaf, tails.old === tails.new {
        if oldTop === newTop { return }
        exchange.countMade(size: newTop.byteCount(newTop.header))
        let isPassed = !past.has(oldTop, at: start)
        return exchange.countReplaced(size: oldTop.byteCount(oldTop.header), isPassed: isPassed)
      }
      while true {
        let height = max(before.height ?? -1, after.height ?? -1)
        if height < 0 { break }
        before.begin(height)
        after.begin(height)
        before.dropCommon(with: &after)
        for node in before.nodes {
          exchange.countReplaced(size: node.byteCount(node.header), isPassed: !past.has(node, at: nil))
        }
        for node in after.nodes { exchange.countMade(size: node.byteCount(node.header)) }
        before.open()
        after.open()
      }
    }
  }
}

/// The leaves behind the trees of an exchange.
@usableFromInline
typealias CountedTreeTails<Content: CountedContent> = (
  old: CountedNode<Content>?, new: CountedNode<Content>?, earlier: CountedNode<Content>?
)

extension BorrowedCountedNode {
  /// The one child that is not the same as under another branch; nil where more differs than that.
  @inlinable
  func onlyChange(from old: BorrowedCountedNode) -> Int? {
    let (header, oldHeader) = (self.header, old.header)
    guard !header.isLeaf, header.level == oldHeader.level, header.width == oldHeader.width else { return nil }
    var changed: Int?
    for slot in 0..<header.width where !(child(slot, header) === old.child(slot, oldHeader)) {
      guard changed == nil else { return nil }
      changed = slot
    }
    return changed
  }
}

/// A tree that another one goes back to, in which nodes of that one are looked for.
@usableFromInline
struct CountedTreePast<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  @usableFromInline let root: BorrowedCountedNode<Content>?
  @usableFromInline let tail: BorrowedCountedNode<Content>?
  /// The leaf behind the tree that goes back to this one.
  @usableFromInline let oldTail: BorrowedCountedNode<Content>?

  @inlinable
  init(_ root: CountedNode<Content>?, _ tails: CountedTreeTails<Content>) {
    self.root = root.map { Node($0) }
    (tail, oldTail) = (tails.earlier.map { Node($0) }, tails.old.map { Node($0) })
  }

  /// Whether a node is one of the tree's. Where elements have no keys and may have moved, nobody knows, and it counts as
  /// one of them.
  ///
  /// - Parameter start: The position of the node's first element, where that is known.
  @inlinable
  func has(_ node: BorrowedCountedNode<Content>, at start: Int?) -> Bool {
    if let oldTail, node === oldTail { return tail.map { $0 === node } ?? false }
    guard let root else { return false }
    let (level, header) = (node.header.level, root.header)
    if level >= header.level { return root === node }
    if Node.hasSeparators {
      let separator = node.firstSeparator
      return descend(to: level) { place, header in
        Content.slot(of: separator, among: place.separators(header), width: header.width)
      } === node
    }
    if level + 1 == header.level { return (0..<header.width).contains { root.child($0, header) === node } }
    guard var position = start else { return true }
    if position >= header.count { return false }
    let place = descend(to: level) { place, header in
      let (slot, start) = place.slot(of: position, header)
      position &-= start
      return slot
    }
    if place === node { return true }
    return position != 0 || place.count != node.count && !header.isRegular
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
struct CountedTreeFrontier<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  @usableFromInline var nodes: [BorrowedCountedNode<Content>] = []
  @usableFromInline var root: BorrowedCountedNode<Content>?
  @usableFromInline var tail: BorrowedCountedNode<Content>?

  @inlinable
  init(root: BorrowedCountedNode<Content>?, tail: CountedNode<Content>?) {
    self.root = root
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

  /// Goes on to the children of the nodes.
  @inlinable
  mutating func open() {
    var children: [BorrowedCountedNode<Content>] = []
    for node in nodes {
      let header = node.header
      if !header.isLeaf { for slot in 0..<header.width { children.append(node.child(slot, header)) } }
    }
    nodes = children
  }
}
