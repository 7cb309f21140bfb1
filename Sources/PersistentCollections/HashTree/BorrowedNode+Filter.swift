extension BorrowedNode where Key: Hashable {
  /// The entries that a predicate holds for, in nodes of this tree wherever all entries of a node stay.
  @inlinable
  func filtered(at level: HashLevel, _ isIncluded: (Key, Value) throws -> Bool) rethrows -> Storage? {
    var assembly = BranchAssembly<Key, Value>(level: level)
    let header = self.header
    guard header.isBranch else {
      try assembly.append(leaf: self, header: header, slot: 0, where: isIncluded)
      return assembly.finish()
    }
    var starts = header.starts
    for position in 0..<header.childCount {
      let slot = starts.trailingZeroBitCount
      starts &= starts &- 1
      let child = child(at: position)
      if header.isBranch(at: slot) {
        assembly.append(result: try child.filtered(at: level.next, isIncluded), slot: slot)
      } else {
        try assembly.append(leaf: child, header: child.header, slot: slot, where: isIncluded)
      }
    }
    return assembly.finish(reusing: self)
  }
}

extension BranchAssembly {
  @inlinable
  mutating func append(
    leaf: Node,
    header: NodeHeader,
    slot: Int,
    where isIncluded: (Key, Value) throws -> Bool
  ) rethrows {
    let count = header.count
    for index in 0..<count where try isIncluded(leaf.keys[index], leaf.values(count: count)[index]) {
      let tag = header.isCollision ? HashLevel.tag(inSlot: slot, below: 0) : header.tag(at: index)
      append(entry: index, of: leaf, tag: tag)
    }
  }
}
