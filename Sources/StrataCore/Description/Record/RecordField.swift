/// A field, and where it lies in the record.
///
/// It knows no types, so that going through the fields of a record asks for none.
final class RecordField {
  let names: DescribedName
  /// The bytes of the name; kept for as long as the process runs, as every shape is.
  let nameBytes: Bytes
  /// The name as it stands in JSON, with its colon; kept for as long as the process runs, as every shape is.
  let quotedName: Bytes
  /// The key path of the field; nil for a value that a case of an enum carries.
  let path: AnyKeyPath?
  /// The offset of the field's bytes; nil for a field that is computed or observed.
  let offset: Int?
  let size: Int
  let alignment: Int
  let shape: AnyValueShape
  private let form: ScalarForm?
  private let optionalForm: ScalarForm?
  let access: FieldAccess
  /// The value of the field where it is missing; nil where neither the description nor the type gives one.
  var fallback: FieldBox? { makeFallback() }
  private let makeFallback: () -> FieldBox?
  /// The description's value for the field where it is missing, computed anew; nil where the description has none.
  private let fallbackAgain: () -> FieldBox?
  /// How the field merges, where it says so.
  let merge: AnyFieldMerge?
  /// Whether a value is of the field's type.
  let holds: (Any) -> Bool

  convenience init<Subject, Value: DescribedValue>(
    _ names: DescribedName,
    at path: KeyPath<Subject, Value>,
    _ shape: ValueShape<Value>,
    missing value: (() -> Value)?,
    merging merge: FieldMerge<Value>?
  ) {
    let offset = MemoryLayout<Subject>.offset(of: path)
    self.init(names, shape, at: path, offset, PathAccess(path), missing: value, merging: merge)
  }

  init<Value: DescribedValue>(
    _ names: DescribedName,
    _ shape: ValueShape<Value>,
    at path: AnyKeyPath?,
    _ offset: Int?,
    _ access: FieldAccess,
    missing value: (() -> Value)?,
    merging merge: FieldMerge<Value>?
  ) {
    (self.names, self.shape, self.path, self.offset, self.access) = (names, shape, path, offset, access)
    self.merge = merge.map { AnyFieldMerge($0, shape) }
    var quoted = JSONWriter()
    quoted.writeName(names.now)
    quotedName = Self.kept(quoted.bytes)
    nameBytes = Self.kept(Array(names.now.utf8))
    (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    form = shape.form
    optionalForm = shape.optionalForm
    fallbackAgain = { value.map { TypedFieldBox($0()) } }
    let fallback = shape.mayBeAbsent ? try? shape.make(from: .null) : value?()
    makeFallback = { fallback.map { TypedFieldBox($0) } }
    holds = { type(of: $0) == Value.self || Value.self is AnyClass && $0 is Value }
  }

  private static func kept(_ bytes: [UInt8]) -> Bytes {
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = kept.initialize(fromContentsOf: bytes)
    return Bytes(UnsafeRawBufferPointer(kept))
  }

  /// Whether the field is something else where it is missing than it is in a value to begin with.
  func isElseWhereMissing(than blank: ValuePlace) -> Bool {
    guard let fallback else { return false }
    // By bytes: the shape of what is in the field may be that of the record, which is being made.
    return read(blank) { value in fallback.withPlace { !areSameBytes(value, $0.reading, size) } }
  }

  /// Whether the description has a value for a field that is none where it is missing.
  var hasOtherValueForNone: Bool {
    guard shape.mayBeAbsent, let told = fallbackAgain() else { return false }
    return !told.withPlace { shape.isAbsent($0.reading) }
  }

  /// Whether the field is another value each time that it is missing.
  var isRestlessWhereMissing: Bool {
    guard let fallback, let again = fallbackAgain() else { return false }
    return !shape.isSame(fallback, again)
  }

  var name: String { names.now }
}

extension RecordField {
  /// Calls `body` with the place of the field, or of a copy of it.
  func read<Result, Failure: Error>(
    _ record: ValuePlace,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let offset { return try body(record + offset) }
    return try access.read(record, body)
  }

  /// Calls `body` with the places of the field in two records, or of copies of it.
  func read<Result, Failure: Error>(
    _ old: ValuePlace,
    _ new: ValuePlace,
    _ body: (ValuePlace, ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try read(old) { old throws(Failure) in try read(new) { new throws(Failure) in try body(old, new) } }
  }

  /// Calls `body` with the place of the field, or of a copy that is put back afterwards.
  func change<Failure: Error>(
    _ record: MutableValuePlace,
    _ body: (MutableValuePlace) throws(Failure) -> Void
  ) throws(Failure) {
    if let offset { return try body(record + offset) }
    try access.change(record, body)
  }

  /// Puts in what the field is where it is missing; nothing where that is what a new record has.
  func setFallback(_ record: MutableValuePlace) {
    if let fallback { access.set(fallback, record) }
  }

  /// Whether the field is in a record what is in a box.
  func isSame(as box: FieldBox, in record: ValuePlace) throws(PatchError) -> Bool {
    try box.withPlace { given throws(PatchError) in
      try read(record) { field throws(PatchError) in try shape.areSame(field, given.reading) }
    }
  }

  /// Writes the field with its name, unless it is none.
  ///
  /// - Parameter value: The place of the field, not of the record.
  func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    if let form {
      json.writeName(quoted: quotedName)
      form.write(value, to: &json)
    } else if let optionalForm {
      if optionalForm.isAbsent(value) { return }
      json.writeName(quoted: quotedName)
      optionalForm.write(value.wrapped, to: &json)
    } else if !shape.isAbsent(value) {
      json.writeName(quoted: quotedName)
      try shape.write(value, to: &json)
    }
  }

  /// Does something with the field; an error says that it was there.
  func inside<Result>(_ body: () throws(PatchError) -> Result) throws(PatchError) -> Result {
    do throws(PatchError) {
      return try body()
    } catch {
      throw error.inside(.field(name))
    }
  }
}
