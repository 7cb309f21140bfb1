/// A node of a tree whose content has an order, as far as comparing two versions of the tree goes.
///
/// Like all borrowed nodes it is kept alive elsewhere.
@usableFromInline
protocol OrderedNode {
  /// The address of the node: two nodes are the same if their addresses are equal.
  var identity: UnsafeMutableRawPointer { get }
  /// How many levels are under the node; zero for a leaf.
  var level: Int { get }
  /// The number of children of a branch.
  var width: Int { get }
  /// The number of elements in the node and everything under it.
  var count: Int { get }
  /// The bytes requested from the allocator.
  var size: Int { get }

  /// A child of a branch.
  func child(_ slot: Int) -> Self

  /// The position of a child's first element, counted from that of the branch.
  func start(of slot: Int) -> Int
}

extension OrderedNode {
  /// Whether both are the same node.
  @inlinable @inline(__always)
  static func === (left: Self, right: Self) -> Bool { left.identity == right.identity }

  /// The one child that is not the same as under another branch; nil where more differs than that.
  @inlinable
  func onlyChange(from old: Self) -> Int? {
    guard level > 0, level == old.level, width == old.width else { return nil }
    var changed: Int?
    for slot in 0..<width where !(child(slot) === old.child(slot)) {
      guard changed == nil else { return nil }
      changed = slot
    }
    return changed
  }
}

extension BorrowedCountedNode: OrderedNode {
  @inlinable var identity: UnsafeMutableRawPointer { storage.toOpaque() }
  @inlinable var level: Int { header.level }
  @inlinable var width: Int { header.width }
  @inlinable var size: Int { byteCount(header) }

  @inlinable
  func child(_ slot: Int) -> BorrowedCountedNode { child(slot, header) }

  @inlinable
  func start(of slot: Int) -> Int { ends(header).start(of: slot) }
}
