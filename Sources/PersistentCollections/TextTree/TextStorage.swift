/// The storage of one node of a text's tree: a header word, then bytes of UTF-8 or children with their measures.
///
///     ┌────────┬────────┬──────────────────────
///     │ object │ header │ UTF-8 …                                leaf
///     ├────────┼────────┼─────────┬─────────┬───┬───────────┬───────────┬───
///     │ object │ header │ child 0 │ child 1 │ … │ measure 0 │ measure 1 │ …    branch
///     └────────┴────────┴─────────┴─────────┴───┴───────────┴───────────┴───
///      16 bytes 8 bytes  8 bytes                 4, 8 or 16 bytes
///
/// A measure is four counts. How large they can be follows from the height, so those above leaves take a byte
/// each, those further up two, and only near the root of a long text they take four.
final class TextStorage: ManagedBuffer<CountedHeader, CountedNodeSlot> {
  deinit {
    withUnsafeMutablePointers { header, slots in
      guard !header.pointee.isLeaf else { return }
      UnsafeMutableRawPointer(slots).assumingMemoryBound(to: TextStorage.self)
        .deinitialize(count: header.pointee.width)
    }
  }

  /// Allocates a leaf that says it has `count` bytes, all of them still to be initialized.
  static func allocateLeaf(count: Int, room: Int) -> TextStorage {
    allocate(CountedHeader(leafOf: count, room: room), byteCount: room)
  }

  /// Allocates a branch whose children and measures are still to be initialized.
  static func allocateBranch(_ header: CountedHeader) -> TextStorage {
    allocate(header, byteCount: TextNode.branchByteCount(header))
  }

  private static func allocate(_ header: CountedHeader, byteCount: Int) -> TextStorage {
    let slot = MemoryLayout<CountedNodeSlot>.stride
    let node = create(minimumCapacity: (byteCount &+ slot &- 1) / slot) { _ in header }
    // `create` returns an instance of the class it is called on, though its type doesn't say so.
    return unsafeDowncast(node, to: TextStorage.self)
  }
}
