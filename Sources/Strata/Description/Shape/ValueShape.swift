import PersistentCollections

/// How the values of some type are taken apart, whatever the type: where a patch or a footprint, which know no types,
/// meet the state.
///
/// Values are handed over as the places where they lie, so that a large one is looked at without a copy. A place
/// always holds a value of the shape's own type.
public class AnyValueShape: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: heirs have constants only, and what they
  // share beside that is behind locks.
  init() {}

  /// What leads from one value to the other; nil when they are written the same.
  ///
  /// - Throws: `PatchError.unencodable` when a leaf cannot be written.
  func difference(from old: UnsafeRawPointer, to new: UnsafeRawPointer) throws(PatchError) -> Patch.Node? {
    try Patch.Node.between(plain(old), plain(new))
  }

  /// Whether two values are written the same.
  func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) throws(PatchError) -> Bool {
    try plain(old) == plain(new)
  }

  /// The value without its type.
  func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    preconditionFailure("Every shape says what its values are")
  }

  /// Replaces the value by one that is made of a plain value.
  func decode(
    _ plain: PlainValue,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    preconditionFailure("Every shape makes its values")
  }

  /// What the value that is made of a plain one is written as.
  func known(of plain: PlainValue) throws(PatchError) -> PlainValue {
    preconditionFailure("Every shape makes its values")
  }

  /// Changes the value as a node says, if it fits. When it throws, the value is not to be used any more.
  func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    switch node {
    case .replaced(let old, let new):
      try check(try plain(value), is: old, taking)
      try decode(new, to: value, taking)
    case .text:
      var plain = try plain(value)
      try plain.apply(node)
      try decode(plain, to: value, taking)
    default: throw PatchError(.otherKind(expected: node.kind))
    }
  }

  /// Changes the value as a packed node says that is known to fit. When it throws, the value is not to be used any more.
  func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    if try packed.changes(.replaced) != nil {
      return try decode(try packed.replacement(direction), to: value, .known)
    }
    let node = try packed.node()
    try apply(direction == .forward ? node : node.inverted, to: value, .known)
  }

  /// Counts what the value keeps on the heap, outside its place, as far as the meter does not know it.
  func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {}

  /// Counts what the newer of two values keeps on the heap and the older one does not, and the reverse; they do not lie
  /// there byte for byte the same.
  ///
  /// - Parameter earlier: What the value was before both; nil for what was not there, or where nobody asks.
  func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    if isFlat { return }
    exchange.made += total(of: new)
    leave(old, since: earlier, into: &exchange)
  }

  /// Counts what goes as a whole from an exchange.
  final func leave(
    _ old: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    let all = total(of: old)
    exchange.replaced += all
    guard let earlier else { return exchange.passed += all }
    if areSameBytes(earlier, old, size) { return }
    var sinceThen = FootprintExchange()
    self.exchange(from: earlier, to: old, since: nil, into: &sinceThen)
    exchange.passed += sinceThen.made
  }

  /// How many bytes a value takes where it lies.
  var size: Int { preconditionFailure("Every shape knows its values") }

  /// Counts what comes or goes as a whole on one side of an exchange.
  final func total(of value: UnsafeRawPointer) -> Footprint {
    var meter = FootprintMeter()
    measure(value, into: &meter)
    return meter.total
  }

  /// Whether values keep nothing on the heap, so that nobody need look.
  var isFlat: Bool { false }

  /// Whether the value is none, which a record leaves out.
  func isAbsent(_ value: UnsafeRawPointer) -> Bool { false }

  /// The footprints of the fields, for a type that has some.
  func measureFields(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) -> [FieldFootprint] {
    measure(value, into: &meter)
    return []
  }

  /// Writes the value as JSON.
  func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    json.write(try plain(value))
  }

  /// The names of the fields that lead from a value at `start` to what is at `target`; nil when none do.
  func fieldNames(to target: AnyKeyPath, from start: AnyKeyPath) -> [String]? { nil }

  /// The form of the values when they are single words.
  var form: ScalarForm? { nil }

  /// The form of the values inside when they are single words or none.
  var optionalForm: ScalarForm? { nil }

  /// Everything that a description says of its fields, for who checks it; nil for what has none.
  package var fields: [(name: String, path: AnyKeyPath)]? { nil }
}

/// How the values of one type are taken apart; see ``Described``.
public class ValueShape<Value>: AnyValueShape, @unchecked Sendable {
  // Unchecked as the class above.

  final override var size: Int { MemoryLayout<Value>.size }

  /// Makes a value of a plain one.
  func make(from plain: PlainValue) throws(PatchError) -> Value {
    preconditionFailure("Every shape makes its values")
  }

  final override func decode(
    _ plain: PlainValue,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    value.assumingMemoryBound(to: Value.self).pointee = try make(from: plain, taking)
  }

  final override func known(of plain: PlainValue) throws(PatchError) -> PlainValue {
    try self.plain(of: try make(from: plain))
  }
}

extension ValueShape where Value: Decodable {
  /// Makes a value by its own initialiser.
  final func decoded(from plain: PlainValue) throws(PatchError) -> Value {
    do {
      return try JSONTape(of: plain).decoded(at: 0)
    } catch {
      throw PatchError(.unmakeable(type: "\(Value.self)", reason: "\(error)"))
    }
  }
}

/// The shapes that were asked for, one for each type.
@usableFromInline
enum ShapeTable {
  private static let shapes = Guarded<[ObjectIdentifier: AnyValueShape]>([:])

  /// The shape of a type, made if it is asked for the first time.
  ///
  /// It is made outside the lock, because that runs the app's description and asks for other shapes; when two threads
  /// make one at a time, the first one stays.
  @usableFromInline
  static func shape<Value>(of type: Value.Type, _ make: () -> ValueShape<Value>) -> ValueShape<Value> {
    let id = ObjectIdentifier(type)
    if let known = shapes.withLock({ $0[id] }) { return unsafeDowncast(known, to: ValueShape<Value>.self) }
    let made = make()
    let kept = shapes.withLock { shapes in
      if let known = shapes[id] { return known }
      shapes[id] = made
      return made as AnyValueShape
    }
    return unsafeDowncast(kept, to: ValueShape<Value>.self)
  }
}

/// A shape that is looked up when it is needed first: elements of a collection may be of the type that it is in.
///
/// It leaves out the type, because asking the runtime for a generic one takes longer than all the rest.
final class ElementShape: Sendable {
  private let known = Guarded<AnyValueShape?>(nil)
  private let find: @Sendable () -> AnyValueShape

  init<Value: Described>(of type: Value.Type) {
    find = { Value._shape }
  }

  var shape: AnyValueShape {
    if let shape = known.withLock({ $0 }) { return shape }
    let shape = find()
    known.withLock { $0 = shape }
    return shape
  }

  /// The shape with the type that it was made for.
  func shape<Value>(of type: Value.Type) -> ValueShape<Value> {
    unsafeDowncast(shape, to: ValueShape<Value>.self)
  }
}
