/// Makes what is `Decodable` of plain values, through the types' own initialisers.
///
/// Only leaves come here: described records, lists and maps are made by their ``ValueShape``.
enum PlainDecoder {
  static func value<Value: Decodable>(of plain: PlainValue) throws(PatchError) -> Value {
    do {
      return try PlainSource(plain, at: []).decode(Value.self)
    } catch let error as DecodingError {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: error.sentence))
    } catch {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: "\(error)"))
    }
  }
}

/// A plain value that a leaf is decoded from.
struct PlainSource: Decoder {
  let plain: PlainValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ plain: PlainValue, at path: [any CodingKey]) {
    (self.plain, codingPath) = (plain, path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Every case makes a value of exactly the type that it was found to be.
    switch type {
    case is Bool.Type:
      guard case .bool(let value) = plain else { throw mismatch(type) }
      return value as! Value
    case is String.Type:
      guard case .text(let value) = plain else { throw mismatch(type) }
      return value as! Value
    case is Double.Type:
      guard let value = Double(plain) else { throw mismatch(type) }
      return value as! Value
    case is Float.Type:
      // A leaf may write more digits than it reads, as with Foundation's coders; that it comes back is shown otherwise.
      guard let value = Float(nearest: plain) else { throw mismatch(type) }
      return value as! Value
    case let type as any FixedWidthInteger.Type:
      guard let value = type.init(exactly: plain) else { throw mismatch(type) }
      return value as! Value
    case let type as any PlainFormatted.Type:
      guard let value = type.init(plainForm: plain) else { throw mismatch(type) }
      return value as! Value
    default: return try Value(from: self)
    }
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: plain.misfitting(type))
    return plain == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func container<Key>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .record(let record) = plain else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(RecordSource(record: record, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = plain else { throw mismatch([Any].self) }
    return ListSource(values: values, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { ValueSource(source: self) }
}

private struct ValueSource: SingleValueDecodingContainer {
  let source: PlainSource
  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.plain == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.decode(type) }
}

// The standard library has methods of their own for these two, which refuse whatever the number is.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueSource {
  func decode(_ type: Int128.Type) throws -> Int128 { try source.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try source.decode(type) }
}

private struct ListSource: UnkeyedDecodingContainer {
  let values: [PlainValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(values: [PlainValue], codingPath: [any CodingKey]) {
    (self.values, self.codingPath) = (values, codingPath)
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  mutating func take<Result>(_ type: Any.Type, _ body: (PlainSource) throws -> Result) throws
    -> Result
  {
    let path = codingPath + [PlainCodingKey(index: currentIndex)]
    guard !isAtEnd else {
      let text = "The list ends after \(currentIndex) elements"
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: text))
    }
    let result = try body(PlainSource(values[currentIndex], at: path))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    if !isAtEnd, values[currentIndex] != .null { return false }
    return try take(Never.self) { _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take(Never.self) { $0 } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ListSource {
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try take(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take(type) { try $0.decode(type) } }
}

private struct RecordSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: PlainRecord
  let codingPath: [any CodingKey]

  var allKeys: [Key] { record.members.compactMap { Key(stringValue: $0.name) } }

  func source(_ key: some CodingKey) throws -> PlainSource {
    guard let value = record[key.stringValue] else {
      let text = "There is no '\(key.stringValue)'"
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: text))
    }
    return PlainSource(value, at: codingPath + [key])
  }

  func contains(_ key: Key) -> Bool { record[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try source(key).plain == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source(key).decode(type)
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<
    Nested
  > {
    try source(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try source(PlainCodingKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try source(key) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RecordSource {
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try source(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try source(key).decode(type) }
}

extension DecodingError {
  /// The path of the error among the fields of the leaf, and the error's description.
  fileprivate var sentence: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return "\(self)"
    }
    let names = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return (names + [context.debugDescription]).joined(separator: names.isEmpty ? "" : " / ")
  }
}
