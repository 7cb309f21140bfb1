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

  /// Calls `body` with the value of a key, where it lies.
  @inlinable
  func withValue<Result>(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Result) -> Result {
    guard let root else { return body(nil) }
    return withExtendedLifetime(root) { body(Node(root).find(key, hash: key.treeHash)?.value) }
  }

  /// Finds the value of a key where it may be changed, or else inserts the key with `value`, unless that is nil.
  ///
  /// - Returns: the place of a value that was there before. It is good until this tree is used again.
  @inlinable
  mutating func locate(_ key: Key, inserting value: Value?) -> UnsafeMutablePointer<Value>? {
    let hash = key.treeHash
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

  /// Sets the value of a key and returns the one that it had before.
  @inlinable
  mutating func update(_ key: Key, to value: Value) -> Value? {
    guard let place = locate(key, inserting: value) else { return nil }
    let old = place.move()
    place.initialize(to: value)
    return old
  }

  /// Removes a key and returns its entry, if it was there. A value whose place was vacated before is missing
  /// from the entry.
  @inlinable
  mutating func remove(_ key: Key, isVacated: Bool = false) -> (key: Key, value: Value?)? {
    guard var root = root.take() else { return nil }
    let removal = Node.remove(key, hash: key.treeHash, from: &root, at: .top, isVacated: isVacated)
    self.root = root.word.count == 0 ? nil : root
    guard let key = removal.key else { return nil }
    return (key, removal.value)
  }
}
