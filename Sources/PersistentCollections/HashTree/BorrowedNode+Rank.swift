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
      node = node.child(at: node.position(ofRank: &left))
      header = node.header
    }
    return Location(leaf: node, index: left, leafCount: header.count)
  }

  /// The child of this branch with the entry that has `rank` others before it, which becomes the rank under the
  /// child.
  @inlinable
  func position(ofRank rank: inout Int) -> Int {
    var position = 0
    var count = child(at: 0).header.count
    while rank >= count {
      rank &-= count
      position &+= 1
      count = child(at: position).header.count
    }
    return position
  }
}
