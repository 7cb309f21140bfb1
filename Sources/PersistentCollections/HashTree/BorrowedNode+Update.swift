extension BorrowedNode where Key: Hashable {
  /// Finds the entry of a key where it may be changed, or else inserts the key.
  ///
  /// Nodes from here to the entry that are shared are copied; `isUnique` says whether this one and all above it
  /// belong to the caller alone. `found` is set to the entry of a key that is there. A key that is not there
  /// is inserted with `value`, or left alone if that is nil.
  ///
  /// - Returns: the node that takes the place of this one, or nil if nothing changed or all did so in place.
  @inlinable
  func locating(
    _ key: Key,
    hash: UInt64,
    at level: HashLevel,
    isUnique: Bool,
    inserting value: Value?,
    found: inout Location?
  ) -> Storage? {
    let header = self.header
    guard header.isBranch else {
      switch locatingInLeaf(
        key,
        tag: level.tag(of: hash),
        isUnique: isUnique,
        inserting: value,
        found: &found
      )
      {
      case .unchanged: return nil
      case .replaced(let leaf): return leaf
      case .full(let value):
        return splitting(key, value, tag: level.tag(of: hash), at: level) { $0.finish() }
      }
    }

    let slot = level.slot(of: hash)
    let position = header.position(of: slot)
    let child = self.child(at: position)
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children[position])
    var replacement: Storage?
    if header.isBranch(at: slot) {
      replacement = child.locating(
        key,
        hash: hash,
        at: level.next,
        isUnique: childIsUnique,
        inserting: value,
        found: &found
      )
    } else {
      switch child.locatingInLeaf(
        key,
        tag: level.tag(of: hash),
        isUnique: childIsUnique,
        inserting: value,
        found: &found
      )
      {
      case .unchanged: replacement = nil
      case .replaced(let leaf): replacement = leaf
      case .full(let value):
        let range = header.part(of: slot)
        if let division = LeafDivision(of: child, adding: level.tag(of: hash), in: range) {
          return splicingBranch(range, starts: division.starts, adding: 1, isUnique: isUnique) {
            division.fill($0, with: key, value)
            return 0
          }
        }
        return child.splitting(key, value, tag: level.tag(of: hash), at: level) {
          splicingBranch(range, with: $0, adding: 1, isUnique: isUnique)
        }
      }
    }

    let isInserted = found == nil && value != nil
    let changed = isInserted ? header.adding(1) : header
    if isUnique {
      if isInserted { self.header = changed }
      if let replacement { children[position] = replacement }
      return nil
    }
    guard let replacement else { return nil }
    return copyingBranch(changed, replacing: position, with: replacement)
  }

  /// Finds the entry that a guide leads to where it may be changed. Nodes from here to it that are shared are copied.
  ///
  /// - Returns: the node that takes the place of this one, or nil if there is no entry or nothing had to be copied.
  @inlinable
  func unsharing(
    _ guide: inout some EntryGuide<Key, Value>,
    at level: HashLevel,
    isUnique: Bool,
    found: inout Location?
  ) -> Storage? {
    let header = self.header
    guard header.isBranch else {
      guard let index = guide.index(in: self, header, at: level) else { return nil }
      let copy = isUnique ? nil : copyingLeaf(header)
      found = Location(leaf: copy.map { BorrowedNode($0) } ?? self, index: index, leafCount: header.count)
      return copy
    }
    let slot = guide.slot(in: self, header, at: level)
    let position = header.position(of: slot)
    let childIsUnique = isUnique && isKnownUniquelyReferenced(&children[position])
    // The tags in a leaf are of the level of the branch that it is a child of.
    let childLevel = header.isBranch(at: slot) ? level.next : level
    let child = child(at: position).unsharing(&guide, at: childLevel, isUnique: childIsUnique, found: &found)
    guard let child else { return nil }
    guard isUnique else { return copyingBranch(header, replacing: position, with: child) }
    children[position] = child
    return nil
  }

  /// The result of an update in a leaf.
  @usableFromInline
  enum LeafUpdate {
    /// It is still in its place.
    case unchanged
    /// Another leaf takes its place.
    case replaced(Storage)
    /// It has no room for the key with this value and is still as it was.
    case full(Value)
  }

  @inlinable
  func locatingInLeaf(
    _ key: Key,
    tag: UInt8,
    isUnique: Bool,
    inserting value: Value?,
    found: inout Location?
  ) -> LeafUpdate {
    let header = self.header
    let count = header.count
    if let index = index(of: key, tag: tag, header: header) {
      if isUnique {
        found = Location(leaf: self, index: index, leafCount: count)
        return .unchanged
      }
      let copy = copyingLeaf(header)
      found = Location(leaf: BorrowedNode(copy), index: index, leafCount: count)
      return .replaced(copy)
    }
    guard let value else { return .unchanged }
    if header.isCollision {
      let grown = NodeHeader(collisions: count &+ 1)
      return .replaced(insertingIntoLeaf(key, value, at: count, header: grown, isUnique: isUnique))
    }
    guard count < Self.leafCapacity else { return .full(value) }
    let index = header.insertionIndex(for: tag)
    let grown = header.inserting(tag: tag, at: index)
    return .replaced(insertingIntoLeaf(key, value, at: index, header: grown, isUnique: isUnique))
  }

  /// Calls `body` with the entries of this full leaf and a new one, in order, ready to be divided.
  @inlinable
  func splitting<Result>(
    _ key: Key,
    _ value: Value,
    tag: UInt8,
    at level: HashLevel,
    _ body: (BranchAssembly<Key, Value>) -> Result
  ) -> Result {
    let header = self.header
    let place = header.insertionIndex(for: tag)
    let single = Storage.makeLeaf(key, value, tag: tag)
    return withExtendedLifetime(single) {
      var assembly = BranchAssembly<Key, Value>(level: level)
      assembly.pieces.reserveCapacity(header.leafCount &+ 1)
      for index in 0..<place {
        assembly.append(entry: index, of: self, tag: header.tag(at: index))
      }
      assembly.append(entry: 0, of: BorrowedNode(single), tag: tag)
      for index in place..<header.leafCount {
        assembly.append(entry: index, of: self, tag: header.tag(at: index))
      }
      return body(assembly)
    }
  }
}
