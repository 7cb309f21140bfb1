/// A full leaf and one entry more, in leaves of their own.
///
/// Entries lie in the order of their tags, so a part takes neighbours, and no list of pieces is needed as in
/// ``BranchAssembly``, which is for what this does not do: where one slot has too many entries, they make a branch
/// (`CollectionSpeed`, M1).
@usableFromInline
struct LeafDivision<Key, Value> {
  @usableFromInline typealias Storage = HashNode<Key, Value>
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// The leaf, which is kept alive elsewhere.
  @usableFromInline let leaf: Node
  /// All tags in order, a byte for each: a leaf has seven at most, and there is one more.
  @usableFromInline let tags: UInt64
  @usableFromInline let count: Int
  /// The index of the new entry, which is not in the leaf.
  @usableFromInline let place: Int
  /// The first slots of the parts.
  @usableFromInline var starts: UInt64 = 0

  /// Divides some slots, all of which belong to a leaf; nil where a slot has more entries than a leaf can take.
  @inlinable
  init?(of leaf: Node, adding tag: UInt8, in range: SlotRange) {
    let header = leaf.header
    self.leaf = leaf
    count = header.leafCount &+ 1
    place = header.insertionIndex(for: tag)
    let shift = UInt64(truncatingIfNeeded: 8 &* place)
    let old = header.bits &>> 8
    let below = old & ((1 &<< shift) &- 1)
    tags = (old ^ below) &<< 8 | UInt64(truncatingIfNeeded: tag) &<< shift | below
    guard divide(range, 0..<count) else { return nil }
  }

  /// Adds the first slots of the parts of a range, and returns whether each has few enough entries.
  @inlinable
  mutating func divide(_ range: SlotRange, _ found: Range<Int>) -> Bool {
    if found.count <= Node.leafCapacity {
      starts |= range.startBit
      return true
    }
    if range.length == 1 { return false }
    let cut = end(ofSlotsBelow: range.upperHalf.start, from: found.lowerBound)
    return divide(range.lowerHalf, found.lowerBound..<cut) && divide(range.upperHalf, cut..<found.upperBound)
  }

  @inlinable
  func end(ofSlotsBelow slot: Int, from first: Int) -> Int {
    var index = first
    while index < count, HashLevel.slot(ofTag: tag(at: index)) < slot { index &+= 1 }
    return index
  }

  @inlinable
  func tag(at index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: tags &>> UInt64(truncatingIfNeeded: 8 &* index))
  }

  /// Makes the leaf of every part.
  @inlinable
  func fill(_ target: UnsafeMutablePointer<Storage>, with key: Key, _ value: Value) {
    var left = starts
    var first = 0
    var child = target
    while left != 0 {
      left &= left &- 1
      let end = left == 0 ? count : end(ofSlotsBelow: left.trailingZeroBitCount, from: first)
      child.initialize(to: part(first..<end, key, value))
      child += 1
      first = end
    }
  }

  /// The leaf of some entries: the one they come from, if they are all that is in it.
  @inlinable
  func part(_ found: Range<Int>, _ key: Key, _ value: Value) -> Storage {
    let isNew = found.contains(place)
    if found.count == count &- 1 && !isNew { return leaf.owned }
    var header = NodeHeader.emptyLeaf
    for index in found { header.append(tag: tag(at: index)) }
    let part = Storage.allocateLeaf(header)
    copy(leaf.keys, to: Node(part).keys, found)
    copy(leaf.values(count: count &- 1), to: Node(part).values(count: found.count), found)
    if isNew {
      (Node(part).keys + (place &- found.lowerBound)).initialize(to: key)
      (Node(part).values(count: found.count) + (place &- found.lowerBound)).initialize(to: value)
    }
    return part
  }

  /// Copies the elements of some entries to where they begin, and leaves the one out that is not in the leaf.
  @inlinable
  func copy<T>(_ source: UnsafeMutablePointer<T>, to target: UnsafeMutablePointer<T>, _ found: Range<Int>) {
    let before = max(min(place, found.upperBound) &- found.lowerBound, 0)
    transfer(source + found.lowerBound, to: target, count: before, moving: false)
    let next = max(found.lowerBound, place &+ 1)
    guard next < found.upperBound else { return }
    transfer(
      source + (next &- 1),
      to: target + (next &- found.lowerBound),
      count: found.upperBound &- next,
      moving: false
    )
  }
}
