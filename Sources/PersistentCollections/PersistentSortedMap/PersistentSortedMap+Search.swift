extension PersistentSortedMap {
  /// Finds where a key is, or where it would be.
  ///
  /// - Returns: how many keys are less, and whether the next one is equal.
  @inlinable
  func find(_ key: Key) -> (rank: Int, isFound: Bool) {
    guard let root = tree.root else { return (0, false) }
    return withExtendedLifetime(root) {
      let (leaf, index, start) = Self.search(Node(root), for: key)
      let isFound = index < leaf.count && leaf.elements[index].key == key
      return (start &+ index, isFound)
    }
  }

  /// Calls `body` with the element of a key, where it lies.
  @inlinable @inline(__always)
  func withElement<Result>(of key: Key, _ body: (UnsafeMutablePointer<Element>?) -> Result) -> Result {
    guard let root = tree.root else { return body(nil) }
    return withExtendedLifetime(root) {
      let (leaf, index, _) = Self.search(Node(root), for: key)
      let place = leaf.elements + index
      return body(index < leaf.count && place.pointee.key == key ? place : nil)
    }
  }

  /// Finds the leaf that a key belongs to, how many of the leaf's keys are less, and the leaf's position.
  ///
  /// A branch repeats the first key under each child: the key belongs to the last child that does not begin
  /// behind it.
  @inlinable @inline(__always)
  static func search(
    _ root: BorrowedCountedNode<Keyed<Key, Value>>,
    for key: Key
  ) -> (leaf: BorrowedCountedNode<Keyed<Key, Value>>, index: Int, start: Int) {
    var node = root
    var start = 0
    var header = node.header
    while !header.isLeaf {
      let separators = node.separators
      let slot = Keyed<Key, Value>.count(from: 1, to: header.width) { !(key < separators[$0]) }
      start &+=
        header.isRegular ? slot &<< Node.shift(height: header.level) : node.tabulatedStart(of: slot, header)
      node = node.child(slot, header)
      header = node.header
    }
    let elements = node.elements
    return (node, Keyed<Key, Value>.count(from: 0, to: header.count) { elements[$0].key < key }, start)
  }
}
