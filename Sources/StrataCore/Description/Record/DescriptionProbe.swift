/// Asks a type whether its `Codable` conformance is the one that comes from its description: that one throws the probe back.
struct DescriptionProbe: Error, Encoder, Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Whether both halves of the conformance come from the description.
  static func finds<Value: DescribedValue>(_ value: Value) -> Bool { encodes(value) && decodes(Value.self) }

  private static func encodes(_ value: some Encodable) -> Bool {
    do {
      try value.encode(to: DescriptionProbe())
    } catch is DescriptionProbe {
      return true
    } catch {}
    return false
  }

  private static func decodes<Value: Decodable>(_ type: Value.Type) -> Bool {
    do {
      _ = try Value(from: DescriptionProbe())
    } catch is DescriptionProbe {
      return true
    } catch {}
    return false
  }

  // What follows is for conformances that are written by hand. They may write whatever they like, and find nothing.

  func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    PlainEncoder.scratch.container(keyedBy: Key.self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { PlainEncoder.scratch.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    PlainEncoder.scratch.singleValueContainer()
  }
  func container<Key>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> { throw NothingThere() }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NothingThere() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NothingThere() }

  private struct NothingThere: Error {}
}
