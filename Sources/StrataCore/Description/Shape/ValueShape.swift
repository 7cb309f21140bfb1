/// How the values of one type are taken apart; see ``Described``.
public class ValueShape<Value>: AnyValueShape, @unchecked Sendable {
  // Unchecked as the class above.

  private let rule = Value.self as? any Validated.Type
  final override var hasOwnRule: Bool { rule != nil }
  override func validate(_ value: MutableValuePlace) throws(PatchError) { try rule?.validate(value) }

  init() { super.init(size: MemoryLayout<Value>.size) }

  private let ownIdentity = EntityIdentity(of: Value.self)
  final override var identity: EntityIdentity? { ownIdentity }

  /// Makes a value of a plain one.
  func make(from plain: PlainValue) throws(PatchError) -> Value {
    preconditionFailure("Every shape makes its values")
  }

  final override func box(from plain: PlainValue) throws(PatchError) -> FieldBox {
    TypedFieldBox(try make(from: plain))
  }

  final override func box(from json: inout JSONReader) throws(PatchError) -> FieldBox {
    TypedFieldBox(try read(&json))
  }

  /// Makes a key of the name that stands for it in a record; numbers are written as they stand there. Of what is written
  /// as a name itself, one that is written otherwise is none, as 1.0 is no whole number's.
  func make(fromName name: String) throws(PatchError) -> Value {
    if let value = try? make(from: .text(name)) { return value }
    let none = PatchError(.unmakeable(type: "\(Value.self)", reason: "'\(name)' is no key"))
    guard let plain = try? PlainValue(json: name.utf8), !plain.isText, plain.name.isWritten(as: name) else {
      throw none
    }
    let value = try make(from: plain)
    if isName, try !self.plain(of: value).name.isWritten(as: name) { throw none }
    return value
  }

  /// The value as its rules have it; nil when it is fine as it is.
  func repaired(_ value: Value) throws(PatchError) -> Value? {
    var repaired = value
    try withPlace(of: &repaired) { place throws(PatchError) in try validate(place) }
    return try areSame(value, repaired) ? nil : repaired
  }

  /// Makes a value of what comes next.
  func read(_ json: inout JSONReader) throws(PatchError) -> Value {
    try make(from: json.plain())
  }

  /// Makes a value of what comes next where it stays: in a place that is empty, and is so still when it throws.
  func read(_ json: inout JSONReader, toEmpty place: UnsafeMutablePointer<Value>) throws(PatchError) {
    place.initialize(to: try read(&json))
  }

  /// Makes a value of what comes next in packed bytes where it stays, in a place that is empty, and is so still when it
  /// throws.
  func read(_ packed: inout PackedReader, toEmpty place: UnsafeMutablePointer<Value>) throws(PatchError) {
    place.initialize(to: try make(from: packed.value()))
  }

  override func read(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    value.pointer(to: Value.self).pointee = try read(&json)
  }

  override func problems(with value: ValuePlace) -> [DescriptionError.Problem] {
    do throws(PatchError) {
      _ = try plain(value)
      return problems
    } catch {
      return problems + [.notReadable(field: "", type: "\(Value.self)", reason: "\(error)")]
    }
  }

  final override func decode(
    _ plain: PlainValue,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    value.pointer(to: Value.self).pointee = try make(from: plain, taking)
  }
}

extension ValueShape {
  /// The value without its type.
  func plain(of value: Value) throws(PatchError) -> PlainValue {
    try withPlace(of: value) { value throws(PatchError) in try plain(value) }
  }

  /// Whether two values are written the same.
  func areSame(_ old: Value, _ new: Value) throws(PatchError) -> Bool {
    try withPlace(of: old) { old throws(PatchError) in
      try withPlace(of: new) { new throws(PatchError) in try areSame(old, new) }
    }
  }

  /// Changes the value as a node says, if it fits.
  func apply(_ node: Patch.Node, toValue value: inout Value, _ taking: PatchTaking) throws(PatchError) {
    try withPlace(of: &value) { value throws(PatchError) in
      try apply(node, to: value, taking)
    }
  }
}
