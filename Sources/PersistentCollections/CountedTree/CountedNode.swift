/// The storage of one node of a counted tree: a header word, then elements or children.
///
///     ┌────────┬────────┬───────────┬───────────┬─────
///     │ object │ header │ element 0 │ element 1 │ …                                          leaf
///     ├────────┼────────┼───────────┴─┬─────┬───┴─────┬─────────┬─────┬──────────────────┐
///     │ object │ header │ separator 0 │ …   │ child 0 │ child 1 │ …   │ ends of children │   branch with separators
///     ├────────┼────────┼─────────────┴────┬┴────────┬┴────────┬┴─────┴──────────────────┘
///     │ object │ header │ ends of children │ child 0 │ child 1 │ …                            other branch
///     └────────┴────────┴──────────────────┴─────────┴─────────┴─────
///      16 bytes 8 bytes  32 bytes           8 bytes
///
/// A regular branch has no ends.
///
/// All leaves have the same distance from the root. Every node is at least half full, except that those which
/// lie along the right edge of the tree may have any size: that is how appending leaves full nodes behind,
/// whose positions are a matter of arithmetic. Nodes are as large as their content; a leaf may have some room
/// after it was changed in place, and a branch that grows at the end of an array.
@usableFromInline
final class CountedNode<Content: CountedContent>: ManagedBuffer<CountedHeader, CountedNodeSlot> {
  deinit {
    // This runs unspecialized, so it avoids everything generic that it can.
    withUnsafeMutablePointers { header, slots in
      let header = header.pointee
      let body = UnsafeMutableRawPointer(slots)
      if header.isLeaf {
        guard header.elements > 0 else { return }
        body.alignedUp(for: Content.Element.self).assumingMemoryBound(to: Content.Element.self)
          .deinitialize(count: header.count)
        return
      }
      var links = body
      if MemoryLayout<Content.Separator>.size > 0 {
        let separators = body.alignedUp(for: Content.Separator.self)
        separators.assumingMemoryBound(to: Content.Separator.self).deinitialize(count: header.width)
        links = (separators + header.width * MemoryLayout<Content.Separator>.stride)
          .alignedUp(for: AnyObject.self)
      }
      let hasTableFirst = !header.isRegular && MemoryLayout<Content.Separator>.size == 0
      let children = hasTableFirst ? links + MemoryLayout<CountedEnds>.size : links
      for slot in 0..<header.width {
        children.load(
          fromByteOffset: slot * MemoryLayout<AnyObject>.stride,
          as: Unmanaged<AnyObject>.self
        ).release()
      }
    }
  }
}

/// The declared content of the memory behind a node's header.
///
/// The memory is used for references to children or, as raw memory, for elements. Its declared type has to hold a
/// reference: the optimizer takes a tail of integers to be untouched by the release of the node, moves reads across the
/// release, and so reads freed memory (Swift 6.3, `-O`).
@usableFromInline
struct CountedNodeSlot {
  @usableFromInline let reference: AnyObject
}

extension CountedNode {
  /// The number of elements, read while the node is held.
  ///
  /// A borrowed node does not keep its storage alive, not even until the end of the expression it is made in.
  @inlinable @inline(__always) var elementCount: Int {
    withUnsafeMutablePointerToHeader { $0.pointee.count }
  }

  @usableFromInline typealias Node = BorrowedCountedNode<Content>

  /// Allocates a leaf that says it has `count` elements, all of them still to be initialized.
  @inlinable
  static func allocateLeaf(count: Int, room: Int) -> CountedNode {
    allocate(CountedHeader(leafOf: count, room: room), byteCount: Node.leafByteCount(room: room))
  }

  /// Allocates a branch whose children and separators are still to be initialized.
  ///
  /// The table of counts is filled if the branch has one.
  @inlinable
  static func allocateBranch(_ header: CountedHeader, ends: CountedEnds) -> CountedNode {
    let branch = allocate(
      header,
      byteCount: Node.branchByteCount(width: header.places, isRegular: header.isRegular)
    )
    if !header.isRegular { Node(branch).setTable(ends, header) }
    return branch
  }

  @inlinable
  static func allocate(_ header: CountedHeader, byteCount: Int) -> CountedNode {
    let slot = MemoryLayout<CountedNodeSlot>.stride
    let node = create(minimumCapacity: (byteCount &+ slot &- 1) / slot) { _ in header }
    // `create` returns an instance of the class it is called on, though its type doesn't say so.
    return unsafeDowncast(node, to: CountedNode.self)
  }
}
