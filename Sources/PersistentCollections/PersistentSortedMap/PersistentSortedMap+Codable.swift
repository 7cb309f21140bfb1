extension PersistentSortedMap: Encodable where Key: Encodable, Value: Encodable {
  /// Encodes the elements as `Dictionary` does, in the order of the keys.
  ///
  /// Keys that can be coding keys, such as strings, integers and enumerations of them, make a keyed container, in
  /// JSON an object. All others make a list of keys and values by turns.
  public func encode(to encoder: any Encoder) throws {
    try EntryCoding.encode(self, to: encoder)
  }
}

extension PersistentSortedMap: Decodable where Key: Decodable, Value: Decodable {
  /// Decodes what `Dictionary` and ``encode(to:)`` write.
  ///
  /// - Throws: `DecodingError` with the path to what is wrong: also for a key that the key type cannot be made
  ///   from, and for a key that is there twice.
  public init(from decoder: any Decoder) throws {
    var map = PersistentSortedMap()
    try EntryCoding.decode(from: decoder) { key, value in
      let (rank, isFound) = map.find(key)
      if !isFound { map.tree.insert((key, value), at: rank) }
      return !isFound
    }
    self = map
  }
}
