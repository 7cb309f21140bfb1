extension KeyedCollection where Key: Encodable, Value: Encodable {
  /// Encodes the elements as `Dictionary` does, a sorted map's in the order of the keys.
  ///
  /// Keys that can be coding keys, such as strings, integers and enumerations of them, make a keyed container, in
  /// JSON an object. All others make a list of keys and values by turns.
  public func encode(to encoder: any Encoder) throws {
    if Key.self is any CodingKeyRepresentable.Type {
      var container = encoder.container(keyedBy: EntryCodingKey.self)
      for (key, value) in self {
        // Every key is of the type that was just found to be representable.
        let key = EntryCodingKey((key as! any CodingKeyRepresentable).codingKey)
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

extension KeyedCollection where Key: Decodable, Value: Decodable {
  /// Decodes what `Dictionary` and `encode(to:)` write.
  ///
  /// - Throws: `DecodingError` with the path to what is wrong: also for a key that the key type cannot be made
  ///   from, and for a key that is there twice.
  public init(from decoder: any Decoder) throws {
    self.init()
    if let keyType = Key.self as? any CodingKeyRepresentable.Type {
      let container = try decoder.container(keyedBy: EntryCodingKey.self)
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
        try add(key, try container.decode(Value.self, forKey: codingKey), at: path)
      }
    } else {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        let path = container.codingPath + [EntryCodingKey(index: container.currentIndex)]
        let key = try container.decode(Key.self)
        guard !container.isAtEnd else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: path, debugDescription: "The last key has no value")
          )
        }
        try add(key, try container.decode(Value.self), at: path)
      }
    }
  }

  private mutating func add(_ key: Key, _ value: Value, at path: [any CodingKey]) throws {
    guard updateValue(value, forKey: key) == nil else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The key '\(key)' is there twice")
      )
    }
  }
}

/// Any text or number as a key of a keyed container.
private struct EntryCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ key: any CodingKey) {
    stringValue = key.stringValue
    intValue = key.intValue
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
