/// Which names a value gives its fields when it is encoded, found without encoding what is in them.
package enum CodingNames {
  /// The names, or nil when the value is not encoded as a record.
  package static func names(of value: some Encodable) -> Set<String>? {
    let note = Note()
    // Nothing is written anywhere, so an error can only be the value's own refusal: then it has no names.
    guard (try? value.encode(to: NameEncoder(note: note))) != nil else { return nil }
    return note.names
  }

  private final class Note {
    var names: Set<String>?
  }

  /// Notes the names of the outermost record, and lets everything else pass.
  private struct NameEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
    var note: Note?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { 0 }

    func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
      if let note, note.names == nil { note.names = [] }
      return KeyedEncodingContainer(NameContainer(note: note))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { NameEncoder() }
    func singleValueContainer() -> any SingleValueEncodingContainer { NameEncoder() }
    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) {}

    func nestedContainer<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(NameContainer())
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { NameEncoder() }
    func superEncoder() -> any Encoder { NameEncoder() }
  }

  private struct NameContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var note: Note?
    var codingPath: [any CodingKey] { [] }

    private func name(_ key: some CodingKey) { note?.names?.insert(key.stringValue) }

    func encodeNil(forKey key: Key) { name(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { name(key) }

    func nestedContainer<Nested>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      name(key)
      return KeyedEncodingContainer(CodingNames.NameContainer<Nested>())
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      name(key)
      return NameEncoder()
    }

    func superEncoder() -> any Encoder { NameEncoder() }

    func superEncoder(forKey key: Key) -> any Encoder {
      name(key)
      return NameEncoder()
    }
  }
}
