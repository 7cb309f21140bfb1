extension BorrowedNode where Key: Hashable {
  /// The leaf and the place in it where an entry is.
  @usableFromInline
  struct Location {
    @usableFromInline let leaf: BorrowedNode
    @usableFromInline let index: Int
    @usableFromInline let leafCount: Int

    @inlinable
    init(leaf: BorrowedNode, index: Int, leafCount: Int) {
      self.leaf = leaf
      self.index = index
      self.leafCount = leafCount
    }

    @inlinable var key: UnsafeMutablePointer<Key> { leaf.keys + index }
    @inlinable var value: UnsafeMutablePointer<Value> { leaf.values(count: leafCount) + index }
    @inlinable var place: EntryPlace<Key, Value> { EntryPlace(key: key, value: value) }
  }

  /// Finds a key in the tree whose root this is.
  @inlinable
  func find(_ key: Key, hash: UInt64, from start: HashLevel = .top) -> Location? {
    var node = self
    var rest = start.rest(of: hash)
    var header = node.header
    while header.isBranch {
      let slot = HashLevel.slot(ofRest: rest)
      let isBranch = header.isBranch(at: slot)
      // High in a tree every slot is a part. The processor guesses so and loads the child while the header is
      // still on its way; a shift would have to wait for it (`CollectionSpeed`, M2).
      if _fastPath(header.isFullyDivided) {
        node = node.child(at: slot)
      } else {
        node = node.child(at: header.position(of: slot))
      }
      header = node.header
      guard isBranch else { break }
      rest &<<= UInt64(HashLevel.width)
    }
    guard let index = node.index(of: key, tag: HashLevel.tag(ofRest: rest), header: header) else {
      return nil
    }
    return Location(leaf: node, index: index, leafCount: header.entryCount)
  }

  /// Finds a key in this leaf, whose header is given because every caller has it at hand.
  @inlinable @inline(__always)
  func index(of key: Key, tag: UInt8, header: NodeHeader) -> Int? {
    let keys = self.keys
    if header.isCollision { return collisionIndex(of: key, header: header) }
    var candidates = header.candidates(for: tag)
    while candidates != 0 {
      let index = candidates.trailingZeroBitCount &>> 3 &- 1
      if keys[index] == key { return index }
      candidates &= candidates &- 1
    }
    return nil
  }
  /// Finds a key among those that agree in all bits of their hash.
  @inlinable @inline(never)
  func collisionIndex(of key: Key, header: NodeHeader) -> Int? {
    let keys = self.keys
    return (0..<header.entryCount).first { keys[$0] == key }
  }

  /// Whether the way to a hash comes to a node that another tree has in the same place: then both have the same entries of
  /// that hash.
  @inlinable
  func sharesWay(to hash: UInt64, with other: BorrowedNode) -> Bool {
    var (node, twin, rest) = (self, other, HashLevel.top.rest(of: hash))
    while !(node === twin) {
      let (header, twinHeader) = (node.header, twin.header)
      guard header.isBranch, twinHeader.isBranch else { return false }
      let slot = HashLevel.slot(ofRest: rest)
      node = node.child(at: header.position(of: slot))
      twin = twin.child(at: twinHeader.position(of: slot))
      guard header.isBranch(at: slot), twinHeader.isBranch(at: slot) else { return node === twin }
      rest &<<= UInt64(HashLevel.width)
    }
    return true
  }
}
