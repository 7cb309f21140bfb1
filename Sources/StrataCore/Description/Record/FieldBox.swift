/// The value of one field, apart from its record.
class FieldBox {
  /// Calls `body` with the place of the value.
  func withPlace<Result, Failure: Error>(
    _ body: (MutableValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    preconditionFailure("Every box has a place")
  }

  /// The value, for the field or the part of a case that made the box.
  final func value<Value>(of type: Value.Type) -> Value {
    // A field's boxes are all made for it, and so are those of a case's part: no other one asks for what is in them.
    unsafeDowncast(self, to: TypedFieldBox<Value>.self).value
  }
}

final class TypedFieldBox<Value>: FieldBox {
  var value: Value

  init(_ value: Value) { self.value = value }

  override func withPlace<Result, Failure: Error>(
    _ body: (MutableValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StrataCore.withPlace(of: &value, body)
  }
}

extension AnyValueShape {
  /// Whether the values in two boxes are the same; those that cannot be written are not.
  func isSame(_ old: FieldBox, _ new: FieldBox) -> Bool {
    old.withPlace { old in new.withPlace { isSame(old.reading, $0.reading) } }
  }
}

/// The values of a record's fields, for its initialiser.
public struct FieldValues<Subject: DescribedValue> {
  private let boxes: [AnyKeyPath: FieldBox]

  init(_ boxes: [AnyKeyPath: FieldBox]) { self.boxes = boxes }

  /// The value of a field that the description tells.
  ///
  /// - Throws: ``DescriptionError`` for one that it does not tell: which fields an initialiser asks for may depend on what
  ///   a file has.
  public subscript<Value>(path: KeyPath<Subject, Value>) -> Value {
    get throws(DescriptionError) {
      guard let box = boxes[path] as? TypedFieldBox<Value> else {
        throw DescriptionError(problems: [.undescribed(path: "\(path)", type: "\(Subject.self)")])
      }
      return box.value
    }
  }
}
