extension BorrowedCountedNode {
  /// The remainder of a node after a removal.
  @usableFromInline
  enum Remainder {
    /// The node is still there, changed in place.
    case same
    /// Another node takes its place.
    case replaced(Storage)
    /// There was nothing else in it.
    case nothing
  }

  /// Removes the element at a position and hands it out.
  ///
  /// - Parameters:
  ///   - isUnique: whether this node and all above it belong to the caller alone.
  ///   - isVacated: whether the element was moved out of its place before, and is not handed out therefore.
  ///     That can only be where `isUnique` holds all the way down.
  @inlinable
  func removing(
    at position: Int,
    isUnique: Bool,
    isVacated: Bool = false,
    removed: inout Element?
  ) -> Remainder {
    let header = self.header
    if header.isLeaf {
      return removingFromLeaf(at: position, isUnique: isUnique, isVacated: isVacated, removed: &removed)
    }
    let (slot, start) = slot(of: position, header)
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children(header)[slot])
    let remainder = child(slot, header).removing(
      at: position &- start,
      isUnique: childIsUnique,
      isVacated: isVacated,
      removed: &removed
    )
    return absorbing(remainder, at: slot, adding: -1, isUnique: isUnique)
  }

  @inlinable
  func removingFromLeaf(
    at index: Int,
    isUnique: Bool,
    isVacated: Bool = false,
    removed: inout Element?
  ) -> Remainder {
    let header = self.header
    let count = header.count &- 1
    let source = elements
    if isUnique {
      if !isVacated { removed = (source + index).move() }
      (source + index).moveInitialize(from: source + index + 1, count: count &- index)
      self.header = CountedHeader(leafOf: count, room: header.width)
      return count == 0 ? .nothing : .same
    }
    removed = source[index]
    guard count > 0 else { return .nothing }
    let shrunk = Storage.allocateLeaf(count: count, room: Self.room(for: count))
    let target = BorrowedCountedNode(shrunk).elements
    target.initialize(from: source, count: index)
    (target + index).initialize(from: source + index + 1, count: count &- index)
    return .replaced(shrunk)
  }

  /// Takes away the last leaf and hands it out.
  @inlinable
  func removingLastLeaf(isUnique: Bool, removed: inout Storage?) -> Remainder {
    let header = self.header
    guard !header.isLeaf else {
      removed = owned
      return .nothing
    }
    let slot = header.width &- 1
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children(header)[slot])
    let last = child(slot, header)
    let count = last.count
    let remainder = last.removingLastLeaf(isUnique: childIsUnique, removed: &removed)
    switch remainder {
    case .nothing: return droppingChild(slot)
    case .replaced(let child):
      let difference = BorrowedCountedNode(child).count &- count
      return Self.remainder(replacingChild(slot, with: child, adding: difference, isUnique: isUnique))
    case .same:
      return Self.remainder(
        replacingChild(slot, with: nil, adding: last.count &- count, isUnique: isUnique)
      )
    }
  }

  @inlinable
  static func remainder(_ replacement: Storage?) -> Remainder {
    replacement.map { .replaced($0) } ?? .same
  }

  /// Takes in what is left of one child; if that is too little, it is put together with a neighbour.
  @inlinable
  func absorbing(
    _ remainder: Remainder,
    at slot: Int,
    adding difference: Int,
    isUnique: Bool
  ) -> Remainder {
    let header = self.header
    let replacement: Storage?
    switch remainder {
    case .nothing: return droppingChild(slot)
    case .same: replacement = nil
    case .replaced(let node): replacement = node
    }
    let current = replacement.map { BorrowedCountedNode($0) } ?? child(slot, header)
    if Self.isSolid(current.header) || header.width == 1 {
      return Self.remainder(
        replacingChild(slot, with: replacement, adding: difference, isUnique: isUnique)
      )
    }
    return withExtendedLifetime(replacement) {
      let left = slot &+ 1 < header.width ? slot : slot &- 1
      let (first, second) =
        left == slot
        ? Self.joining(current, child(slot &+ 1, header), fillingRight: true)
        : Self.joining(child(left, header), current, fillingRight: true)
      return .replaced(replacingChildren(left..<left &+ 2, with: first, second))
    }
  }

  /// A new branch without one of the children.
  @inlinable
  func droppingChild(_ slot: Int) -> Remainder {
    let header = self.header
    if header.width == 1 { return .nothing }
    return CountedSiblings.with { siblings in
      siblings.append(self, header, 0..<slot)
      siblings.append(self, header, (slot &+ 1)..<header.width)
      return .replaced(Self.makeBranch(siblings.children))
    }
  }

  /// A new branch with one or two children in the place of some.
  @inlinable
  func replacingChildren(_ slots: Range<Int>, with first: Storage, _ second: Storage?) -> Storage {
    let header = self.header
    return CountedSiblings.with { siblings in
      siblings.append(self, header, 0..<slots.lowerBound)
      siblings.append(BorrowedCountedNode(first))
      if let second { siblings.append(BorrowedCountedNode(second)) }
      siblings.append(self, header, slots.upperBound..<header.width)
      return withExtendedLifetime((first, second)) { Self.makeBranch(siblings.children) }
    }
  }
}
