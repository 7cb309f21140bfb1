/// A list of neighbouring nodes of one height, on the stack, from which branches are made.
///
/// It refers to nodes that are kept alive elsewhere: the branches they come from, or local variables.
@usableFromInline
struct CountedSiblings<Content: CountedContent> {
  @usableFromInline typealias Node = BorrowedCountedNode<Content>
  @usableFromInline typealias Children = UnsafeMutableBufferPointer<Unmanaged<CountedNode<Content>>>

  @usableFromInline let room: Children
  @usableFromInline var count = 0

  @inlinable
  init(room: Children) {
    self.room = room
  }

  /// Calls `body` with an empty list that has room for the children of two branches and one more.
  @inlinable
  static func with<Result>(_ body: (inout CountedSiblings) -> Result) -> Result {
    withUnsafeTemporaryAllocation(
      of: Unmanaged<CountedNode<Content>>.self,
      capacity: 2 &* Node.branchCapacity &+ 1
    ) { room in
      var siblings = CountedSiblings(room: room)
      return body(&siblings)
    }
  }

  /// The nodes that are in the list.
  @inlinable var children: Children { Children(rebasing: room[..<count]) }

  @inlinable
  mutating func append(_ node: Node) {
    room.initializeElement(at: count, to: node.storage)
    count &+= 1
  }

  /// Adds some children of a branch.
  @inlinable
  mutating func append(_ branch: Node, _ header: CountedHeader, _ slots: Range<Int>) {
    for slot in slots {
      append(branch.child(slot, header))
    }
  }
}
