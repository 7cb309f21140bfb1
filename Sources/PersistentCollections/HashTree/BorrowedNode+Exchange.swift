extension BorrowedNode where Key: Hashable {
  /// Counts the nodes that this tree has and an older one of the same level has not, and the reverse.
  ///
  /// A node lies where the hashes of its keys say, so it is enough to compare what lies at the same place.
  @inlinable
  func addExchange(from old: BorrowedNode, to exchange: inout FootprintExchange) {
    if self === old { return }
    let (header, oldHeader) = (self.header, old.header)
    guard header.isBranch || oldHeader.isBranch else { return addExchangeOfLikes(from: old, to: &exchange) }
    guard header.isBranch && oldHeader.isBranch else {
      Self.addExchange(from: [old], to: [self], &exchange)
      return
    }
    exchange.countAdded(size: byteCount(header))
    exchange.countReleased(size: old.byteCount(oldHeader))
    if header.isDivided(as: oldHeader) {
      for position in 0..<header.childCount {
        let (before, after) = (old.child(at: position), child(at: position))
        if !(before === after) { after.addExchangeOfLikes(from: before, to: &exchange) }
      }
    } else {
      addExchangeOfChildren(from: old, to: &exchange)
    }
  }

  /// Compares two branches, or two leaves.
  @inlinable
  func addExchangeOfLikes(from old: BorrowedNode, to exchange: inout FootprintExchange) {
    let (header, oldHeader) = (self.header, old.header)
    if header.isBranch { return addExchange(from: old, to: &exchange) }
    exchange.countAdded(size: byteCount(header))
    exchange.countReleased(size: old.byteCount(oldHeader))
  }

  /// Compares the children of branches whose slots are divided differently.
  @inlinable
  func addExchangeOfChildren(from old: BorrowedNode, to exchange: inout FootprintExchange) {
    let (header, oldHeader) = (self.header, old.header)
    let both = header.branches & oldHeader.branches
    for slot in 0..<8 where both &>> UInt64(truncatingIfNeeded: slot) & 1 != 0 {
      let before = old.child(at: oldHeader.position(of: slot))
      child(at: header.position(of: slot)).addExchange(from: before, to: &exchange)
    }
    var (before, after): ([BorrowedNode], [BorrowedNode]) = ([], [])
    forEachChild(notAt: both) { if !old.hasChild($0) { after.append($0) } }
    old.forEachChild(notAt: both) { if !hasChild($0) { before.append($0) } }
    Self.addExchange(from: before, to: after, &exchange)
  }

  /// Compares trees that do not lie at the same places: a leaf may have become a child of another branch.
  @inlinable
  static func addExchange(
    from old: [BorrowedNode],
    to new: [BorrowedNode],
    _ exchange: inout FootprintExchange
  ) {
    var (before, after) = (FootprintMeter(), FootprintMeter())
    for node in old { node.addFootprint(to: &before, visiting: nil) }
    for node in new { node.addFootprint(to: &after, visiting: nil) }
    var both = before
    for node in new { node.addFootprint(to: &both, visiting: nil) }
    exchange.added += both.total - before.total
    exchange.released += both.total - after.total
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
  @inlinable
  package func addExchange(from old: HashTree, to exchange: inout FootprintExchange) {
    withExtendedLifetime((old.root, root)) {
      switch (old.root, root) {
      case (nil, nil): break
      case (let old?, nil): Node(old).addNodes(to: &exchange.released)
      case (nil, let new?): Node(new).addNodes(to: &exchange.added)
      case (let old?, let new?): Node(new).addExchange(from: Node(old), to: &exchange)
      }
    }
  }
}
