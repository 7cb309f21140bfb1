extension PersistentMap: Encodable where Key: Encodable, Value: Encodable {
  /// Encodes the elements as `Dictionary` does.
  ///
  /// Keys that can be coding keys, such as strings, integers and enumerations of them, make a keyed container, in
  /// JSON an object. All others make a list of keys and values by turns.
  public func encode(to encoder: any Encoder) throws {
    try EntryCoding.encode(self, to: encoder)
  }
}

extension PersistentMap: Decodable where Key: Decodable, Value: Decodable {
  /// Decodes what `Dictionary` and ``encode(to:)`` write.
  ///
  /// - Throws: `DecodingError` with the path to what is wrong: also for a key that the key type cannot be made
  ///   from, and for a key that is there twice.
  public init(from decoder: any Decoder) throws {
    var tree = HashTree<Key, Value>()
    try EntryCoding.decode(from: decoder) { tree.insert($0, $1) }
    self.init(tree: tree)
  }
}
