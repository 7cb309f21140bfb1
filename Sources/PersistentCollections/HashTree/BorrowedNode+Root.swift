/// Changes of a tree that is held by a variable, at whatever level its root is.
extension BorrowedNode where Key: Hashable {
  /// Finds the entry of a key where it may be changed, or else inserts the key with `value`, unless that is nil.
  ///
  /// - Returns: the place of an entry that was there before. It is good until the tree is used again.
  @inlinable
  static func locate(
    _ key: Key,
    hash: UInt64,
    in root: inout Storage,
    at level: HashLevel,
    inserting value: Value?
  ) -> Location? {
    let isUnique = isKnownUniquelyReferenced(&root)
    var found: Location?
    let replacement = BorrowedNode(root).locating(
      key,
      hash: hash,
      at: level,
      isUnique: isUnique,
      inserting: value,
      found: &found
    )
    if let replacement { root = replacement }
    return found
  }

  /// Finds the entry that a guide leads to where it may be changed.
  ///
  /// - Returns: its place, if it is there. It is good until the tree is used again.
  @inlinable
  static func unshare(
    _ guide: some EntryGuide<Key, Value>,
    in root: inout Storage,
    at level: HashLevel
  ) -> Location? {
    let isUnique = isKnownUniquelyReferenced(&root)
    var guide = guide
    var found: Location?
    let replacement = BorrowedNode(root).unsharing(&guide, at: level, isUnique: isUnique, found: &found)
    if let replacement { root = replacement }
    return found
  }

  /// Removes the entry that a guide leads to and returns it, if it was there. A leaf that it was alone in is left
  /// empty.
  @inlinable
  static func remove(
    _ guide: some EntryGuide<Key, Value>,
    from root: inout Storage,
    at level: HashLevel,
    isVacated: Bool = false
  ) -> Removal<Key, Value> {
    let isUnique = isKnownUniquelyReferenced(&root)
    var guide = guide
    var removal = Removal<Key, Value>(isVacated: isVacated)
    let replacement = BorrowedNode(root).removing(&guide, at: level, isUnique: isUnique, &removal)
    if let replacement { root = replacement }
    return removal
  }
}
