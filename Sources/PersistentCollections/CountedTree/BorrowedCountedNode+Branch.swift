/// Branches from children.
extension BorrowedCountedNode {
  /// Makes a branch of children that are kept alive elsewhere.
  ///
  /// With `adopting`, the references are handed over: the branch then owns them without counting.
  @inlinable
  static func makeBranch(_ children: CountedSiblings<Content>.Children, adopting: Bool = false) -> Storage {
    var ends = CountedEnds(repeating: .max)
    var total = 0
    var isRegular = true
    var height = 0
    for (slot, child) in children.enumerated() {
      let header = BorrowedCountedNode(child).header
      height = header.level &+ 1
      isRegular = isRegular && header.isRegular
      if slot < children.count &- 1 {
        isRegular = isRegular && header.count == fullCount(height: header.level)
      }
      total &+= header.count
      ends[slot] = UInt32(truncatingIfNeeded: total)
    }
    let header = CountedHeader(elements: total, slots: children.count, height: height, isRegular: isRegular)
    let branch = Storage.allocateBranch(header, ends: ends)
    let node = BorrowedCountedNode(branch)
    let target = UnsafeMutableRawPointer(node.children(header))
      .assumingMemoryBound(to: Unmanaged<CountedNode<Content>>.self)
    for (slot, child) in children.enumerated() {
      (target + slot).initialize(to: adopting ? child : child.retain())
    }
    if hasSeparators {
      for (slot, child) in children.enumerated() {
        (node.separators + slot).initialize(to: BorrowedCountedNode(child).firstSeparator)
      }
    }
    return branch
  }

  /// Makes one branch of up to eight children, or else two of them, each at least half full.
  @inlinable
  static func makeBranches(
    _ siblings: CountedSiblings<Content>,
    leaningLeft: Bool = false
  ) -> (Storage, Storage?) {
    let all = siblings.children
    guard all.count > branchCapacity else { return (makeBranch(all), nil) }
    let cut = leaningLeft ? branchCapacity : all.count / 2
    return (
      makeBranch(.init(rebasing: all[..<cut])), makeBranch(.init(rebasing: all[cut...]))
    )
  }

  /// Whether a branch of these counts can do without them.
  @inlinable
  static func isRegular(_ ends: CountedEnds, width: Int, height: Int, last: BorrowedCountedNode) -> Bool {
    let full = UInt32(truncatingIfNeeded: fullCount(height: height &- 1))
    for slot in 0..<width &- 1 where ends[slot] != full &* UInt32(truncatingIfNeeded: slot &+ 1) {
      return false
    }
    return last.header.isRegular
  }

  /// The result of a change in a node.
  @usableFromInline
  struct Growth {
    /// The node that takes its place; nil if it is still there, unchanged or changed in place.
    @usableFromInline let node: Storage?
    /// A node of the same height that follows it, if it became too large for one.
    @usableFromInline let sibling: Storage?

    @inlinable
    init(node: Storage?, sibling: Storage? = nil) {
      self.node = node
      self.sibling = sibling
    }
  }

  /// Takes in what a change made of one child.
  ///
  /// - Parameters:
  ///   - difference: how many elements were added under the child.
  ///   - isUnique: whether this branch and all above it belong to the caller alone.
  ///   - isAppending: whether the change was at the right edge of the tree, where a branch that is full stays
  ///     so.
  @inlinable
  func absorbing(
    _ growth: Growth,
    at slot: Int,
    adding difference: Int,
    isUnique: Bool,
    isAppending: Bool
  ) -> Growth {
    let header = self.header
    guard let sibling = growth.sibling else {
      return Growth(node: replacingChild(slot, with: growth.node, adding: difference, isUnique: isUnique))
    }
    guard header.width < Self.branchCapacity else {
      return CountedSiblings.with { siblings in
        siblings.append(self, header, 0..<slot)
        siblings.append(growth.node.map { BorrowedCountedNode($0) } ?? child(slot, header))
        siblings.append(BorrowedCountedNode(sibling))
        siblings.append(self, header, (slot &+ 1)..<header.width)
        return withExtendedLifetime((growth.node, sibling)) {
          let leansLeft = isAppending && slot == header.width &- 1
          let (left, right) = Self.makeBranches(siblings, leaningLeft: leansLeft)
          return Growth(node: left, sibling: right)
        }
      }
    }

    let old = ends(header)
    let width = header.width &+ 1
    var ends = CountedEnds(repeating: .max)
    for other in 0..<slot { ends[other] = old[other] }
    for other in slot..<header.width {
      ends[other &+ 1] = old[other] &+ UInt32(truncatingIfNeeded: difference)
    }
    ends[slot] = ends[slot &+ 1] &- UInt32(truncatingIfNeeded: BorrowedCountedNode(sibling).count)
    let last =
      slot == header.width &- 1 ? BorrowedCountedNode(sibling) : child(header.width &- 1, header)
    let isRegular = Self.isRegular(ends, width: width, height: header.level, last: last)
    let grown = CountedHeader(
      elements: header.count &+ difference,
      slots: width,
      height: header.level,
      isRegular: isRegular
    )
    return Growth(
      node: rebuilding(grown, ends, replacing: slot, with: growth.node, and: sibling, isUnique: isUnique)
    )
  }

  /// Puts another child in the place of one, or nil where it changed in place.
  ///
  /// - Returns: the node that takes the place of this one, or nil if it could be changed itself.
  @inlinable
  func replacingChild(
    _ slot: Int,
    with child: consuming Storage?,
    adding difference: Int,
    isUnique: Bool
  ) -> Storage? {
    let header = self.header
    let isLast = slot == header.width &- 1
    let current = child.map { BorrowedCountedNode($0) } ?? self.child(slot, header)
    if isUnique && isLast && header.isRegular && current.header.isRegular {
      self.header = header.adding(difference)
      if Self.hasSeparators { separators[slot] = current.firstSeparator }
      if let child { children(header)[slot] = child }
      return nil
    }
    let ends = ends(header).adding(difference, at: slot, width: header.width)
    let isRegular = Self.isRegular(
      ends,
      width: header.width,
      height: header.level,
      last: isLast ? current : self.child(header.width &- 1, header)
    )
    let changed = CountedHeader(
      elements: header.count &+ difference,
      slots: header.width,
      height: header.level,
      isRegular: isRegular
    )
    guard isUnique && isRegular == header.isRegular else {
      return rebuilding(changed, ends, replacing: slot, with: child, and: nil, isUnique: isUnique)
    }
    self.header = header.adding(difference)
    if !isRegular { setTable(ends, changed) }
    if Self.hasSeparators { separators[slot] = current.firstSeparator }
    if let child { children(header)[slot] = child }
    return nil
  }

  /// A new branch with one child replaced, unless `child` is nil, and with one more behind it, if there is
  /// one.
  ///
  /// If this branch belongs to the caller alone it gives its content away, and is left for its owner to drop.
  @inlinable
  func rebuilding(
    _ changed: CountedHeader,
    _ ends: CountedEnds,
    replacing slot: Int,
    with child: consuming Storage?,
    and sibling: consuming Storage?,
    isUnique: Bool
  ) -> Storage {
    let header = self.header
    let branch = Storage.allocateBranch(changed, ends: ends)
    let node = BorrowedCountedNode(branch)
    let (source, target) = (children(header), node.children(changed))
    let (oldSeparators, separators) = (self.separators, node.separators)
    let current = child.map { BorrowedCountedNode($0) } ?? self.child(slot, header)
    let added = sibling == nil ? 1 : 2
    let rest = header.width &- slot &- 1
    if Self.hasSeparators {
      (separators + slot).initialize(to: current.firstSeparator)
      if let sibling { (separators + slot + 1).initialize(to: BorrowedCountedNode(sibling).firstSeparator) }
      transfer(oldSeparators, to: separators, count: slot, moving: isUnique)
      transfer(
        oldSeparators + slot + 1,
        to: separators + slot + added,
        count: rest,
        moving: isUnique
      )
      if isUnique { (oldSeparators + slot).deinitialize(count: 1) }
    }
    transfer(source, to: target, count: slot, moving: isUnique)
    if let child {
      (target + slot).initialize(to: child)
      if isUnique { (source + slot).deinitialize(count: 1) }
    } else {
      transfer(source + slot, to: target + slot, count: 1, moving: isUnique)
    }
    if let sibling { (target + slot + 1).initialize(to: sibling) }
    transfer(source + slot + 1, to: target + slot + added, count: rest, moving: isUnique)
    if isUnique { self.header = .abandoned }
    return branch
  }
}
