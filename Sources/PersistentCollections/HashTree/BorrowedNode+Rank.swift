extension BorrowedNode where Key: Hashable {
  /// How many entries of this tree come before one of a key that is in it; nil for other keys.
  @inlinable
  func rank(of key: Key, hash: UInt64) -> Int? {
    var node = self
    var level = HashLevel.top
    var header = node.header
    var rank = 0
    while header.isBranch {
      let slot = level.slot(of: hash)
      let position = header.position(of: slot)
      for before in 0..<position { rank &+= node.child(at: before).header.count }
      let isBranch = header.isBranch(at: slot)
      node = node.child(at: position)
      header = node.header
      guard isBranch else { break }
      level = level.next
    }
    return node.index(of: key, tag: level.tag(of: hash), header: header).map { rank &+ $0 }
  }

  /// The entry that has `rank` entries before it; there must be one.
  @inlinable
  func location(atRank rank: Int) -> Location {
    var node = self
    var header = node.header
    var left = rank
    while header.isBranch {
      var position = 0
      var child = node.child(at: 0)
      var childHeader = child.header
      while left >= childHeader.count {
        left &-= childHeader.count
        position &+= 1
        child = node.child(at: position)
        childHeader = child.header
      }
      node = child
      header = childHeader
    }
    return Location(leaf: node, index: left, leafCount: header.count)
  }
}
