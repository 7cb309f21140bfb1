extension CountedTree {
  /// Calls `body` for every pair of ranges, in ascending order, between nodes that both trees share.
  ///
  /// Everything outside the ranges is the same in both trees, though it may have moved.
  @inlinable
  func forEachGap(to other: CountedTree, _ body: (Range<Int>, Range<Int>) -> Void) {
    withExtendedLifetime((self, other)) {
      CountedRow.forEachGap(from: root.map { Node($0) }, to: other.root.map { Node($0) }, body)
    }
  }
}

/// Neighbouring nodes of one height, and the position of their first element.
@usableFromInline
struct CountedRow<Node: OrderedNode> {
  @usableFromInline var nodes: [Node] = []
  @usableFromInline let start: Int

  /// Calls `body` for every pair of ranges, in ascending order, between nodes that two trees share.
  @inlinable
  static func forEachGap(from oldRoot: Node?, to newRoot: Node?, _ body: (Range<Int>, Range<Int>) -> Void) {
    var (old, new) = narrowest(from: oldRoot, to: newRoot)
    if let before = old.nodes.first, let after = new.nodes.first, before.level == 0, after.level == 0 {
      // After a single edit, the two rows are one leaf each.
      if !(before === after) { body(old.positions, new.positions) }
      return
    }
    while old.height > new.height && !new.isEmpty { old = old.opened() }
    while new.height > old.height && !old.isEmpty { new = new.opened() }
    // Leaves next to each other make one gap.
    var gaps: [Splice] = []
    old.forEachGap(to: new) { gaps.append(($0, $1), joiningWithin: 1) }
    for gap in gaps { body(gap.old, gap.new) }
  }

  /// The rows of single nodes under which two trees differ; both begin at the same position.
  @inlinable
  static func narrowest(from old: Node?, to new: Node?) -> (old: CountedRow, new: CountedRow) {
    guard let old, let new else {
      let nodes = (old.map { [$0] } ?? [], new.map { [$0] } ?? [])
      return (CountedRow(nodes: nodes.0, start: 0), CountedRow(nodes: nodes.1, start: 0))
    }
    var (before, after, start) = (old, new, 0)
    while let slot = after.onlyChange(from: before) {
      start &+= before.start(of: slot)
      (before, after) = (before.child(slot), after.child(slot))
    }
    return (CountedRow(nodes: [before], start: start), CountedRow(nodes: [after], start: start))
  }

  @inlinable
  init(nodes: [Node], start: Int) {
    self.nodes = nodes
    self.start = start
  }

  @inlinable var isEmpty: Bool { nodes.isEmpty }
  @inlinable var height: Int { nodes.first?.level ?? 0 }
  @inlinable var count: Int { nodes.reduce(0) { $0 + $1.count } }
  @inlinable var positions: Range<Int> { start..<start + count }

  /// The children of all nodes.
  @inlinable
  func opened() -> CountedRow {
    var children: [Node] = []
    children.reserveCapacity(nodes.reduce(0) { $0 + $1.width })
    for node in nodes {
      for slot in 0..<node.width { children.append(node.child(slot)) }
    }
    return CountedRow(nodes: children, start: start)
  }

  /// Calls `body` for the ranges between shared nodes, of this height and those below. Both rows have the
  /// same height, unless one is empty.
  @inlinable
  func forEachGap(to other: CountedRow, _ body: (Range<Int>, Range<Int>) -> Void) {
    var (index, otherIndex) = (0, 0)
    var (position, otherPosition) = (start, other.start)
    func closeGap(_ end: Int, _ otherEnd: Int) {
      let gap = CountedRow(nodes: Array(nodes[index..<end]), start: position)
      let otherGap = CountedRow(nodes: Array(other.nodes[otherIndex..<otherEnd]), start: otherPosition)
      (index, otherIndex) = (end, otherEnd)
      (position, otherPosition) = (gap.positions.upperBound, otherGap.positions.upperBound)
      if gap.isEmpty && otherGap.isEmpty { return }
      if gap.isEmpty || otherGap.isEmpty || gap.height == 0 {
        body(gap.positions, otherGap.positions)
      } else {
        gap.opened().forEachGap(to: otherGap.opened(), body)
      }
    }
    for (shared, otherShared) in sharedNodes(other) {
      closeGap(shared, otherShared)
      let count = nodes[shared].count
      (index, otherIndex) = (shared + 1, otherShared + 1)
      (position, otherPosition) = (position + count, otherPosition + count)
    }
    closeGap(nodes.count, other.nodes.count)
  }

  /// The nodes that are in both rows, as many as are in the same order in both.
  @inlinable
  func sharedNodes(_ other: CountedRow) -> [(Int, Int)] {
    var prefix = 0
    let shorter = min(nodes.count, other.nodes.count)
    while prefix < shorter, nodes[prefix] === other.nodes[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      nodes[nodes.count - 1 - suffix] === other.nodes[other.nodes.count - 1 - suffix]
    {
      suffix += 1
    }
    var pairs = (0..<prefix).map { ($0, $0) }
    pairs += sharedNodes(prefix..<nodes.count - suffix, prefix..<other.nodes.count - suffix, other)
    pairs += (0..<suffix).reversed().map { (nodes.count - 1 - $0, other.nodes.count - 1 - $0) }
    return pairs
  }

  @inlinable
  func sharedNodes(_ range: Range<Int>, _ otherRange: Range<Int>, _ other: CountedRow) -> [(Int, Int)] {
    if range.isEmpty || otherRange.isEmpty { return [] }
    // A node may occur several times, after an array was joined with itself: first goes with first, and so
    // on.
    var places: [UnsafeMutableRawPointer: [Int]] = [:]
    for index in range.reversed() { places[nodes[index].identity, default: []].append(index) }
    var found: [(Int, Int)] = []
    for otherIndex in otherRange {
      if let index = places[other.nodes[otherIndex].identity]?.popLast() {
        found.append((index, otherIndex))
      }
    }
    return Self.longestAscending(found)
  }

  /// The longest selection of pairs, the second halves of which ascend, such that the first halves do, too.
  @inlinable
  static func longestAscending(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    // `ends[length - 1]` is the pair with the smallest first half that ends a selection of that length.
    var ends: [Int] = []
    var previous: [Int] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].0 < pair.0 { low = middle + 1 } else { high = middle }
      }
      previous.append(low == 0 ? -1 : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(Int, Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
