extension BorrowedCountedNode {
  /// Finds the element at a position under this node.
  @inlinable @inline(__always)
  func element(at position: Int) -> UnsafeMutablePointer<Element> {
    let run = run(at: position)
    return run.leaf.elements + run.index
  }

  /// Finds the leaf with a position, and which of its elements that is.
  @inlinable @inline(__always)
  func run(at position: Int) -> (leaf: BorrowedCountedNode, index: Int) {
    var node = self
    var position = position
    var header = node.header
    while !header.isRegular {
      let slot = node.table(header).slot(of: position)
      position &-= node.tabulatedStart(of: slot, header)
      node = node.child(slot, header)
      header = node.header
    }
    if Self.hasSeparators {
      while !header.isLeaf {
        let (slot, start) = node.slot(of: position, header)
        position &-= start
        node = node.child(slot, header)
        header = node.header
      }
      return (node, position)
    }
    // Everything under a regular branch is regular: no header is read from here on.
    let mask = Self.branchCapacity &- 1
    let offset = node.body - node.storage.toOpaque()
    var address = UnsafeRawPointer(node.storage.toOpaque())
    var shift = Self.shift(height: header.level)
    while shift >= Self.leafShift {
      let slot = (position &>> shift) & mask
      address = (address + offset).load(
        fromByteOffset: slot &* MemoryLayout<AnyObject>.stride,
        as: UnsafeRawPointer.self
      )
      shift &-= Self.branchShift
    }
    node = BorrowedCountedNode(Unmanaged.fromOpaque(address))
    position &= Self.leafCapacity &- 1
    return (node, position)
  }

  /// The child of a branch that has a position, and the position of the child's first element.
  @inlinable @inline(__always)
  func slot(of position: Int, _ header: CountedHeader) -> (slot: Int, start: Int) {
    if header.isRegular {
      let shift = Self.shift(height: header.level)
      let slot = position &>> shift
      return (slot, slot &<< shift)
    }
    let slot = table(header).slot(of: position)
    return (slot, tabulatedStart(of: slot, header))
  }

  /// Finds the element at a position where it may be changed: nodes on the way to it that are shared are
  /// copied.
  @inlinable
  static func unshare(
    _ root: inout CountedNode<Content>,
    at position: Int
  ) -> UnsafeMutablePointer<Element> {
    withUnsafeMutablePointer(to: &root) { root in
      var link = root
      var position = position
      while isKnownUniquelyReferenced(&link.pointee) {
        let node = BorrowedCountedNode(link.pointee)
        let header = node.header
        if header.isLeaf { return node.elements + position }
        let (slot, start) = node.slot(of: position, header)
        link = node.children(header) + slot
        position &-= start
      }

      // This node is shared, and so does everything under it. The child that will be
      // replaced is not even counted.
      let shared = link.pointee
      return withExtendedLifetime(shared) {
        var node = BorrowedCountedNode(shared)
        var hole: UnsafeMutablePointer<CountedNode<Content>>?
        while true {
          let header = node.header
          let copy: CountedNode<Content>
          if header.isLeaf {
            copy = node.copyingLeaf(header)
          } else {
            copy = .allocateBranch(header.withoutSpare, ends: node.storedEnds(header))
          }
          if let hole { hole.initialize(to: copy) } else { link.pointee = copy }
          let target = BorrowedCountedNode(copy)
          if header.isLeaf { return target.elements + position }
          let (slot, start) = node.slot(of: position, header)
          let (source, children) = (node.children(header), target.children(header))
          // One by one: a row of references would be copied by way of a description of their type (V3).
          for other in 0..<slot { (children + other).initialize(to: source[other]) }
          for other in slot &+ 1..<header.width { (children + other).initialize(to: source[other]) }
          if Self.hasSeparators {
            target.separators.initialize(from: node.separators, count: header.width)
          }
          hole = children + slot
          node = node.child(slot, header)
          position &-= start
        }
      }
    }
  }

  /// The table of counts where there is one; of a regular branch it is never looked at.
  @inlinable @inline(__always)
  func storedEnds(_ header: CountedHeader) -> CountedEnds {
    header.isRegular ? CountedEnds() : table(header)
  }

  /// The leaf as it is, for one of its elements to be changed.
  @inlinable
  func copyingLeaf(_ header: CountedHeader) -> CountedNode<Content> {
    let count = header.count
    let copy = Storage.allocateLeaf(count: count, room: Self.room(for: count))
    BorrowedCountedNode(copy).elements.initialize(from: elements, count: count)
    return copy
  }
}
