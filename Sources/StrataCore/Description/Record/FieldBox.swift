/// The value of one field, apart from its record.
class FieldBox {
  /// Calls `body` with the place of the value.
  func withPlace<Result, Failure: Error>(
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
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
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutablePointer(to: &value) { place throws(Failure) in
      try body(UnsafeMutableRawPointer(place))
    }
  }
}

extension AnyValueShape {
  /// Whether the values in two boxes are the same; those that cannot be written are not.
  func isSame(_ old: FieldBox, _ new: FieldBox) -> Bool {
    old.withPlace { old in new.withPlace { isSame(old, $0) } }
  }
}

/// Makes the boxes of one field, or of one part of a case.
class FieldBoxes {
  /// A box of what a plain value stands for.
  func box(from plain: PlainValue) throws(PatchError) -> FieldBox {
    preconditionFailure("Every field makes boxes")
  }

  /// A box of what comes next.
  func box(from json: inout JSONReader) throws(PatchError) -> FieldBox {
    preconditionFailure("Every field makes boxes")
  }

  /// A box of what is under a name.
  func box(from container: KeyedDecodingContainer<PlainCodingKey>, _ name: String) throws -> FieldBox {
    preconditionFailure("Every field makes boxes")
  }

  /// Encodes what is in a box.
  func encode(
    _ box: FieldBox,
    to container: inout KeyedEncodingContainer<PlainCodingKey>,
    _ name: String
  ) throws {
    preconditionFailure("Every field encodes")
  }
}

final class TypedFieldBoxes<Value: DescribedValue>: FieldBoxes {
  /// Looked up when it is needed first: what a case carries may be of the type that the case is of.
  private let element = ElementShape(of: Value.self)

  override func box(from plain: PlainValue) throws(PatchError) -> FieldBox {
    TypedFieldBox(try element.shape(of: Value.self).make(from: plain))
  }

  override func box(from json: inout JSONReader) throws(PatchError) -> FieldBox {
    TypedFieldBox(try element.shape(of: Value.self).read(&json))
  }

  override func box(
    from container: KeyedDecodingContainer<PlainCodingKey>,
    _ name: String
  ) throws -> FieldBox {
    let (shape, key) = (element.shape(of: Value.self), PlainCodingKey(name))
    guard shape.mayChangeInCoders else { return TypedFieldBox(try container.decode(Value.self, forKey: key)) }
    return try box(from: try container.decode(PlainCoding.self, forKey: key).plain)
  }

  override func encode(
    _ box: FieldBox,
    to container: inout KeyedEncodingContainer<PlainCodingKey>,
    _ name: String
  ) throws {
    let value = box.value(of: Value.self)
    let (shape, key) = (element.shape(of: Value.self), PlainCodingKey(name))
    guard shape.mayChangeInCoders else { return try container.encode(value, forKey: key) }
    try container.encode(PlainCoding(plain: try shape.plain(of: value)), forKey: key)
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
