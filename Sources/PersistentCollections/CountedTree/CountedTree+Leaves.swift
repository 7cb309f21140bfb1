/// Leaf by leaf at the right edge, where arrays grow.
extension CountedTree {
  /// Appends a leaf.
  ///
  /// - Complexity: O(1) nodes are made where a branch along the right edge has a place left and nothing on the way to the
  ///   last leaf is shared; else as for ``append(_:)``.
  @inlinable
  mutating func append(leaf: CountedNode<Content>) {
    if var root = root.take() {
      let isDone = Node.append(leaf, inPlaceTo: &root)
      self.root = root
      if isDone { return }
    }
    append(CountedTree(root: leaf))
  }

  /// Appends a leaf and then another tree.
  @inlinable
  mutating func append(leaf: CountedNode<Content>, _ other: CountedTree) {
    if let root, other.root != nil {
      self = withExtendedLifetime((root, leaf)) {
        let closing = Node(root).closing(with: Node(leaf), neighbour: nil)
        let growth = Node.Growth(node: closing.node, sibling: closing.sibling)
        return CountedTree(trimming: Self.root(of: growth, replacing: root))
      }
    } else {
      append(leaf: leaf)
    }
    append(other)
  }
}

extension BorrowedCountedNode {
  /// Appends a leaf to the lowest branch along the right edge that has a place left.
  ///
  /// - Returns: whether that was done: everything under the branch is full, and all down to the last leaf's branch belongs
  ///   to the caller alone. Nothing has changed where it was not.
  @inlinable
  static func append(_ leaf: CountedNode<Content>, inPlaceTo root: inout CountedNode<Content>) -> Bool {
    withUnsafeMutablePointer(to: &root) { root in
      guard let place = lowestPlace(under: root) else { return false }
      let count = BorrowedCountedNode(leaf).count
      let height = BorrowedCountedNode(place.pointee).header.level
      var link = root
      while link != place {
        let node = BorrowedCountedNode(link.pointee)
        node.header = node.header.adding(count)
        link = node.children(node.header) + (node.header.width &- 1)
      }
      appendChild(single(leaf, height: height &- 1), to: place, adding: count)
      return true
    }
  }

  /// Finds the lowest branch along the right edge that has a place left behind children that are full.
  ///
  /// Regular branches stay so when the last child of one grows, and have no table to be brought up to date.
  @inlinable
  static func lowestPlace(under root: UnsafeMutablePointer<Storage>) -> UnsafeMutablePointer<Storage>? {
    var link = root
    var place: UnsafeMutablePointer<Storage>?
    while isKnownUniquelyReferenced(&link.pointee) {
      let node = BorrowedCountedNode(link.pointee)
      let header = node.header
      guard header.isRegular, !header.isLeaf else { return nil }
      if header.width < branchCapacity { place = link }
      if header.height == 1 {
        let isFull = header.count == header.width &* leafCapacity
        return isFull ? place : nil
      }
      link = node.children(header) + (header.width &- 1)
    }
    return nil
  }

  /// Adds a child to a regular branch that is not shared, and so is likely to grow further.
  @inlinable
  static func appendChild(
    _ child: CountedNode<Content>,
    to place: UnsafeMutablePointer<Storage>,
    adding count: Int
  ) {
    let branch = place.pointee
    let node = BorrowedCountedNode(branch)
    let header = node.header
    var grown = header.adding(count)
    grown.slots &+= 1
    if header.spare > 0 {
      grown.spare &-= 1
      (node.children(header) + header.width).initialize(to: child)
      node.header = grown
      return withExtendedLifetime(branch) {}
    }
    grown.spare = UInt8(truncatingIfNeeded: branchCapacity &- grown.width)
    // The branch that gives its content away is held until that is done.
    place.pointee = withExtendedLifetime(branch) {
      node.rebuilding(
        grown,
        CountedEnds(),
        replacing: header.width &- 1,
        with: nil,
        and: child,
        isUnique: true
      )
    }
  }

  /// A leaf under branches of one child each, which have room for more.
  @inlinable
  static func single(_ leaf: CountedNode<Content>, height: Int) -> CountedNode<Content> {
    var top = leaf
    for level in 0..<height {
      let count = BorrowedCountedNode(leaf).count
      var header = CountedHeader(elements: count, slots: 1, height: level &+ 1, isRegular: true)
      header.spare = UInt8(truncatingIfNeeded: branchCapacity &- 1)
      let branch = Storage.allocateBranch(header, ends: CountedEnds())
      BorrowedCountedNode(branch).children(header).initialize(to: top)
      top = branch
    }
    return top
  }
}
