import PersistentCollections

/// A value that is written by `Codable`.
final class LeafShape<Value: Codable>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors.
  static func encoded(_ value: Value) throws(PatchError) -> PlainValue {
    if let formatted = value as? any PlainFormatted { return formatted.plainForm }
    do {
      return try PlainEncoder.plain(value)
    } catch {
      throw PatchError(.unwritable(reason: "\(error)"))
    }
  }

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    try Self.encoded(value.assumingMemoryBound(to: Value.self).pointee)
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value { try decoded(from: plain) }

  /// What a leaf keeps on the heap cannot be seen; it is taken to be what its plain form would.
  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    if isFlat { return }
    if let plain = try? plain(value) { meter.countStorage(of: plain) }
  }

  override var isFlat: Bool { _isPOD(Value.self) }
}

/// A value that has its own word in JSON.
final class PlainShape<Value: Described>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let toPlain: @Sendable (Value) -> PlainValue
  private let fromPlain: @Sendable (PlainValue) -> Value?
  private let known = ScalarForm(of: Value.self)

  /// - Parameter fromPlain: What is nearly always done; where it gives nil, the value's own initialiser is asked.
  init(
    _ toPlain: @escaping @Sendable (Value) -> PlainValue,
    from fromPlain: @escaping @Sendable (PlainValue) -> Value? = { _ in nil }
  ) {
    self.toPlain = toPlain
    self.fromPlain = fromPlain
  }

  override func plain(_ value: UnsafeRawPointer) -> PlainValue {
    toPlain(value.assumingMemoryBound(to: Value.self).pointee)
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    if let value = fromPlain(plain) { return value }
    return try decoded(from: plain)
  }

  override var isFlat: Bool { true }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) {
    if let known { known.write(value, to: &json) } else { json.write(plain(value)) }
  }

  override var form: ScalarForm? { known }
}

/// A text: compared by its bytes, and counted where they lie on the heap.
final class TextShape: ValueShape<String>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private func text(_ value: UnsafeRawPointer) -> String {
    value.assumingMemoryBound(to: String.self).pointee
  }

  override func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    text(old).isWritten(as: text(new))
  }

  override func plain(_ value: UnsafeRawPointer) -> PlainValue { .text(text(value)) }

  override func make(from plain: PlainValue) throws(PatchError) -> String {
    guard case .text(let text) = plain else { return try decoded(from: plain) }
    return text
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    meter.countStorage(of: text(value))
  }

  override func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    // Copies of a text are the same bytes, save for one that was written to the last of them.
    exchange.made += text(new).storage
    let replaced = text(old).storage
    exchange.replaced += replaced
    if let earlier, areSameBytes(earlier, old, size) { return }
    exchange.passed += replaced
  }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) {
    json.write(text(value))
  }

  override var form: ScalarForm? { .text }
}

/// A value that stands for another one, as the cases of an enum do for texts.
final class RawShape<Value: DescribedLeaf & RawRepresentable>: ValueShape<Value>, @unchecked Sendable
where Value.RawValue: DescribedLeaf {
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
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: "\(plain) stands for none of its values"))
    }
    return value
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    if isFlat { return }
    withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) {
      raw.measure($0, into: &meter)
    }
  }

  override var isFlat: Bool { _isPOD(Value.self) }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    try withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.rawValue) {
      value throws(PatchError) in
      try raw.write(value, to: &json)
    }
  }
}

/// A value or none.
final class OptionalShape<Wrapped: Described>: ValueShape<Wrapped?>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let wrapped = ElementShape(of: Wrapped.self)
  /// Whether the value inside may be none itself; it then stands in a list, so that one none is not the other.
  private let isNested = Wrapped.self is any AnyOptional.Type
  private let inner = ScalarForm(of: Wrapped.self)

  private func value(_ place: UnsafeRawPointer) -> Wrapped? {
    place.assumingMemoryBound(to: Wrapped?.self).pointee
  }

  override func isAbsent(_ value: UnsafeRawPointer) -> Bool {
    if let inner { inner.isAbsent(value) } else { self.value(value) == nil }
  }

  override var optionalForm: ScalarForm? { inner }

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    guard let inner = self.value(value) else { return .null }
    let plain = try withUnsafePointer(to: inner) { value throws(PatchError) in try wrapped.shape.plain(value)
    }
    return isNested ? .list([plain]) : plain
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Wrapped? {
    if case .null = plain { return nil }
    if isNested, case .list(let values) = plain, let value = values.first {
      return try wrapped.shape(of: Wrapped.self).make(from: value)
    }
    return try wrapped.shape(of: Wrapped.self).make(from: plain)
  }

  override func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer
  ) throws(PatchError) -> Patch.Node? {
    guard !isNested, let before = value(old), let after = value(new) else {
      return try super.difference(from: old, to: new)
    }
    return try withUnsafePointer(to: before) { before throws(PatchError) in
      try withUnsafePointer(to: after) { after throws(PatchError) in
        try wrapped.shape.difference(from: before, to: after)
      }
    }
  }

  override func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) throws(PatchError) -> Bool {
    guard let before = value(old), let after = value(new) else {
      return value(old) == nil && value(new) == nil
    }
    return try withUnsafePointer(to: before) { before throws(PatchError) in
      try withUnsafePointer(to: after) { after throws(PatchError) in
        try wrapped.shape.areSame(before, after)
      }
    }
  }

  override func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    let place = value.assumingMemoryBound(to: Wrapped?.self)
    guard !node.isReplacement, !isNested, var inner = place.pointee.take() else {
      return try super.apply(node, to: value, taking)
    }
    try withUnsafeMutablePointer(to: &inner) { inner throws(PatchError) in
      try wrapped.shape.apply(node, to: inner, taking)
    }
    place.pointee = inner
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    let place = value.assumingMemoryBound(to: Wrapped?.self)
    if isNested || packed.isReplacement { return try super.apply(direction, &packed, to: value) }
    guard var inner = place.pointee.take() else { throw PatchError(.nothingThere) }
    try withUnsafeMutablePointer(to: &inner) { inner throws(PatchError) in
      try wrapped.shape.apply(direction, &packed, to: inner)
    }
    place.pointee = inner
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    if isFlat { return }
    if let inner = self.value(value) {
      withUnsafePointer(to: inner) { wrapped.shape.measure($0, into: &meter) }
    }
  }

  override func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    guard let before = value(old), let after = value(new) else {
      return super.exchange(from: old, to: new, since: earlier, into: &exchange)
    }
    withUnsafePointer(to: before) { before in
      withUnsafePointer(to: after) { after in
        guard let past = earlier.flatMap({ value($0) }) else {
          return wrapped.shape.exchange(from: before, to: after, since: nil, into: &exchange)
        }
        withUnsafePointer(to: past) {
          wrapped.shape.exchange(from: before, to: after, since: $0, into: &exchange)
        }
      }
    }
  }

  override func measureFields(
    _ value: UnsafeRawPointer,
    into meter: inout FootprintMeter
  ) -> [FieldFootprint] {
    guard let inner = self.value(value) else { return [] }
    return withUnsafePointer(to: inner) { wrapped.shape.measureFields($0, into: &meter) }
  }

  override var isFlat: Bool { _isPOD(Wrapped.self) }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    if isNested { return json.write(try plain(value)) }
    if isAbsent(value) { return json.writeNull() }
    // What is in an optional lies at its beginning, as it does alone.
    if let inner { return inner.write(value, to: &json) }
    try wrapped.shape.write(value, to: &json)
  }
}

/// What all optionals are.
private protocol AnyOptional {}
extension Optional: AnyOptional {}
