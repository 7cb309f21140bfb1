/// The storage of one node of a hash tree: a header word, then children or entries, and not a byte more.
///
///     ┌──────────────┬────────┬─────────┬─────────┬─────
///     │ object       │ header │ child 0 │ child 1 │ …                          branch
///     ├──────────────┼────────┼─────────┴───┬─────┴───────┬───────────────
///     │ object       │ header │ key 0 … n-1 │ value 0 … n-1                    leaf
///     └──────────────┴────────┴─────────────┴─────────────────────────────
///      16 bytes       8 bytes
///
/// Keys lie together in front of the values: a lookup that misses never touches a value, and no padding is lost
/// between a key and its value.
///
/// The shape of a tree depends on its keys alone, not on how it came about. That is what makes equality and
/// differences of trees with different histories cheap, and what the tests hold every operation to.
@usableFromInline
final class HashNode<Key, Value>: ManagedBuffer<NodeHeader, HashNodeSlot> {
  deinit {
    // The content outlives this closure only as garbage; there is no other reference to a node that is being freed.
    let node = BorrowedNode(self)
    let header = node.header
    if header.isBranch {
      for position in 0..<header.childCount {
        node.child(at: position).storage.release()
      }
    } else if header.count > 0 {
      let count = header.count
      node.keys.deinitialize(count: count)
      node.values(count: count).deinitialize(count: count)
    }
  }
}

/// The declared content of the memory behind a node's header.
///
/// The memory is used for references to children or, as raw memory, for entries. Its declared type has to hold a
/// reference: the optimizer takes a tail of integers to be untouched by the release of the node, moves reads across the
/// release, and so reads freed memory (Swift 6.3, `-O`).
@usableFromInline
struct HashNodeSlot {
  @usableFromInline let reference: AnyObject
}

extension HashNode {
  /// Allocates a branch whose children are still to be initialized.
  @inlinable
  static func allocateBranch(_ header: NodeHeader) -> HashNode {
    allocate(header, byteCount: header.childCount &* MemoryLayout<HashNode>.stride)
  }

  /// Allocates a leaf whose keys and values are still to be initialized.
  @inlinable
  static func allocateLeaf(_ header: NodeHeader) -> HashNode {
    allocate(header, byteCount: BorrowedNode<Key, Value>.leafByteCount(header.count))
  }

  /// Makes a leaf of one entry.
  @inlinable
  static func makeLeaf(_ key: Key, _ value: Value, tag: UInt8) -> HashNode {
    let leaf = allocateLeaf(NodeHeader.emptyLeaf.inserting(tag: tag, at: 0))
    BorrowedNode(leaf).keys.initialize(to: key)
    BorrowedNode(leaf).values(count: 1).initialize(to: value)
    return leaf
  }

  @inlinable
  static func allocate(_ header: NodeHeader, byteCount: Int) -> HashNode {
    let slot = MemoryLayout<HashNodeSlot>.stride
    let node = create(minimumCapacity: (byteCount &+ slot &- 1) / slot) { _ in header }
    // `create` returns an instance of the class it is called on, though its type doesn't say so.
    return unsafeDowncast(node, to: HashNode.self)
  }
}
