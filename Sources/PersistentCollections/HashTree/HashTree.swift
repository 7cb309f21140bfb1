/// A tree of entries ordered by the hashes of their keys: what maps and sets are made of.
///
/// It is one reference. The algorithms are those of ``BorrowedNode``; here the root is held while they run.
@usableFromInline
package struct HashTree<Key: Hashable, Value> {
  @usableFromInline typealias Storage = HashNode<Key, Value>
  @usableFromInline typealias Node = BorrowedNode<Key, Value>

  /// The root, or nil for a tree without entries.
  @usableFromInline var root: Storage?

  @inlinable
  init(root: Storage? = nil) {
    self.root = root
  }

  /// The number of entries.
  @inlinable
  package var count: Int {
    root?.word.count ?? 0
  }

  /// The root, which is not counted: what works on it ends with ``withExtendedLifetime`` of this tree.
  @inlinable @inline(__always) var borrowedRoot: Node? {
    guard let root else { return nil }
    return Node(root)
  }

  /// Calls `body` with the entry of a key, where it lies.
  ///
  /// No reference is counted: that would cost more than the way through a small tree, and all threads that read one map
  /// would write to its root (`CollectionSpeed`, M2 and M7).
  @inlinable @inline(__always)
  func withEntry<Result>(of key: Key, hash: UInt64, _ body: (Node.Location?) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(borrowedRoot?.find(key, hash: hash))
  }

  /// Calls `body` with the value of a key, where it lies.
  @inlinable @inline(__always)
  func withValue<Result>(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Result) -> Result {
    withEntry(of: key, hash: key.treeHash) { body($0?.value) }
  }

  /// Whether a key is there.
  @inlinable
  package func hasKey(_ key: Key) -> Bool {
    withValue(of: key) { $0 != nil }
  }

  /// Finds the entry of a key where it may be changed, or else inserts the key with `value`, unless that is nil.
  ///
  /// - Returns: the place of an entry that was there before. It is good until this tree is used again.
  @inlinable
  mutating func locate(_ key: Key, hash: UInt64, inserting value: Value?) -> Node.Location? {
    guard var root = self.root.take() else {
      guard let value else { return nil }
      root = Storage.makeLeaf(key, value, tag: HashLevel.top.tag(of: hash))
      return nil
    }
    precondition(
      root.word.count < NodeHeader.maximumCount || value == nil,
      "A persistent map or set is limited to 2³¹ - 1 elements"
    )
    let found = Node.locate(key, hash: hash, in: &root, at: .top, inserting: value)
    self.root = root
    return found
  }

  /// Finds the value that has `rank` entries before it where it may be changed. The place is good until this tree is
  /// used again.
  @inlinable
  mutating func unshare(atRank rank: Int) -> UnsafeMutablePointer<Value> {
    precondition(rank >= 0 && rank < count, "Index is out of bounds")
    // There is an entry at every rank, so there is a root.
    var root = self.root.take().unsafelyUnwrapped
    let place = Node.unshare(RankGuide(rank: rank), in: &root, at: .top)
    self.root = root
    return place.unsafelyUnwrapped.value
  }

  /// Inserts a key that is not there, and returns whether that was so.
  @inlinable
  mutating func insert(_ key: Key, _ value: Value) -> Bool {
    locate(key, hash: key.treeHash, inserting: value) == nil
  }

  /// Sets the value of a key and returns the one that it had before.
  @inlinable
  mutating func update(_ key: Key, to value: Value) -> Value? {
    guard let place = locate(key, hash: key.treeHash, inserting: value)?.value else { return nil }
    let old = place.move()
    place.initialize(to: value)
    return old
  }

  /// Removes the entry that a guide leads to and returns it, if it was there. A value whose place was vacated before
  /// is missing from the entry.
  @inlinable
  mutating func remove(
    _ guide: some EntryGuide<Key, Value>,
    isVacated: Bool = false
  ) -> (key: Key, value: Value?)? {
    guard var root = root.take() else { return nil }
    let removal = Node.remove(guide, from: &root, at: .top, isVacated: isVacated)
    self.root = root.word.count == 0 ? nil : root
    guard let key = removal.key else { return nil }
    return (key, removal.value)
  }

  /// Removes a key and returns its entry, if it was there.
  @inlinable
  mutating func remove(_ key: Key) -> (key: Key, value: Value?)? {
    remove(KeyGuide(key, hash: key.treeHash))
  }

  /// Removes the entry that has `rank` entries before it, whether or not its key would be found.
  @inlinable
  mutating func remove(atRank rank: Int) -> (key: Key, value: Value) {
    precondition(rank >= 0 && rank < count, "Index is out of bounds")
    // There is an entry at every rank, and nothing was vacated.
    let (key, value) = remove(RankGuide(rank: rank)).unsafelyUnwrapped
    return (key, value.unsafelyUnwrapped)
  }
}
