import PersistentCollections

/// Makes values that are `Codable` from a tape, through the types' own initialisers, without a plain value in between.
///
/// The way to a place is worked out only for an error.
struct TapeSource: Decoder {
  let tape: JSONTape
  let place: Int

  var codingPath: [any CodingKey] { tape.codingPath(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var entry: JSONTape.Entry { tape.entries[place] }

  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Every case makes a value of exactly the type that it was found to be.
    if type == Int.self { return try integer(Int.self) as! Value }
    if type == String.self { return try string() as! Value }
    if type == Bool.self { return try bool() as! Value }
    if type == Double.self { return try double() as! Value }
    return try decodeRare(type)
  }

  private func decodeRare<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Each of these questions costs as much as a small value does, so there are few of them. What is made is of the type
    // that was asked.
    if let type = type as? any TapeDecodable.Type { return try type.decoded(from: self) as! Value }
    if let type = type as? any PlainFormatted.Type {
      guard let value = type.init(plainForm: tape.plain(at: place)) else { throw mismatch(type) }
      return value as! Value
    }
    return try Value(from: self)
  }

  var isNull: Bool { entry.kind == .null }

  private func string() throws -> String {
    guard entry.kind == .text else { throw mismatch(String.self) }
    return tape.text(at: place)
  }

  private func bool() throws -> Bool {
    guard entry.kind == .bool else { throw mismatch(Bool.self) }
    return entry.payload == 1
  }

  fileprivate func double() throws -> Double {
    switch entry.kind {
    case .number: Double(bitPattern: entry.payload)
    case .integer: Double(Int64(bitPattern: entry.payload))
    case .unsigned: Double(entry.payload)
    default: throw mismatch(Double.self)
    }
  }

  fileprivate func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let number: Number? =
      switch entry.kind {
      case .integer: Number(exactly: Int64(bitPattern: entry.payload))
      case .unsigned: Number(exactly: entry.payload)
      case .number: Number(exactly: Double(bitPattern: entry.payload))
      default: throw mismatch(type)
      }
    guard let number else { throw misfit(type) }
    return number
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    if isNull {
      return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "There is no value"))
    }
    let kind = tape.plain(at: place).kind
    return .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "\(kind) is not a value of type \(type)")
    )
  }

  fileprivate func misfit(_ type: Any.Type) -> DecodingError {
    let text = "\(tape.plain(at: place)) does not fit an \(type)"
    return .dataCorrupted(.init(codingPath: codingPath, debugDescription: text))
  }

  func container<Key>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard entry.kind == .record else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(TapeRecord(tape: tape, place: place))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard entry.kind == .list else { throw mismatch([Any].self) }
    return TapeList(tape: tape, place: place)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { TapeValue(source: self) }
}

private struct TapeValue: SingleValueDecodingContainer {
  let source: TapeSource
  var codingPath: [any CodingKey] { source.codingPath }

  func decodeNil() -> Bool { source.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try source.decode(type) }
}

private struct TapeList: UnkeyedDecodingContainer {
  let tape: JSONTape
  let place: Int
  private var next: Int
  private(set) var currentIndex = 0

  init(tape: JSONTape, place: Int) {
    (self.tape, self.place, next) = (tape, place, place + 1)
  }

  var codingPath: [any CodingKey] { tape.codingPath(to: place) }
  var isAtEnd: Bool { next == tape.end(of: place) }

  var count: Int? {
    var (count, element) = (0, place + 1)
    while element < tape.end(of: place) { (count, element) = (count + 1, tape.end(of: element)) }
    return count
  }

  private mutating func take<Result>(_ type: Any.Type, _ body: (TapeSource) throws -> Result) throws -> Result
  {
    guard !isAtEnd else {
      let path = codingPath + [PlainCodingKey(index: currentIndex)]
      let text = "The list ends after \(currentIndex) elements"
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: text))
    }
    let result = try body(TapeSource(tape: tape, place: next))
    (next, currentIndex) = (tape.end(of: next), currentIndex + 1)
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, tape.entries[next].kind == .null else {
      // Only to fail where the list has ended.
      return isAtEnd ? try take(Never.self) { $0.isNull } : false
    }
    return try take(Never.self) { $0.isNull }
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

/// A record; its members are looked for from where the last one was found, because they are mostly asked for in the
/// order in which they were written.
private final class TapeRecord<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let tape: JSONTape
  private let place: Int
  private let end: Int
  private var cursor: Int
  /// Where the names are, once looking for one has been long.
  private var places: [PlainValue: Int]?

  init(tape: JSONTape, place: Int) {
    (self.tape, self.place) = (tape, place)
    (cursor, end) = (place + 1, tape.end(of: place))
  }

  var codingPath: [any CodingKey] { tape.codingPath(to: place) }

  var allKeys: [Key] {
    var keys: [Key] = []
    forEachName { if let key = Key(stringValue: tape.text(at: $0)) { keys.append(key) } }
    return keys
  }

  private func forEachName(_ body: (Int) -> Void) {
    var name = place + 1
    while name < end {
      body(name)
      name = tape.end(of: name + 1)
    }
  }

  /// The place of the value under a name; nil when there is none.
  private func place(of name: String) -> Int? {
    if let places { return places[.text(name)] }
    var (member, steps) = (cursor, 0)
    repeat {
      if member >= end {
        member = place + 1
        if member >= end { return nil }
      } else if tape.isText(name, at: member) {
        cursor = tape.end(of: member + 1)
        return member + 1
      } else {
        member = tape.end(of: member + 1)
        steps += 1
      }
    } while member != cursor && steps < 64
    guard steps >= 64 else { return nil }
    var places: [PlainValue: Int] = [:]
    forEachName { places[.text(tape.text(at: $0))] = $0 + 1 }
    self.places = places
    return places[.text(name)]
  }

  private func source(_ key: some CodingKey) throws -> TapeSource {
    guard let value = place(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "There is no '\(key.stringValue)'")
      )
    }
    return TapeSource(tape: tape, place: value)
  }

  func contains(_ key: Key) -> Bool { place(of: key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try source(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = place(of: key.stringValue) else { return nil }
    let source = TapeSource(tape: tape, place: value)
    return source.isNull ? nil : try source.decode(type)
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<
    Nested
  > {
    try source(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(named: PlainCodingKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(named: key) }

  private func superDecoder(named key: some CodingKey) throws -> any Decoder { try source(key) }
}

/// A type whose values are made of a tape otherwise than by its own `Codable` conformance, and alike.
private protocol TapeDecodable {
  static func decoded(from source: TapeSource) throws -> Self
}

extension Float: TapeDecodable {
  fileprivate static func decoded(from source: TapeSource) throws -> Float {
    guard let value = Float(nearest: try source.double()) else { throw source.misfit(Float.self) }
    return value
  }
}

extension TapeDecodable where Self: FixedWidthInteger {
  fileprivate static func decoded(from source: TapeSource) throws -> Self { try source.integer(Self.self) }
}

extension Int: TapeDecodable {}
extension Int8: TapeDecodable {}
extension Int16: TapeDecodable {}
extension Int32: TapeDecodable {}
extension Int64: TapeDecodable {}
extension UInt: TapeDecodable {}
extension UInt8: TapeDecodable {}
extension UInt16: TapeDecodable {}
extension UInt32: TapeDecodable {}
extension UInt64: TapeDecodable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TapeDecodable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TapeDecodable {}

extension PersistentSortedMap: TapeDecodable where Key: Decodable, Value: Decodable {
  /// The keys are numbers, mostly in order: then each element is made where it stays.
  fileprivate static func decoded(from source: TapeSource) throws -> PersistentSortedMap {
    let (tape, place) = (source.tape, source.place)
    guard Key.self == Int.self, tape.entries[place].kind == .record else {
      return try PersistentSortedMap(from: source)
    }
    let end = tape.end(of: place)
    var name = place + 1
    let map = try PersistentSortedMap(ascending: {
      guard name < end, let number = Int(tape.text(at: name)) else { return nil }
      let value = try TapeSource(tape: tape, place: name + 1).decode(Value.self)
      name = tape.end(of: name + 1)
      // The key's type was found to be this one.
      return (number as! Key, value)
    })
    // What is out of order, and errors, are left to the own conformance.
    guard let map, name == end else { return try PersistentSortedMap(from: source) }
    return map
  }
}
