extension HashTree {
  /// Returns what is wrong with the tree, or nil if everything is as it should be.
  ///
  /// All that the algorithms rely on is checked: headers, tags, counts, that every entry is where its hash says,
  /// and that slots are divided just as far as their entries require.
  package func brokenInvariant() -> String? {
    guard let root else { return nil }
    if root.word.count == 0 { return "an empty tree has a root" }
    do throws(Broken) {
      try withExtendedLifetime(root) { () throws(Broken) in
        try Self.check(Node(root), at: .top, prefix: 0, in: .all)
      }
    } catch {
      return error.sentence
    }
    return nil
  }

  private struct Broken: Error {
    let sentence: String
  }

  private static func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(Broken) {
    if !condition { throw Broken(sentence: sentence()) }
  }

  /// Checks a node that fills `range` at `level`, where `prefix` is the bits of all hashes above the level.
  private static func check(
    _ node: Node,
    at level: HashLevel,
    prefix: UInt64,
    in range: SlotRange
  ) throws(Broken) {
    let header = node.header
    guard header.isBranch else { return try checkLeaf(node, at: level, prefix: prefix, in: range) }
    try require(header.branches & ~header.starts == 0, "a branch is not a part: \(header)")
    var sum = 0
    for position in 0..<header.childCount { sum += node.child(at: position).header.count }
    try require(sum == header.count, "a branch says \(header.count) entries, its children \(sum)")
    try checkDivision(node, .all)
    for slot in 0..<8 where header.starts >> UInt64(slot) & 1 == 1 {
      let child = node.child(at: header.position(of: slot))
      let isBranch = child.header.isBranch
      try require(isBranch == header.isBranch(at: slot), "a bit for a branch is wrong: \(header)")
      if isBranch {
        let bits = (UInt64(slot) << 61) >> UInt64(level.consumed)
        try check(child, at: level.next, prefix: prefix | bits, in: .all)
      } else {
        try checkLeaf(child, at: level, prefix: prefix, in: header.part(of: slot))
      }
    }
  }

  /// Checks that slots with few entries are one part, and that no others are unless they are a single slot.
  private static func checkDivision(_ node: Node, _ range: SlotRange) throws(Broken) {
    let header = node.header
    let positions = header.positions(of: range)
    try require(
      header.starts & range.startBit != 0,
      "slots from \(range.start) belong to a part before: \(header)"
    )
    let count = positions.reduce(0) { $0 + node.child(at: $1).header.count }
    if count <= Node.leafCapacity {
      try require(positions.count == 1, "\(count) entries are divided into \(positions.count) parts")
    } else if range.length > 1 {
      try checkDivision(node, range.lowerHalf)
      try checkDivision(node, range.upperHalf)
    }
  }

  private static func checkLeaf(
    _ leaf: Node,
    at level: HashLevel,
    prefix: UInt64,
    in range: SlotRange
  ) throws(Broken) {
    let header = leaf.header
    if header.isCollision {
      try require(header.count > Node.leafCapacity, "a collision leaf has \(header.count) entries only")
      try require(level.next.isExhausted && range.length == 1, "a collision leaf is where hash bits are left")
    } else {
      try require(header.leafCount <= Node.leafCapacity, "a leaf has \(header.leafCount) entries")
    }
    var previous: UInt8 = 0
    for index in 0..<header.count {
      let hash = leaf.keys[index].treeHash
      let above = hash & ~(UInt64.max >> UInt64(level.consumed))
      try require(above == prefix, "\(leaf.keys[index]) is in the wrong branch")
      let slot = level.slot(of: hash)
      try require(slot >= range.start && slot < range.end, "\(leaf.keys[index]) is in the wrong part")
      if header.isCollision {
        try require(hash == leaf.keys[0].treeHash, "\(leaf.keys[index]) does not collide with its neighbours")
      } else {
        try require(header.tag(at: index) == level.tag(of: hash), "\(leaf.keys[index]) has a wrong tag")
        try require(header.tag(at: index) >= previous, "tags are out of order: \(header)")
        previous = header.tag(at: index)
      }
      for other in 0..<index {
        try require(leaf.keys[other] != leaf.keys[index], "\(leaf.keys[index]) is there twice")
      }
    }
  }
}
