/// New nodes that differ from this one in one place.
///
/// A node that is not shared gives its content away instead of copying it: it is then left empty, for its owner
/// to drop, and no reference is counted.
extension BorrowedNode {
  /// The branch with another child; the child that it takes the place of is not even counted.
  @inlinable
  func copyingBranch(_ header: NodeHeader, replacing position: Int, with child: consuming Storage) -> Storage
  {
    let count = header.childCount
    let copy = Storage.allocateBranch(header)
    let target = BorrowedNode(copy).children
    for other in 0..<position { (target + other).initialize(to: children[other]) }
    (target + position).initialize(to: child)
    for other in position &+ 1..<count { (target + other).initialize(to: children[other]) }
    return copy
  }

  /// The branch with some of its slots divided anew, as the pieces of `assembly` require.
  @inlinable
  func splicingBranch(
    _ range: SlotRange,
    with assembly: BranchAssembly<Key, Value>,
    adding difference: Int,
    isUnique: Bool
  ) -> Storage where Key: Hashable {
    let starts = assembly.starts(in: range)
    return splicingBranch(range, starts: starts, adding: difference, isUnique: isUnique) {
      assembly.fill($0, range, starts: starts)
    }
  }

  /// The branch with some of its slots divided anew, into parts whose children `fill` makes; it returns the slots that are
  /// branches.
  @inlinable
  func splicingBranch(
    _ range: SlotRange,
    starts: UInt64,
    adding difference: Int,
    isUnique: Bool,
    _ fill: (UnsafeMutablePointer<Storage>) -> UInt64
  ) -> Storage {
    let header = self.header
    let spliced = header.replacing(range, starts: starts, branches: 0).adding(difference)
    let result = Storage.allocateBranch(spliced)
    let target = BorrowedNode(result).children
    let positions = header.positions(of: range)
    let added = starts.nonzeroBitCount
    let rest = header.childCount &- positions.upperBound
    let branches = fill(target + positions.lowerBound)
    if branches != 0 {
      BorrowedNode(result).header = spliced.replacing(range, starts: starts, branches: branches)
    }
    transfer(children, to: target, count: positions.lowerBound, moving: isUnique)
    transfer(
      children + positions.upperBound,
      to: target + positions.lowerBound + added,
      count: rest,
      moving: isUnique
    )
    if isUnique {
      (children + positions.lowerBound).deinitialize(count: positions.count)
      self.header = .emptyLeaf
    }
    return result
  }

  /// The leaf as it is, for one of its values to be changed.
  @inlinable
  func copyingLeaf(_ header: NodeHeader) -> Storage {
    let count = header.count
    let copy = Storage.allocateLeaf(header)
    let target = BorrowedNode(copy)
    transfer(keys, to: target.keys, count: count, moving: false)
    transfer(values(count: count), to: target.values(count: count), count: count, moving: false)
    return copy
  }

  /// The leaf with one more entry, where `header` is that of the result.
  @inlinable
  func insertingIntoLeaf(
    _ key: Key,
    _ value: Value,
    at index: Int,
    header: NodeHeader,
    isUnique: Bool
  ) -> Storage {
    let count = header.count
    let grown = Storage.allocateLeaf(header)
    let target = BorrowedNode(grown)
    let (keys, newKeys) = (self.keys, target.keys)
    let (values, newValues) = (self.values(count: count &- 1), target.values(count: count))
    let rest = count &- 1 &- index
    transfer(keys, to: newKeys, count: index, moving: isUnique)
    (newKeys + index).initialize(to: key)
    transfer(keys + index, to: newKeys + index + 1, count: rest, moving: isUnique)
    transfer(values, to: newValues, count: index, moving: isUnique)
    (newValues + index).initialize(to: value)
    transfer(values + index, to: newValues + index + 1, count: rest, moving: isUnique)
    if isUnique { self.header = .emptyLeaf }
    return grown
  }

  /// The leaf without one of its entries, which is handed out, where `header` is that of the result.
  @inlinable
  func removingFromLeaf(
    at index: Int,
    header: NodeHeader,
    isUnique: Bool,
    _ removal: inout Removal<Key, Value>
  ) -> Storage {
    let count = header.count
    let shrunk = Storage.allocateLeaf(header)
    let target = BorrowedNode(shrunk)
    let (keys, newKeys) = (self.keys, target.keys)
    let (values, newValues) = (self.values(count: count &+ 1), target.values(count: count))
    let rest = count &- index
    removal.key = isUnique ? (keys + index).move() : keys[index]
    if !removal.isVacated { removal.value = isUnique ? (values + index).move() : values[index] }
    transfer(keys, to: newKeys, count: index, moving: isUnique)
    transfer(keys + index + 1, to: newKeys + index, count: rest, moving: isUnique)
    transfer(values, to: newValues, count: index, moving: isUnique)
    transfer(values + index + 1, to: newValues + index, count: rest, moving: isUnique)
    if isUnique { self.header = .emptyLeaf }
    return shrunk
  }
}
