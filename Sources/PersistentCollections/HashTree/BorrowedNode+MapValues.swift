extension BorrowedNode {
  /// The same tree with other values. Its shape is the same, so no key is hashed.
  @inlinable
  func mappingValues<T>(_ transform: (Value) throws -> T) rethrows -> HashNode<Key, T> {
    let header = self.header
    // Until the new node is complete it says that it is empty, in case the closure throws.
    if header.isBranch {
      let mapped = HashNode<Key, T>.allocateBranch(header)
      let target = BorrowedNode<Key, T>(mapped)
      target.header = .emptyLeaf
      for position in 0..<header.childCount {
        do {
          (target.children + position).initialize(to: try child(at: position).mappingValues(transform))
        } catch {
          target.children.deinitialize(count: position)
          throw error
        }
      }
      target.header = header
      return mapped
    }
    let count = header.count
    let mapped = HashNode<Key, T>.allocateLeaf(header)
    let target = BorrowedNode<Key, T>(mapped)
    target.header = .emptyLeaf
    let (old, new) = (values(count: count), target.values(count: count))
    for index in 0..<count {
      do {
        (new + index).initialize(to: try transform(old[index]))
      } catch {
        new.deinitialize(count: index)
        throw error
      }
    }
    transfer(keys, to: target.keys, count: count, moving: false)
    target.header = header
    return mapped
  }
}
