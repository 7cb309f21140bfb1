/// A field, and where it lies in the record.
///
/// It knows no types, so that going through the fields of a record asks for none.
final class RecordField {
  let name: String
  let nameBytes: [UInt8]
  /// The name as it stands in JSON, with its colon; kept for as long as the process runs, as every shape is.
  let quotedName: UnsafeBufferPointer<UInt8>
  let path: AnyKeyPath
  /// Where the field's bytes are; nil for a field that is computed or observed.
  let offset: Int?
  let size: Int
  let shape: AnyValueShape
  private let form: ScalarForm?
  private let optionalForm: ScalarForm?
  let access: FieldAccess

  init<Subject, Value>(_ name: String, at path: WritableKeyPath<Subject, Value>, _ shape: ValueShape<Value>) {
    var quoted = JSONWriter()
    quoted.writeName(name)
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: quoted.bytes.count)
    _ = kept.initialize(fromContentsOf: quoted.bytes)
    self.name = name
    nameBytes = Array(name.utf8)
    quotedName = UnsafeBufferPointer(kept)
    self.path = path
    offset = MemoryLayout<Subject>.offset(of: path)
    size = MemoryLayout<Value>.size
    self.shape = shape
    form = shape.form
    optionalForm = shape.optionalForm
    access = PathAccess(path)
  }
}

extension RecordField {
  /// Calls `body` with the place of the field, or of a copy of it.
  func read<Result>(
    _ record: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    if let offset { return try body(record + offset) }
    return try access.read(record, body)
  }

  func read<Result>(_ record: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    if let offset { return body(record + offset) }
    return access.read(record, body)
  }

  /// Writes the field with its name, unless it is none.
  ///
  /// - Parameter value: The place of the field, not of the record.
  func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    if let form {
      json.writeName(quoted: quotedName)
      form.write(value, to: &json)
    } else if let optionalForm {
      if optionalForm.isAbsent(value) { return }
      json.writeName(quoted: quotedName)
      optionalForm.write(value, to: &json)
    } else if shape.isAbsent(value) {
      return
    } else {
      json.writeName(quoted: quotedName)
      try shape.write(value, to: &json)
    }
  }

  /// Calls `body` with the place of the field, or of a copy that is put back afterwards.
  func change(
    _ record: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) throws(PatchError) -> Void
  ) throws(PatchError) {
    if let offset { return try body(record + offset) }
    try access.change(record, body)
  }
}

/// The way to a field that has no place of its own in the record.
class FieldAccess {
  func read<Result, Failure: Error>(
    _ record: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    preconditionFailure("Every access reads")
  }

  func change<Failure: Error>(
    _ record: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Void
  ) throws(Failure) {
    preconditionFailure("Every access writes")
  }
}

final class PathAccess<Subject, Value>: FieldAccess {
  private let path: WritableKeyPath<Subject, Value>

  init(_ path: WritableKeyPath<Subject, Value>) {
    self.path = path
  }

  override func read<Result, Failure: Error>(
    _ record: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let value = record.assumingMemoryBound(to: Subject.self).pointee[keyPath: path]
    return try withUnsafePointer(to: value) { value throws(Failure) in try body(UnsafeRawPointer(value)) }
  }

  override func change<Failure: Error>(
    _ record: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let record = record.assumingMemoryBound(to: Subject.self)
    var value = record.pointee[keyPath: path]
    try withUnsafeMutablePointer(to: &value) { value throws(Failure) in
      try body(UnsafeMutableRawPointer(value))
    }
    record.pointee[keyPath: path] = value
  }
}
