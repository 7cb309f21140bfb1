/// Turns what is `Codable` into plain values.
///
/// Only leaves come here: a described record, list or map is taken apart by its ``ValueShape``, which is faster and knows
/// what is shared.
enum PlainEncoder {
  static func plain(_ value: some Encodable) throws -> PlainValue {
    let box = PlainBox()
    try box.encode(value, at: [])
    return box.value
  }
}

/// A value under construction: containers may be filled in any order, also after their parent's next member.
private final class PlainBox {
  private enum Content {
    case nothing
    case value(PlainValue)
    case list
    case record
  }

  private var content = Content.nothing
  /// The elements of a list, or what is under the names of a record.
  private var boxes: [PlainBox] = []
  private var names: [String] = []
  /// The places of the names, once there are too many names to search one by one.
  private var places: [PlainValue: Int] = [:]
  /// In how many lists and records the value stands.
  private let depth: Int

  init(inside depth: Int = 0) { self.depth = depth }

  /// Goes no deeper than a reader does: what is nested deeper may be more than a stack has room for.
  func checkDepth() throws(PatchError) {
    if depth > jsonDepthLimit { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
  }

  func set(_ value: PlainValue) { content = .value(value) }
  func becomeList() { content = .list }
  func becomeRecord() { content = .record }

  var count: Int { boxes.count }

  func appended() -> PlainBox {
    let box = PlainBox(inside: depth + 1)
    boxes.append(box)
    return box
  }

  func member(_ name: String) -> PlainBox {
    if let place = place(of: name) { return boxes[place] }
    names.append(name)
    if !places.isEmpty { places[.text(name)] = boxes.count }
    return appended()
  }

  private func place(of name: String) -> Int? {
    if names.count < 16 { return names.firstIndex { $0.isWritten(as: name) } }
    if places.isEmpty {
      for (place, name) in names.enumerated() { places[.text(name)] = place }
    }
    return places[.text(name)]
  }

  /// The finished value; a type that encoded nothing is an empty record.
  var value: PlainValue {
    switch content {
    case .nothing: .record([:])
    case .value(let value): value
    case .list: .list(boxes.map(\.value))
    case .record:
      .record(PlainRecord(members: zip(names, boxes).map { PlainRecord.Member($0, $1.value) }))
    }
  }
}

private struct BoxEncoder: Encoder {
  let box: PlainBox
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    box.becomeRecord()
    return KeyedEncodingContainer(RecordContainer(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.becomeList()
    return ListContainer(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueContainer(box: box, codingPath: codingPath)
  }
}

extension PlainBox {
  func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
    switch value {
    case let value as Bool: set(.bool(value))
    case let value as String: set(.text(value))
    case let value as Double: set(.number(value))
    case let value as Float: set(.number(Double(value)))
    case let value as any BinaryInteger:
      guard let plain = PlainValue(value) else {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: path, debugDescription: "\(value) takes more than 64 bits")
        )
      }
      set(plain)
    case let value as any PlainFormatted: set(value.plainForm)
    default:
      try checkDepth()
      try value.encode(to: BoxEncoder(box: self, codingPath: path))
    }
  }
}

private struct ValueContainer: SingleValueEncodingContainer {
  let box: PlainBox
  let codingPath: [any CodingKey]

  func encodeNil() { box.set(.null) }
  func encode<Value: Encodable>(_ value: Value) throws { try box.encode(value, at: codingPath) }
}

// The standard library has methods of their own for these two, which refuse whatever the number is.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ValueContainer {
  func encode(_ value: Int128) throws { try box.encode(value, at: codingPath) }
  func encode(_ value: UInt128) throws { try box.encode(value, at: codingPath) }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let box: PlainBox
  let codingPath: [any CodingKey]
  var count: Int { box.count }

  private var nextPath: [any CodingKey] { codingPath + [PlainCodingKey(index: count)] }

  func encodeNil() { box.appended().set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try append(value) }

  func append(_ value: some Encodable) throws {
    let path = nextPath
    try box.appended().encode(value, at: path)
  }

  func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

  func superEncoder() -> any Encoder {
    let path = nextPath
    return BoxEncoder(box: box.appended(), codingPath: path)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ListContainer {
  func encode(_ value: Int128) throws { try append(value) }
  func encode(_ value: UInt128) throws { try append(value) }
}

private struct RecordContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: PlainBox
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { box.member(key.stringValue).set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try box.member(key.stringValue).encode(value, at: codingPath + [key])
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    BoxEncoder(box: box.member("super"), codingPath: codingPath + [PlainCodingKey("super")])
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    BoxEncoder(box: box.member(key.stringValue), codingPath: codingPath + [key])
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RecordContainer {
  func encode(_ value: Int128, forKey key: Key) throws {
    try box.member(key.stringValue).encode(value, at: codingPath + [key])
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try box.member(key.stringValue).encode(value, at: codingPath + [key])
  }
}

/// Any text or position as a part of a coding path.
struct PlainCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(_ step: PathComponent) {
    switch step {
    case .field(let name): self.init(name)
    case .key(let key): self.init(key.name)
    case .position(let position): self.init(index: position)
    }
  }

  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { self.init(index: intValue) }
}
