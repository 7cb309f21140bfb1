import PersistentCollections

/// A value that stands for another one, as the cases of an enum do for texts.
final class RawShape<Value: DescribedLeaf & RawRepresentable>: ValueShape<Value>, @unchecked Sendable
where Value.RawValue: DescribedValue {
  // Unchecked as its ancestors.
  private let raw = Value.RawValue._shape

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    try withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) {
      value throws(PatchError) in
      try raw.plain(value)
    }
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    guard let value = Value(rawValue: try raw.make(from: plain)) else {
      throw strange(plain)
    }
    return value
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    if isFlat { return }
    withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) {
      raw.measure($0, into: &meter)
    }
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Value {
    let value = try raw.read(&json)
    if let value = Value(rawValue: value) { return value }
    throw strange(try raw.plain(of: value))
  }

  private func strange(_ plain: PlainValue) -> PatchError {
    PatchError(.unmakeable(type: "\(Value.self)", reason: "\(plain) stands for none of its values"))
  }

  override var isName: Bool { raw.isName && Value.self is any CodingKeyRepresentable.Type }
  override var kindOfValue: String { "raw" }
  override var parts: [AnyValueShape] { [raw] }
  override var isFlat: Bool { _isPOD(Value.self) }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    try withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) {
      value throws(PatchError) in
      try raw.write(value, to: &json)
    }
  }
}
