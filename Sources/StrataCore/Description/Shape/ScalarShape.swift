/// A number or a truth value, which is one word of JSON.
final class ScalarShape<Value: DescribedValue>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors.
  private let known: ScalarForm
  private let toPlain: @Sendable (Value) -> PlainValue
  private let fromPlain: @Sendable (PlainValue) -> Value?

  /// - Parameters:
  ///   - form: The form of the type's values.
  ///   - toPlain: Makes the plain form of a value.
  ///   - fromPlain: Makes a value; nil of what is none.
  init(
    _ form: ScalarForm,
    _ toPlain: @escaping @Sendable (Value) -> PlainValue,
    from fromPlain: @escaping @Sendable (PlainValue) -> Value?
  ) {
    (known, self.toPlain, self.fromPlain) = (form, toPlain, fromPlain)
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) -> Bool {
    areSameBytes(old, new, size) || known.areSame(old, new)
  }

  override func plain(_ value: ValuePlace) -> PlainValue {
    toPlain(value.pointer(to: Value.self).pointee)
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    guard let value = fromPlain(plain) else {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: plain.misfitting(Value.self)))
    }
    return value
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Value {
    try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place throws(PatchError) in
      // The place has room for one, and a word of JSON keeps nothing that would have to be let go.
      try known.read(&json, to: MutableValuePlace(place.baseAddress!))
      return place[0]
    }
  }

  override func read(
    _ packed: inout PackedReader,
    toEmpty place: UnsafeMutablePointer<Value>
  ) throws(PatchError) {
    // Most keys are such numbers.
    if known == .int64, let number = try packed.wholeNumber() {
      MutableValuePlace(place).storeBytes(of: number, as: Int64.self)
    } else {
      place.initialize(to: try make(from: packed.value()))
    }
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) { known.write(value, to: &json) }
  override var kindOfValue: String { "\(known)" }
  override var isFlat: Bool { true }
  override var mayDifferFromItself: Bool { known == .float || known == .double }
  override var form: ScalarForm? { known }
}
