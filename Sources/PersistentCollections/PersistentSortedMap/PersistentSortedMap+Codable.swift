extension PersistentSortedMap: Encodable where Key: Encodable, Value: Encodable {
  /// Encodes the elements as `Dictionary` does, in the order of the keys.
  ///
  /// Keys that can be coding keys, such as strings, integers and enumerations of them, make a keyed
  /// container, in JSON an object. All others make a list of keys and values by turns.
  public func encode(to encoder: any Encoder) throws {
    if Key.self is any CodingKeyRepresentable.Type {
      var container = encoder.container(keyedBy: MapCodingKey.self)
      for (key, value) in self {
        // Every key is of the type that was just found to be representable.
        let key = MapCodingKey((key as! any CodingKeyRepresentable).codingKey)
        try container.encode(value, forKey: key)
      }
    } else {
      var container = encoder.unkeyedContainer()
      for (key, value) in self {
        try container.encode(key)
        try container.encode(value)
      }
    }
  }
}

extension PersistentSortedMap: Decodable where Key: Decodable, Value: Decodable {
  /// Decodes what `Dictionary` and ``encode(to:)`` write.
  ///
  /// - Throws: `DecodingError` with the path to what is wrong: also for a key that the key type cannot be
  ///   made from, and for a key that is there twice.
  public init(from decoder: any Decoder) throws {
    self.init()
    if let keyType = Key.self as? any CodingKeyRepresentable.Type {
      let container = try decoder.container(keyedBy: MapCodingKey.self)
      for codingKey in container.allKeys {
        let path = container.codingPath + [codingKey]
        guard let key = keyType.init(codingKey: codingKey) as? Key else {
          throw DecodingError.typeMismatch(
            Key.self,
            .init(
              codingPath: path,
              debugDescription: "'\(codingKey.stringValue)' is no key of type \(Key.self)"
            )
          )
        }
        try insert(try container.decode(Value.self, forKey: codingKey), at: key, path)
      }
    } else {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        let path = container.codingPath + [MapCodingKey(index: container.currentIndex)]
        let key = try container.decode(Key.self)
        guard !container.isAtEnd else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: path, debugDescription: "The last key has no value")
          )
        }
        try insert(try container.decode(Value.self), at: key, path)
      }
    }
  }

  private mutating func insert(_ value: Value, at key: Key, _ path: [any CodingKey]) throws {
    let (rank, isFound) = find(key)
    guard !isFound else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The key '\(key)' is there twice")
      )
    }
    tree.insert((key, value), at: rank)
  }
}
