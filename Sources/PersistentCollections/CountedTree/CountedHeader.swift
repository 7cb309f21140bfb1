/// The word in front of a node's content.
@usableFromInline
struct CountedHeader {
  /// The number of elements in the node and everything under it.
  @usableFromInline var elements: UInt32
  /// The number of children of a branch; of a leaf, how many elements it has room for.
  @usableFromInline var slots: UInt8
  /// How many levels are under the node; zero for a leaf.
  @usableFromInline var height: UInt8
  /// Whether positions under the node can be computed.
  ///
  /// A node is *full* if it and everything under it has as many children and elements as it can have. A
  /// branch is *regular* if all its children but the last are full and the last is regular; a leaf always is.
  /// Under a regular branch every position follows from shifts and masks, so it has no table of counts.
  @usableFromInline var isRegular: Bool
  /// The places behind the last child of a branch. One that grows at the end of an array has some; a copy of it has none.
  @usableFromInline var spare: UInt8 = 0

  @inlinable
  init(elements: Int, slots: Int, height: Int, isRegular: Bool) {
    self.elements = UInt32(truncatingIfNeeded: elements)
    self.slots = UInt8(truncatingIfNeeded: slots)
    self.height = UInt8(truncatingIfNeeded: height)
    self.isRegular = isRegular
  }

  /// The header of a leaf.
  @inlinable
  init(leafOf elements: Int, room: Int) {
    self.init(elements: elements, slots: room, height: 0, isRegular: true)
  }

  /// The header of a node whose content was moved elsewhere.
  @inlinable static var abandoned: CountedHeader { CountedHeader(leafOf: 0, room: 0) }

  @inlinable @inline(__always) var count: Int { Int(truncatingIfNeeded: elements) }
  @inlinable @inline(__always) var width: Int { Int(truncatingIfNeeded: slots) }
  @inlinable @inline(__always) var level: Int { Int(truncatingIfNeeded: height) }
  @inlinable @inline(__always) var isLeaf: Bool { height == 0 }

  /// The number of children that a branch has room for.
  @inlinable @inline(__always) var places: Int { width &+ Int(truncatingIfNeeded: spare) }

  /// The header of a copy, which has no room to spare.
  @inlinable var withoutSpare: CountedHeader {
    var header = self
    header.spare = 0
    return header
  }

  /// The header of the same node with more or fewer elements under it.
  @inlinable
  func adding(_ difference: Int) -> CountedHeader {
    var header = self
    header.elements = UInt32(truncatingIfNeeded: count &+ difference)
    return header
  }
}

/// How many elements the children of a branch have, each with all its left neighbours; behind the last child,
/// the greatest number there is.
///
/// The child that a position belongs to is found by comparing all eight numbers at once.
@usableFromInline
typealias CountedEnds = SIMD8<UInt32>

extension CountedEnds {
  /// The number of children that end at or before a position: the one that has it comes next.
  @inlinable @inline(__always)
  func slot(of position: Int) -> Int {
    let position = CountedEnds(repeating: UInt32(truncatingIfNeeded: position))
    let passed = CountedEnds(repeating: 0).replacing(with: 1, where: self .<= position)
    return Int(truncatingIfNeeded: passed.wrappedSum())
  }

  /// The child that takes an element inserted at a position: the left one where it could be either of two.
  @inlinable @inline(__always)
  func slot(insertingAt position: Int) -> Int {
    position == 0 ? 0 : slot(of: position &- 1)
  }

  /// The position of a child's first element.
  @inlinable @inline(__always)
  func start(of slot: Int) -> Int {
    slot == 0 ? 0 : Int(truncatingIfNeeded: self[slot &- 1])
  }

  /// The same counts after those of one child grew or shrank.
  @inlinable
  func adding(_ difference: Int, at slot: Int, width: Int) -> CountedEnds {
    var ends = self
    for index in slot..<width {
      ends[index] &+= UInt32(truncatingIfNeeded: difference)
    }
    return ends
  }
}
