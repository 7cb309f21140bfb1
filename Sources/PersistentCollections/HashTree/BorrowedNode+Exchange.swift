extension BorrowedNode where Key: Hashable {
  /// Counts the nodes that this tree has and an older one of the same level has not, and the reverse.
  ///
  /// A node lies where the hashes of its keys say, so it is enough to compare what lies at the same place.
  ///
  /// - Parameter earlier: What lies there in an earlier tree.
  @inlinable
  func addExchange(
    from old: BorrowedNode,
    since earlier: BorrowedNode?,
    to exchange: inout FootprintExchange
  ) {
    if self === old { return }
    let (header, oldHeader) = (self.header, old.header)
    guard header.isBranch && oldHeader.isBranch else {
      Self.addExchange(from: [old], to: [self], since: earlier.map { [$0] } ?? [], &exchange)
      return
    }
    exchange.countMade(size: byteCount(header))
    exchange.countReplaced(size: old.byteCount(oldHeader), isPassed: !old.lies(in: earlier))
    if header.isDivided(as: oldHeader) {
      for position in 0..<header.childCount {
        let (before, after) = (old.child(at: position), child(at: position))
        if before === after { continue }
        let past = earlier?.child(like: before, at: position, under: oldHeader)
        after.addExchangeOfLikes(from: before, since: past, to: &exchange)
      }
    } else {
      addExchangeOfChildren(from: old, since: earlier, to: &exchange)
    }
  }

  /// Whether this node is what lies at its place in another tree, or a leaf of that.
  @inlinable
  func lies(in other: BorrowedNode?) -> Bool {
    guard let other else { return false }
    if self === other { return true }
    let otherHeader = other.header
    guard otherHeader.isBranch, !header.isBranch else { return false }
    return (0..<otherHeader.childCount).contains { lies(in: other.child(at: $0)) }
  }

  /// What lies where a child of another branch of the same level does, or that child itself; a leaf lies wherever its
  /// parts would.
  @inlinable
  func child(like node: BorrowedNode, at position: Int, under other: NodeHeader) -> BorrowedNode {
    let header = self.header
    if header.isBranch && header.isDivided(as: other) { return child(at: position) }
    if header.isBranch && hasChild(node) { return node }
    return child(atSlot: other.firstSlot(at: position))
  }

  /// What lies at a slot; a leaf lies at all of them.
  @inlinable
  func child(atSlot slot: Int) -> BorrowedNode {
    let header = self.header
    return header.isBranch ? child(at: header.position(of: slot)) : self
  }

  /// Compares two branches, or two leaves.
  @inlinable
  func addExchangeOfLikes(
    from old: BorrowedNode,
    since earlier: BorrowedNode?,
    to exchange: inout FootprintExchange
  ) {
    let (header, oldHeader) = (self.header, old.header)
    if header.isBranch { return addExchange(from: old, since: earlier, to: &exchange) }
    exchange.countMade(size: byteCount(header))
    exchange.countReplaced(size: old.byteCount(oldHeader), isPassed: !old.lies(in: earlier))
  }

  /// Compares the children of branches whose slots are divided differently.
  @inlinable
  func addExchangeOfChildren(
    from old: BorrowedNode,
    since earlier: BorrowedNode?,
    to exchange: inout FootprintExchange
  ) {
    let (header, oldHeader) = (self.header, old.header)
    let both = header.branches & oldHeader.branches
    for slot in 0..<8 where both &>> UInt64(truncatingIfNeeded: slot) & 1 != 0 {
      let (after, before) = (
        child(at: header.position(of: slot)), old.child(at: oldHeader.position(of: slot))
      )
      let past = earlier.map { $0.child(atSlot: slot) }
      after.addExchange(from: before, since: past, to: &exchange)
    }
    var (before, after): ([BorrowedNode], [BorrowedNode]) = ([], [])
    forEachChild(notAt: both) { if !old.hasChild($0) { after.append($0) } }
    old.forEachChild(notAt: both) { if !hasChild($0) { before.append($0) } }
    let past = earlier.map { earlier in
      (0..<8).filter { both &>> UInt64(truncatingIfNeeded: $0) & 1 == 0 }.map { earlier.child(atSlot: $0) }
    }
    Self.addExchange(from: before, to: after, since: past ?? [], &exchange)
  }

  /// Compares trees that do not lie at the same places: a leaf may have become a child of another branch.
  @inlinable
  static func addExchange(
    from old: [BorrowedNode],
    to new: [BorrowedNode],
    since earlier: [BorrowedNode],
    _ exchange: inout FootprintExchange
  ) {
    var (before, after) = (FootprintMeter(), FootprintMeter())
    for node in old { node.addFootprint(to: &before, visiting: nil) }
    for node in new { node.addFootprint(to: &after, visiting: nil) }
    var both = before
    for node in new { node.addFootprint(to: &both, visiting: nil) }
    exchange.made += both.total - before.total
    exchange.replaced += both.total - after.total
    for node in earlier { node.addFootprint(to: &after, visiting: nil) }
    let known = after.total
    for node in old { node.addFootprint(to: &after, visiting: nil) }
    exchange.passed += after.total - known
  }

  /// Visits the children, save for those that are branches at some slots.
  @inlinable
  func forEachChild(notAt branches: UInt64 = 0, _ visit: (BorrowedNode) -> Void) {
    let header = self.header
    guard header.isBranch else { return }
    var left = branches
    var skipped: UInt64 = 0
    while left != 0 {
      skipped |= 1 &<< UInt64(truncatingIfNeeded: header.position(of: left.trailingZeroBitCount))
      left &= left &- 1
    }
    for position in 0..<header.childCount where skipped &>> UInt64(truncatingIfNeeded: position) & 1 == 0 {
      visit(child(at: position))
    }
  }

  @inlinable
  func hasChild(_ node: BorrowedNode) -> Bool {
    let count = header.childCount
    return (0..<count).contains { child(at: $0) === node }
  }

  /// Counts this node and all under it.
  @inlinable
  func addNodes(to footprint: inout Footprint) {
    footprint += Footprint(nodes: 1, bytes: Footprint.block(of: byteCount(header)))
    forEachChild { $0.addNodes(to: &footprint) }
  }
}

extension HashTree {
  /// Counts the nodes that this tree has and an older one has not, and the reverse.
  ///
  /// - Parameter earlier: A tree that the older one goes back to; what that has is not passed.
  @inlinable
  func addExchange(from old: HashTree, since earlier: HashTree?, to exchange: inout FootprintExchange) {
    withExtendedLifetime((old.root, root, earlier)) {
      let past = earlier?.root.map { Node($0) }
      switch (old.root, root) {
      case (nil, nil): break
      case (let old?, nil):
        Node(old).addNodes(to: &exchange.replaced)
        guard let past else { return Node(old).addNodes(to: &exchange.passed) }
        var sinceThen = FootprintExchange()
        Node(old).addExchange(from: past, since: nil, to: &sinceThen)
        exchange.passed += sinceThen.made
      case (nil, let new?): Node(new).addNodes(to: &exchange.made)
      case (let old?, let new?): Node(new).addExchange(from: Node(old), since: past, to: &exchange)
      }
    }
  }
}
