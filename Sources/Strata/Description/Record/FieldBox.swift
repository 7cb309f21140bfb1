/// The value of one field, apart from its record.
class FieldBox {
  /// Calls `body` with the place of the value.
  func withPlace<Result>(
    _ body: (UnsafeMutableRawPointer) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    preconditionFailure("Every box has a place")
  }
}

final class TypedFieldBox<Value>: FieldBox {
  var value: Value

  init(_ value: Value) { self.value = value }

  override func withPlace<Result>(
    _ body: (UnsafeMutableRawPointer) throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    try withUnsafeMutablePointer(to: &value) { place throws(PatchError) in
      try body(UnsafeMutableRawPointer(place))
    }
  }
}

/// The values of a record's fields, for its initialiser.
public struct FieldValues<Subject: DescribedValue> {
  private let boxes: [AnyKeyPath: FieldBox]

  init(_ boxes: [AnyKeyPath: FieldBox]) { self.boxes = boxes }

  /// The value of a field that the description tells.
  public subscript<Value>(path: KeyPath<Subject, Value>) -> Value {
    // Asking for a field that is not described is a mistake in the type, which no file can bring about.
    guard let box = boxes[path] as? TypedFieldBox<Value> else {
      preconditionFailure("\(Subject.self) asks for a field that it does not describe; describe \(path)")
    }
    return box.value
  }
}
