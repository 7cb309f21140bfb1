extension CountedTree {
  /// Returns what is wrong with the tree, or nil if everything is as it should be.
  ///
  /// All that the algorithms rely on is checked: heights, counts, that nodes away from the right edge are
  /// half full, that regular branches are regular and no others, and that branches repeat the right elements.
  package func brokenInvariant(
    separatorsMatch: (Content.Separator, Content.Separator) -> Bool = { _, _ in true }
  ) -> String? {
    guard let root else { return nil }
    return withExtendedLifetime(root) {
      let node = Node(root)
      let header = node.header
      if header.count == 0 { return "an empty tree has a root" }
      if !header.isLeaf && header.width < 2 { return "the root has a single child" }
      do throws(Broken) {
        try Self.check(node, isRightmost: true, separatorsMatch)
      } catch {
        return error.sentence
      }
      return nil
    }
  }

  private struct Broken: Error {
    let sentence: String
  }

  private static func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(Broken) {
    if !condition { throw Broken(sentence: sentence()) }
  }

  private static func check(
    _ node: Node,
    isRightmost: Bool,
    _ separatorsMatch: (Content.Separator, Content.Separator) -> Bool
  ) throws(Broken) {
    let header = node.header
    try require(header.count > 0, "a node has no elements: \(header)")
    try require(isRightmost || Node.isSolid(header), "a node is less than half full: \(header)")
    if header.isLeaf {
      try require(header.count <= Node.leafCapacity, "a leaf has too many elements: \(header)")
      try require(header.count <= header.width, "a leaf has more elements than room: \(header)")
      try require(header.isRegular, "a leaf is not regular: \(header)")
      return
    }
    try require(header.width > 0 && header.width <= Node.branchCapacity, "a branch is too wide: \(header)")
    try require(header.places <= Node.branchCapacity, "a branch has too much room: \(header)")
    try require(
      header.spare == 0 || isRightmost && header.isRegular && !Node.hasSeparators,
      "a branch has room where nothing is appended: \(header)"
    )
    var sum = 0
    var isRegular = true
    let ends = node.ends(header)
    for slot in 0..<header.width {
      let child = node.child(slot, header)
      let childHeader = child.header
      let isLast = slot == header.width - 1
      try require(
        childHeader.level == header.level - 1,
        "a child of \(header) has the height of \(childHeader)"
      )
      try check(child, isRightmost: isRightmost && isLast, separatorsMatch)
      sum += childHeader.count
      try require(Int(ends[slot]) == sum, "a table says \(ends) where child \(slot) ends at \(sum)")
      let isFull = childHeader.count == Node.fullCount(height: childHeader.level)
      isRegular = isRegular && childHeader.isRegular && (isLast || isFull)
      guard Node.hasSeparators else { continue }
      let separator = node.separators[slot]
      try require(
        separatorsMatch(separator, child.firstSeparator),
        "separator \(slot) is wrong: \(separator)"
      )
    }
    for slot in header.width..<Node.branchCapacity {
      try require(ends[slot] == .max, "a table goes on behind the last child: \(ends)")
    }
    try require(sum == header.count, "a branch says \(header), its children have \(sum) elements")
    try require(isRegular == header.isRegular, "a branch is regular or not, unlike its header: \(header)")
  }
}
