/// Makes values that are `Codable` from plain ones, through the types' own initialisers: what they check is checked.
enum PlainDecoder {
  static func value<Value: Decodable>(_ type: Value.Type = Value.self, from plain: PlainValue) throws -> Value
  {
    try PlainSource(plain: plain, codingPath: []).decode(type)
  }
}

/// A plain value on its way to become one with a type.
private struct PlainSource: Decoder {
  let plain: PlainValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Every case makes a value of exactly the type that it was found to be.
    switch type {
    case is Bool.Type: if case .bool(let value) = plain { return value as! Value }
    case is String.Type: if case .text(let value) = plain { return value as! Value }
    case is Double.Type: return try double() as! Value
    case is Float.Type:
      let number = try double()
      guard let value = Float(nearest: number) else { throw misfit("\(plain) does not fit a Float") }
      return value as! Value
    case let type as any FixedWidthInteger.Type: return try integer(type) as! Value
    case let type as any PlainFormatted.Type:
      if let value = type.init(plainForm: plain) { return value as! Value }
    default: return try Value(from: self)
    }
    throw mismatch(type)
  }

  private func double() throws -> Double {
    switch plain {
    case .number(let value): value
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    default: throw mismatch(Double.self)
    }
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let number: Number? =
      switch plain {
      case .integer(let value): Number(exactly: value)
      case .unsigned(let value): Number(exactly: value)
      case .number(let value): Number(exactly: value)
      default: throw mismatch(type)
      }
    guard let number else { throw misfit("\(plain) does not fit an \(type)") }
    return number
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    if case .null = plain {
      return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "There is no value"))
    }
    return .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "\(plain.kind) is not a value of type \(type)")
    )
  }

  private func misfit(_ text: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
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

extension PlainValue {
  /// What kind of value it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .unsigned: "a whole number"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .record: "a record"
    }
  }
}

private struct ValueSource: SingleValueDecodingContainer {
  let source: PlainSource
  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.plain == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.decode(type) }
}

private struct ListSource: UnkeyedDecodingContainer {
  let values: [PlainValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(values: [PlainValue], codingPath: [any CodingKey]) {
    self.values = values
    self.codingPath = codingPath
  }

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  private func next(_ type: Any.Type) throws -> PlainSource {
    let path = codingPath + [PlainCodingKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(codingPath: path, debugDescription: "The list ends after \(values.count) elements")
      )
    }
    return PlainSource(plain: values[currentIndex], codingPath: path)
  }

  private mutating func take<Result>(_ type: Any.Type, _ body: (PlainSource) throws -> Result) throws
    -> Result
  {
    let result = try body(try next(type))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard try next(Never.self).plain == .null else { return false }
    currentIndex += 1
    return true
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

private struct RecordSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let record: PlainRecord
  let codingPath: [any CodingKey]

  var allKeys: [Key] { record.members.compactMap { Key(stringValue: $0.name) } }
  func contains(_ key: Key) -> Bool { record[key.stringValue] != nil }

  private func source(_ key: some CodingKey) throws -> PlainSource {
    guard let plain = record[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "There is no '\(key.stringValue)'")
      )
    }
    return PlainSource(plain: plain, codingPath: codingPath + [key])
  }

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

  func superDecoder() throws -> any Decoder {
    PlainSource(plain: record["super"] ?? .null, codingPath: codingPath + [PlainCodingKey("super")])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    PlainSource(plain: record[key.stringValue] ?? .null, codingPath: codingPath + [key])
  }
}
