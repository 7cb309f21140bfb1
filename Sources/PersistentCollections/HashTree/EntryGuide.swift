/// How one entry is found on the way down through a tree: by its key, by its rank, or by where it was found before.
@usableFromInline
protocol EntryGuide<Key, Value> {
  associatedtype Key: Hashable
  associatedtype Value

  /// The slot of a branch that the entry lies under.
  mutating func slot(in branch: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int

  /// Returns the index of the entry in a leaf, or nil if the leaf does not have the entry.
  func index(in leaf: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int?
}

/// The entry of a key, if it is there.
@usableFromInline
struct KeyGuide<Key: Hashable, Value>: EntryGuide {
  @usableFromInline let key: Key
  @usableFromInline let hash: UInt64

  @inlinable
  init(_ key: Key, hash: UInt64) {
    self.key = key
    self.hash = hash
  }

  @inlinable
  func slot(in branch: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int {
    level.slot(of: hash)
  }

  @inlinable
  func index(in leaf: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int? {
    leaf.index(of: key, tag: level.tag(of: hash), header: header)
  }
}

/// The entry at a place where it was found before, whatever became of its key meanwhile.
@usableFromInline
struct PlaceGuide<Key: Hashable, Value>: EntryGuide {
  /// The hash that led to the place.
  @usableFromInline let hash: UInt64
  @usableFromInline let index: Int

  @inlinable
  init(hash: UInt64, index: Int) {
    self.hash = hash
    self.index = index
  }

  @inlinable
  func slot(in branch: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int {
    level.slot(of: hash)
  }

  @inlinable
  func index(in leaf: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int? {
    index
  }
}

/// The entry that has a number of others before it; there must be one.
@usableFromInline
struct RankGuide<Key: Hashable, Value>: EntryGuide {
  /// How many entries come before it under the branch that is looked at next.
  @usableFromInline var rank: Int

  @inlinable
  init(rank: Int) {
    self.rank = rank
  }

  @inlinable
  mutating func slot(in branch: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int {
    header.firstSlot(at: branch.position(ofRank: &rank))
  }

  @inlinable
  func index(in leaf: BorrowedNode<Key, Value>, _ header: NodeHeader, at level: HashLevel) -> Int? {
    rank
  }
}
