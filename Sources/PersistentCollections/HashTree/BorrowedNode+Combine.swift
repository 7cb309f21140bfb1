/// A rule that selects the entries of two trees for their combination.
@usableFromInline
package struct CombinationRule {
  /// Whether entries are kept whose key only the left tree has.
  @usableFromInline let keepsLeft: Bool
  /// Whether entries are kept whose key only the right tree has.
  @usableFromInline let keepsRight: Bool
  /// Whether entries are kept whose key both trees have; the left one is.
  @usableFromInline let keepsCommon: Bool

  @inlinable
  init(keepsLeft: Bool, keepsRight: Bool, keepsCommon: Bool) {
    self.keepsLeft = keepsLeft
    self.keepsRight = keepsRight
    self.keepsCommon = keepsCommon
  }

  @inlinable package static var union: Self { Self(keepsLeft: true, keepsRight: true, keepsCommon: true) }
  @inlinable package static var intersection: Self {
    Self(keepsLeft: false, keepsRight: false, keepsCommon: true)
  }
  @inlinable package static var subtraction: Self {
    Self(keepsLeft: true, keepsRight: false, keepsCommon: false)
  }
  @inlinable package static var symmetricDifference: Self {
    Self(keepsLeft: true, keepsRight: true, keepsCommon: false)
  }
}

extension BorrowedNode where Key: Hashable {
  /// Combines this tree with another, both of the same level, and takes over every part that is as it was in one
  /// of them. Parts that are identical in both are not even looked at.
  ///
  /// - Returns: the root of the combination, or nil if nothing is in it.
  @inlinable
  func combined(with other: BorrowedNode, at level: HashLevel, _ rule: CombinationRule) -> Storage? {
    if self === other { return rule.keepsCommon ? owned : nil }
    var assembly = BranchAssembly<Key, Value>(level: level)
    for pair in SlotPairs(self, other) {
      switch (pair.left.isBranch, pair.right.isBranch) {
      case (true, true):
        let result = pair.left.node.combined(with: pair.right.node, at: level.next, rule)
        assembly.append(result: result, slot: pair.slot)
      case (true, false):
        assembly.append(
          branch: pair.left.node,
          isLeft: true,
          combinedWith: pair.right,
          slot: pair.slot,
          rule
        )
      case (false, true):
        assembly.append(
          branch: pair.right.node,
          isLeft: false,
          combinedWith: pair.left,
          slot: pair.slot,
          rule
        )
      case (false, false):
        assembly.append(leaf: pair.left, combinedWith: pair.right, slot: pair.slot, rule)
      }
    }
    return assembly.finish(reusing: self, other)
  }
}

extension BranchAssembly {
  @usableFromInline typealias Side = SlotPairs<Key, Value>.Side

  /// Adds the combination of two leaves, or of the parts of them that are in the same slots.
  @inlinable
  mutating func append(leaf left: Side, combinedWith right: Side, slot: Int, _ rule: CombinationRule) {
    if left.node === right.node {
      guard rule.keepsCommon else { return }
      for index in left.entries {
        append(entry: index, of: left.node, tag: left.tag(at: index, slot: slot))
      }
      return
    }
    let first = pieces.count
    for index in left.entries {
      let tag = left.tag(at: index, slot: slot)
      let isCommon = right.node.index(of: left.node.keys[index], tag: tag, header: right.header) != nil
      if isCommon ? rule.keepsCommon : rule.keepsLeft { append(entry: index, of: left.node, tag: tag) }
    }
    if rule.keepsRight {
      for index in right.entries {
        let tag = right.tag(at: index, slot: slot)
        if left.node.index(of: right.node.keys[index], tag: tag, header: left.header) == nil {
          append(entry: index, of: right.node, tag: tag)
        }
      }
    }
    pieces[first...].sort { $0.tag < $1.tag }
  }

  /// Adds the combination of the branch in a slot with the few entries that the other side has there.
  @inlinable
  mutating func append(
    branch: Node,
    isLeft: Bool,
    combinedWith leaf: Side,
    slot: Int,
    _ rule: CombinationRule
  ) {
    let keepsBranch = isLeft ? rule.keepsLeft : rule.keepsRight
    let keepsLeaf = isLeft ? rule.keepsRight : rule.keepsLeft
    guard keepsBranch else {
      for index in leaf.entries {
        let tag = leaf.tag(at: index, slot: slot)
        let key = leaf.node.keys[index]
        guard let twin = branch.find(key, hash: key.treeHash, from: level.next) else {
          if keepsLeaf { append(entry: index, of: leaf.node, tag: tag) }
          continue
        }
        guard rule.keepsCommon else { continue }
        if isLeft {
          append(entry: twin.index, of: twin.leaf, tag: tag)
        } else {
          append(entry: index, of: leaf.node, tag: tag)
        }
      }
      return
    }
    var result = branch.owned
    let values = leaf.node.values(count: leaf.header.count)
    for index in leaf.entries {
      let key = leaf.node.keys[index]
      let hash = key.treeHash
      let isCommon = branch.find(key, hash: hash, from: level.next) != nil
      if isCommon && (!rule.keepsCommon || !isLeft) {
        _ = Node.remove(KeyGuide(key, hash: hash), from: &result, at: level.next)
      }
      if isCommon ? rule.keepsCommon && !isLeft : keepsLeaf {
        _ = Node.locate(key, hash: hash, in: &result, at: level.next, inserting: values[index])
      }
    }
    append(result: result, slot: slot)
  }

  /// Returns what ``finish()`` does, or one of two nodes if it has the same children.
  @inlinable
  func finish(reusing candidates: Node...) -> Storage? {
    guard let result = finish() else { return nil }
    let node = Node(result)
    let header = node.header
    for candidate in candidates where candidate.header == header && header.isBranch {
      let isSame = (0..<header.childCount).allSatisfy { position in
        let (made, old) = (node.child(at: position), candidate.child(at: position))
        // Leaves without entries are made anew wherever there are some.
        return made === old || made.header == .emptyLeaf && old.header == .emptyLeaf
      }
      if isSame { return candidate.owned }
    }
    return result
  }
}
