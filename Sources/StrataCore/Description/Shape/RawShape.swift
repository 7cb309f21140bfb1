import PersistentCollections

/// A value that stands for another one, as the cases of an enum do for texts.
@usableFromInline
final class RawShape<Value: DescribedLeaf & RawRepresentable>: ValueShape<Value>, @unchecked Sendable
where Value.RawValue: DescribedValue {
  // Unchecked as its ancestors.
  private let raw = Value.RawValue._shape
  private let walks: RawWalks<Value>
  /// Whether what stands for a value is read as it is written, whatever it is: a text, or a number that can be counted with.
  private let isReadAsWritten: Bool

  @usableFromInline
  init(_ walks: RawWalks<Value>) {
    self.walks = walks
    isReadAsWritten = raw.form != nil && !raw.mayDifferFromItself
    super.init()
  }

  override var mayDifferFromItself: Bool { raw.mayDifferFromItself }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    [(part, raw)]
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    return try written(old) == written(new)
  }

  /// The value without its type, which is shown to come back: nothing else is written.
  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    var plain = PlainValue.null
    try withRaw(value) { given throws(PatchError) in
      plain = try raw.plain(given)
      if !comesBack(value, from: given) { try check(value, comesBackFrom: plain) }
    }
    return plain
  }

  /// Whether it is seen at once that what stands for a value makes the same value again.
  private func comesBack(_ value: ValuePlace, from given: ValuePlace) -> Bool {
    isReadAsWritten && walks.comesBack(value, given)
  }

  private func written(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    var plain = PlainValue.null
    try withRaw(value) { given throws(PatchError) in plain = try raw.plain(given) }
    return plain
  }

  /// Calls `body` with what stands for a value; null is nothing that may.
  private func withRaw(
    _ value: ValuePlace,
    _ body: (ValuePlace) throws(PatchError) -> Void
  ) throws(PatchError) {
    try walks.withRaw(value) { given throws(PatchError) in
      if raw.isAbsent(given) { throw PatchError(writingNull: Value.self) }
      try body(given)
    }
  }

  private func check(_ value: ValuePlace, comesBackFrom plain: PlainValue) throws(PatchError) {
    guard let back = Value(rawValue: try raw.make(from: plain)) else {
      throw PatchError(
        .unwritable(reason: "\(Value.self) writes \(plain), which stands for none of its values")
      )
    }
    let value = value.pointer(to: Value.self).pointee
    let again = try withPlace(of: back) { back throws(PatchError) in try written(back) }
    if again == plain {
      // A value that is not equal to itself cannot be compared.
      guard let value = value as? any Equatable, value.equals(value), !value.equals(back) else { return }
    }
    throw PatchError(.unwritable(reason: "\(Value.self) writes \(plain), which it reads as another value"))
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    guard let value = Value(rawValue: try raw.make(from: plain)) else {
      throw strange(plain)
    }
    return value
  }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    if isFlat { return }
    withPlace(of: value.pointer(to: Value.self).pointee.rawValue) {
      raw.measure($0, into: &meter)
    }
  }

  override func read(_ json: inout JSONReader) throws(PatchError) -> Value {
    let value = try raw.read(&json)
    if let value = Value(rawValue: value) { return value }
    throw strange(try raw.plain(of: value))
  }

  override func read(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    let given = try raw.read(&json)
    if withPlace(of: given, { walks.put($0, value) }) { return }
    throw strange(try raw.plain(of: given))
  }

  private func strange(_ plain: PlainValue) -> PatchError {
    PatchError(.unmakeable(type: "\(Value.self)", reason: "\(plain) stands for none of its values"))
  }

  override var isName: Bool { raw.isName }
  override var kindOfValue: String { "raw" }

  /// Values that can be counted are told from others by what they stand for: where one goes, older steps may have it.
  override func trait(_ number: (AnyValueShape) -> Int) -> String {
    func words<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
      Cases.allCases.compactMap {
        ($0 as? Value).flatMap { try? withPlace(of: $0) { try written($0) } }
      }
      .map(\.description).sorted()
    }
    let trait = super.trait(number)
    guard let countable = Value.self as? any CaseIterable.Type else { return trait }
    return "\(trait) of \(words(of: countable).joined(separator: ","))"
  }
  override var parts: [AnyValueShape] { [raw] }
  override var isFlat: Bool { _isPOD(Value.self) }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    let isChecked = json.checksLeaves
    try withRaw(value) { given throws(PatchError) in
      if isChecked, !comesBack(value, from: given) {
        try check(value, comesBackFrom: try raw.plain(given))
      }
      try raw.write(given, to: &json)
    }
  }
}
