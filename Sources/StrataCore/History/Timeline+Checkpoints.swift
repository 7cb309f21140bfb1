import PersistentCollections

extension Timeline {
  /// The moments that have a name as a checkpoint, the oldest first.
  ///
  /// - Complexity: O(checkpoints).
  public var checkpoints: [Moment] { checkpointNames.keys.map(moment) }

  /// The moment that has a name as a checkpoint; nil when there is none, or it was evicted.
  ///
  /// - Complexity: O(checkpoints).
  public func checkpoint(_ name: String) -> Moment? {
    checkpointNames.first { $0.value == name }.map { moment($0.key) }
  }

  /// Gives the present moment a name, which no other one has then, and seals it.
  mutating func setCheckpoint(_ name: String) {
    for (id, other) in checkpointNames where other == name { checkpointNames[id] = nil }
    checkpointNames[presentID] = name
    mergeKey = nil
  }
}
