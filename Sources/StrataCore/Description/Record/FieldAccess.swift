/// The way to a field whose type is known behind it.
class FieldAccess {
  /// Calls `body` with a copy of the field.
  func read<Result, Failure: Error>(
    _ record: ValuePlace,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    preconditionFailure("Every access reads")
  }

  /// Calls `body` with a copy of the field, and puts that back afterwards.
  func change<Failure: Error>(
    _ record: MutableValuePlace,
    _ body: (MutableValuePlace) throws(Failure) -> Void
  ) throws(Failure) {
    preconditionFailure("Every access writes")
  }

  /// A copy of the field.
  func box(of record: ValuePlace) -> FieldBox { preconditionFailure("Every access reads") }

  /// Puts a value of the field in.
  func set(_ box: FieldBox, _ record: MutableValuePlace) {
    preconditionFailure("Every access writes")
  }
}

final class PathAccess<Subject, Value: DescribedValue>: FieldAccess {
  private let path: KeyPath<Subject, Value>
  /// The same path, where the field can be written: to ask for it takes as long as to go along it.
  private let writable: WritableKeyPath<Subject, Value>?

  init(_ path: KeyPath<Subject, Value>) {
    self.path = path
    writable = path as? WritableKeyPath<Subject, Value>
  }

  private func value(in record: ValuePlace) -> Value {
    record.pointer(to: Subject.self).pointee[keyPath: path]
  }

  private func put(_ value: Value, in record: MutableValuePlace) {
    // Only records that are filled in field by field are written to, and their description takes no other key paths.
    guard let path = writable else {
      preconditionFailure("A field that is filled in can be written")
    }
    record.pointer(to: Subject.self).pointee[keyPath: path] = value
  }

  override func read<Result, Failure: Error>(
    _ record: ValuePlace,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withPlace(of: value(in: record), body)
  }

  override func change<Failure: Error>(
    _ record: MutableValuePlace,
    _ body: (MutableValuePlace) throws(Failure) -> Void
  ) throws(Failure) {
    var value = value(in: record.reading)
    try withPlace(of: &value, body)
    put(value, in: record)
  }

  override func box(of record: ValuePlace) -> FieldBox { TypedFieldBox(value(in: record)) }

  override func set(_ box: FieldBox, _ record: MutableValuePlace) {
    put(box.value(of: Value.self), in: record)
  }
}
