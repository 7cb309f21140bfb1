/// Some text, not empty, in a tree, with its measure: what trees are cut into and joined from.
struct TextTree {
  var root: TextStorage
  var measure: TextMeasure

  init(root: TextStorage, measure: TextMeasure) {
    (self.root, self.measure) = (root, measure)
  }

  init(root: TextStorage) {
    self.init(root: root, measure: withExtendedLifetime(root) { TextNode(root).measure })
  }

  /// The root as a node of another tree, good as long as this one is held.
  var part: TextPart { TextPart(node: TextNode(root), measure: measure) }
}

/// Trees from bytes.
extension TextTree {
  /// How many bytes a text may have: lengths are kept in words of 32 bits.
  static var byteLimit: Int { Int(clamping: UInt32.max) }

  /// Makes a tree of valid UTF-8, all of whose leaves are about as full; nil for no bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0 else { return nil }
    precondition(bytes.count <= Self.byteLimit, "A persistent text is limited to 2³² - 1 bytes")
    // A cut that falls into a scalar moves back by three bytes at most.
    let fullest = TextNode.leafCapacity - 3
    let leaves = bytes.count <= TextNode.leafCapacity ? 1 : (bytes.count + fullest - 1) / fullest
    var row: [TextTree] = []
    row.reserveCapacity(leaves)
    var start = 0
    for leaf in 1...leaves {
      let end = leaf == leaves ? bytes.count : TextNode.cut(bytes, near: bytes.count * leaf / leaves)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      row.append(TextTree(root: TextNode.makeLeaf(piece), measure: TextMeasure(of: piece)))
      start = end
    }
    while row.count > 1 { row = Self.parents(of: row) }
    self = row[0]
  }

  /// The branches above a row of trees of one height, all about as wide.
  private static func parents(of row: [TextTree]) -> [TextTree] {
    let count = (row.count + TextNode.branchCapacity - 1) / TextNode.branchCapacity
    return (0..<count).map { branch in
      TextSiblings.with { siblings in
        for slot in row.count * branch / count..<row.count * (branch + 1) / count {
          siblings.append(row[slot])
        }
        return siblings.branches().0
      }
    }
  }
}

/// Cutting and joining.
extension TextTree {
  /// Returns both texts as one, either of which may be empty.
  ///
  /// - Complexity: O(log *n*).
  static func joining(_ left: TextTree?, _ right: TextTree?) -> TextTree? {
    guard let left else { return right }
    guard let right else { return left }
    precondition(
      left.measure[.utf8] + right.measure[.utf8] <= Self.byteLimit,
      "A persistent text is limited to 2³² - 1 bytes"
    )
    return withExtendedLifetime((left, right)) {
      let (first, second) = TextNode.joining(left.part, right.part)
      guard let second else { return first }
      return TextSiblings.with { siblings in
        siblings.append(first)
        siblings.append(second)
        return siblings.branches().0
      }
    }
  }

  /// Returns the bytes before an offset, which is not within a scalar, and those from there on.
  ///
  /// - Complexity: O(log *n*).
  func split(at offset: Int) -> (TextTree?, TextTree?) {
    if offset == 0 { return (nil, self) }
    if offset == measure[.utf8] { return (self, nil) }
    return withExtendedLifetime(self) { TextNode(root).splitting(at: offset) }
  }

  /// Returns the text with other bytes, or none, in place of the bytes at some offsets.
  ///
  /// - Complexity: O(log *n*).
  func replacing(_ range: Range<Int>, with middle: TextTree?) -> TextTree? {
    Self.joining(Self.joining(split(at: range.lowerBound).0, middle), split(at: range.upperBound).1)
  }
}

extension TextNode {
  /// Joins two trees into one node of the height of the higher tree, or into two such nodes.
  ///
  /// The nodes at the seam come out solid, as long as one of the trees is solid.
  static func joining(_ left: TextPart, _ right: TextPart) -> (TextTree, TextTree?) {
    let (header, otherHeader) = (left.node.header, right.node.header)
    if header.isLeaf && otherHeader.isLeaf { return joiningLeaves(left, right) }
    // The higher one is opened, or both of them: what meets at the seam is joined first.
    let opensLeft = header.height >= otherHeader.height
    let opensRight = otherHeader.height >= header.height
    let last = opensLeft ? left.node.part(header.width &- 1, header) : left
    let first = opensRight ? right.node.part(0, otherHeader) : right
    let (inner, innerSibling) = joining(last, first)
    let isSettled = TextNode(inner.root) === last.node && isSolid(header) && isSolid(otherHeader)
    if opensLeft, opensRight, isSettled, let innerSibling, TextNode(innerSibling.root) === first.node {
      return (left.held, right.held)
    }
    return TextSiblings.with { siblings in
      if opensLeft { siblings.append(left.node, 0..<header.width &- 1) }
      siblings.append(inner)
      siblings.append(innerSibling)
      if opensRight { siblings.append(right.node, 1..<otherHeader.width) }
      return withExtendedLifetime((inner, innerSibling)) { siblings.branches() }
    }
  }

  private static func joiningLeaves(_ left: TextPart, _ right: TextPart) -> (TextTree, TextTree?) {
    let count = left.node.count &+ right.node.count
    if count > leafCapacity, isSolid(left.node.header), isSolid(right.node.header) {
      return (left.held, right.held)
    }
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { all in
      all.copyMemory(from: left.node.bytes)
      UnsafeMutableRawBufferPointer(rebasing: all[left.node.count...]).copyMemory(from: right.node.bytes)
      return leaves(UnsafeRawBufferPointer(all), measure: left.measure + right.measure)
    }
  }

  /// Makes one leaf of some bytes, or else two, the first of which takes about half of them or as many as said.
  static func leaves(
    _ bytes: UnsafeRawBufferPointer,
    measure: TextMeasure,
    leaning: Int? = nil,
    room: Int? = nil
  ) -> (TextTree, TextTree?) {
    guard bytes.count > leafCapacity else {
      return (TextTree(root: makeLeaf(bytes, room: room), measure: measure), nil)
    }
    let cut = cut(bytes, near: leaning ?? bytes.count / 2)
    let first = UnsafeRawBufferPointer(rebasing: bytes[..<cut])
    let second = UnsafeRawBufferPointer(rebasing: bytes[cut...])
    let firstMeasure = TextMeasure(of: first)
    return (
      TextTree(root: makeLeaf(first, room: room), measure: firstMeasure),
      TextTree(root: makeLeaf(second, room: room), measure: measure - firstMeasure)
    )
  }

  /// Divides a tree in two, neither of them empty, by putting together what lies on either side of the cut.
  func splitting(at offset: Int) -> (TextTree?, TextTree?) {
    let header = self.header
    if header.isLeaf {
      let (first, second) = (bytes[..<offset], bytes[offset...])
      return (
        TextTree(UnsafeRawBufferPointer(rebasing: first)), TextTree(UnsafeRawBufferPointer(rebasing: second))
      )
    }
    let (slot, start) = slot(of: offset, header)
    let (left, right) =
      offset == start ? (nil, part(slot, header).held) : child(slot).splitting(at: offset &- start)
    return (
      TextTree.joining(tree(0..<slot), left),
      TextTree.joining(right, tree(slot &+ 1..<header.width))
    )
  }

  /// The tree of some children of a branch; nil for none.
  private func tree(_ slots: Range<Int>) -> TextTree? {
    guard let first = slots.first else { return nil }
    if slots.count == 1 { return part(first, header).held }
    return TextSiblings.with { siblings in
      siblings.append(self, slots)
      return siblings.branches().0
    }
  }
}

extension TextPart {
  /// The part with a reference of its own.
  var held: TextTree { TextTree(root: node.owned, measure: measure) }
}
