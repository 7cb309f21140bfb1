extension BorrowedNode where Key: Hashable {
  /// Whether another tree of the same level has the same keys with equivalent values.
  ///
  /// The shape depends on the keys alone: wherever headers differ, so do the trees.
  @inlinable
  func isEqual(to other: BorrowedNode, by areEquivalent: (Value, Value) throws -> Bool) rethrows -> Bool {
    if self === other { return true }
    let header = self.header
    guard header == other.header else { return false }
    if header.isBranch {
      for position in 0..<header.childCount {
        let (child, twin) = (child(at: position), other.child(at: position))
        // Versions of one tree have all children but one in common: no call for those.
        if child === twin { continue }
        guard try child.isEqual(to: twin, by: areEquivalent) else { return false }
      }
      return true
    }
    let count = header.count
    let (values, otherValues) = (values(count: count), other.values(count: count))
    for index in 0..<count {
      guard let twin = other.twin(of: keys[index], at: index, header: header) else { return false }
      guard try areEquivalent(values[index], otherValues[twin]) else { return false }
    }
    return true
  }

  /// Returns the index of a key in this leaf. Most likely it is the index in the other leaf; entries that agree in
  /// their tag may have been inserted in another order.
  @inlinable
  func twin(of key: Key, at index: Int, header: NodeHeader) -> Int? {
    if keys[index] == key { return index }
    return self.index(of: key, tag: header.isCollision ? 0 : header.tag(at: index), header: header)
  }

  /// Whether every key of this tree is in another one of the same level.
  @inlinable
  func isSubset(of other: BorrowedNode, at level: HashLevel) -> Bool {
    if self === other { return true }
    guard header.count <= other.header.count else { return false }
    for pair in SlotPairs(self, other) {
      switch (pair.left.isBranch, pair.right.isBranch) {
      case (true, true):
        guard pair.left.node.isSubset(of: pair.right.node, at: level.next) else { return false }
      case (true, false):
        // A branch has more entries than any leaf that is not a collision leaf, where there are no branches.
        return false
      case (false, _):
        guard pair.left.entries.allSatisfy({ pair.hasLeftEntry($0, onRight: level) }) else { return false }
      }
    }
    return true
  }

  /// Whether no key of this tree is in another one of the same level.
  @inlinable
  func isDisjoint(with other: BorrowedNode, at level: HashLevel) -> Bool {
    if self === other { return header.count == 0 }
    for pair in SlotPairs(self, other) {
      if pair.left.isBranch {
        if pair.right.isBranch {
          guard pair.left.node.isDisjoint(with: pair.right.node, at: level.next) else { return false }
        } else if pair.right.entries.contains(where: { pair.flipped.hasLeftEntry($0, onRight: level) }) {
          return false
        }
      } else if pair.left.entries.contains(where: { pair.hasLeftEntry($0, onRight: level) }) {
        return false
      }
    }
    return true
  }
}

extension SlotPairs.Pair where Key: Hashable {
  /// The same slots, seen from the other side.
  @inlinable var flipped: Self { Self(slot: slot, left: right, right: left) }

  /// Whether the right side has the key of an entry that is in the leaf on the left.
  @inlinable
  func hasLeftEntry(_ index: Int, onRight level: HashLevel) -> Bool {
    let key = left.node.keys[index]
    if right.isBranch { return right.node.find(key, hash: key.treeHash, from: level.next) != nil }
    return right.node.index(of: key, tag: left.tag(at: index, slot: slot), header: right.header) != nil
  }
}
