extension PersistentSortedMap {
  /// Removes the elements of some keys: those that follow one another in the map as they do here go at once.
  ///
  /// - Returns: Whether all were there; where one was not, those behind it stay.
  /// - Complexity: O(*k* + *s* log *n*) for *k* keys in *s* stretches, and O(removed elements) if nothing shares them.
  @inlinable
  package mutating func removeAll(_ keys: [Key]) -> Bool {
    var next = 0
    while next < keys.count {
      let (rank, isFound) = find(keys[next])
      guard isFound else { return false }
      let count = count(of: keys[next...], from: rank)
      if count == 1 {
        removeValue(forKey: keys[next])
      } else {
        tree.removeSubrange(rank..<rank &+ count)
      }
      next &+= count
    }
    return true
  }

  /// How many keys stand in the map one after the other from a rank on.
  @inlinable
  func count(of keys: ArraySlice<Key>, from rank: Int) -> Int {
    var walk = CountedTreeIterator(tree, positions: rank..<count)
    var next = keys.startIndex
    while next < keys.endIndex, let run = walk.nextRun() {
      for place in run.indices {
        guard next < keys.endIndex, run[place].key == keys[next] else { return next &- keys.startIndex }
        next &+= 1
      }
    }
    return next &- keys.startIndex
  }
}
