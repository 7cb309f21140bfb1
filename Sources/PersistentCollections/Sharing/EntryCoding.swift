/// How the entries of a map are encoded: as `Dictionary` does it, whatever kind of map it is.
///
/// Keys that can be coding keys, such as strings, integers and enumerations of them, make a keyed container, in
/// JSON an object. All others make a list of keys and values by turns.
enum EntryCoding {
  static func encode<Key: Encodable, Value: Encodable>(
    _ entries: some Sequence<(key: Key, value: Value)>,
    to encoder: any Encoder
  ) throws {
    if Key.self is any CodingKeyRepresentable.Type {
      var container = encoder.container(keyedBy: EntryCodingKey.self)
      for (key, value) in entries {
        // Every key is of the type that was just found to be representable.
        let key = EntryCodingKey((key as! any CodingKeyRepresentable).codingKey)
        try container.encode(value, forKey: key)
      }
    } else {
      var container = encoder.unkeyedContainer()
      for (key, value) in entries {
        try container.encode(key)
        try container.encode(value)
      }
    }
  }

  /// Decodes entries one by one.
  ///
  /// - Parameter insert: Takes an entry, and returns false if its key was there before.
  /// - Throws: `DecodingError` with the path to what is wrong: also for a key that the key type cannot be made
  ///   from, and for a key that is there twice.
  static func decode<Key: Decodable, Value: Decodable>(
    from decoder: any Decoder,
    insert: (Key, Value) -> Bool
  ) throws {
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
        try add(key, try container.decode(Value.self, forKey: codingKey), at: path, insert)
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
        try add(key, try container.decode(Value.self), at: path, insert)
      }
    }
  }

  private static func add<Key, Value>(
    _ key: Key,
    _ value: Value,
    at path: [any CodingKey],
    _ insert: (Key, Value) -> Bool
  ) throws {
    guard insert(key, value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The key '\(key)' is there twice")
      )
    }
  }
}

/// Any text or number as a key of a keyed container.
struct EntryCodingKey: CodingKey {
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
