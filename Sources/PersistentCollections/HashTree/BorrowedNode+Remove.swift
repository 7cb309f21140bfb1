/// A removal to make, and the removed entry afterwards.
@usableFromInline
struct Removal<Key, Value> {
  /// Whether the value was moved away already, so that its place is empty. Its node is not shared then.
  @usableFromInline let isVacated: Bool
  @usableFromInline var key: Key?
  @usableFromInline var value: Value?

  @inlinable
  init(isVacated: Bool = false) {
    self.isVacated = isVacated
  }

  /// Whether there was an entry.
  @inlinable var isDone: Bool { key != nil }
}

extension BorrowedNode where Key: Hashable {
  /// Removes the entry that a guide leads to, and hands it out if it was there.
  ///
  /// `isUnique` says whether this node and all above it belong to the caller alone.
  ///
  /// - Returns: the node that takes the place of this one, or nil if nothing changed or all did so in place. It
  ///   is a leaf where this was a branch that has few enough entries left; a leaf may be empty.
  @inlinable
  func removing(
    _ guide: inout some EntryGuide<Key, Value>,
    at level: HashLevel,
    isUnique: Bool,
    _ removal: inout Removal<Key, Value>
  ) -> Storage? {
    let header = self.header
    guard header.isBranch else {
      // A leaf that is a root fills all slots; it is no collision leaf, whose slot alone matters.
      return removingInLeaf(guide, at: level, slot: 0, isUnique: isUnique, &removal)
    }
    let slot = guide.slot(in: self, header, at: level)
    let position = header.position(of: slot)
    let child = self.child(at: position)
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children[position])
    guard header.isBranch(at: slot) else {
      let leaf = child.removingInLeaf(guide, at: level, slot: slot, isUnique: childIsUnique, &removal)
      guard let leaf else { return nil }
      return settling(leaf, at: position, slot: slot, level, isUnique: isUnique)
    }
    let result = child.removing(&guide, at: level.next, isUnique: childIsUnique, &removal)
    guard removal.isDone else { return nil }
    if let result, !result.word.isBranch {
      let leaf = Self.lifted(result, toSlot: slot)
      return settling(leaf, at: position, slot: slot, level, isUnique: isUnique)
    }
    if isUnique {
      self.header = header.adding(-1)
      if let result { children[position] = result }
      return nil
    }
    guard let result else { return nil }
    return copyingBranch(header.adding(-1), replacing: position, with: result)
  }

  @inlinable
  func removingInLeaf(
    _ guide: some EntryGuide<Key, Value>,
    at level: HashLevel,
    slot: Int,
    isUnique: Bool,
    _ removal: inout Removal<Key, Value>
  ) -> Storage? {
    let header = self.header
    guard let index = guide.index(in: self, header, at: level) else { return nil }
    let left: NodeHeader
    if !header.isCollision {
      left = header.removing(at: index)
    } else if header.count > Self.leafCapacity &+ 1 {
      left = NodeHeader(collisions: header.count &- 1)
    } else {
      left = NodeHeader(count: header.count &- 1, allTagged: HashLevel.tag(inSlot: slot, below: 0))
    }
    return removingFromLeaf(at: index, header: left, isUnique: isUnique, &removal)
  }

  /// Puts a leaf that lost an entry in its place, joined with its neighbours where they now fit into one leaf.
  ///
  /// The neighbours are those that the leaf was divided from: the other half of what it is a half of.
  @inlinable
  func settling(
    _ leaf: Storage,
    at position: Int,
    slot: Int,
    _ level: HashLevel,
    isUnique: Bool
  ) -> Storage? {
    let header = self.header
    let part = header.part(of: slot)
    var range = part
    var positions = position..<position &+ 1
    while range.length < SlotRange.all.length {
      let wider = header.positions(of: range.parent)
      var count = leaf.word.count
      for other in wider where other != position {
        count &+= child(at: other).header.count
      }
      guard count <= Self.leafCapacity else { break }
      range = range.parent
      positions = wider
    }
    if range == part {
      let changed = header.adding(-1).clearingBranch(at: slot)
      guard isUnique else { return copyingBranch(changed, replacing: position, with: leaf) }
      self.header = changed
      children[position] = leaf
      return nil
    }
    var assembly = BranchAssembly<Key, Value>(level: level)
    for other in positions {
      let piece = other == position ? BorrowedNode(leaf) : child(at: other)
      assembly.append(leaf: piece, header: piece.header, slot: slot)
    }
    return withExtendedLifetime(leaf) {
      if range.length == SlotRange.all.length { return assembly.finish() }
      return splicingBranch(range, with: assembly, adding: -1, isUnique: isUnique)
    }
  }
}
