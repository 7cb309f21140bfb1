import PersistentCollections

/// How the values of some type are taken apart, whatever the type: where a patch or a footprint, which know no types,
/// meet the state.
///
/// Values are handed over as the places where they lie, so that a large one is looked at without a copy. A place
/// always holds a value of the shape's own type.
public class AnyValueShape: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: heirs have constants only, and what they
  // share beside that is behind locks.
  init(size: Int) { self.size = size }

  /// Whether two values are written the same, which is when they are the same.
  ///
  /// - Throws: `PatchError.unwritable` when a leaf cannot be written.
  func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    if areSameBytes(old, new, size) { return true }
    let before = try plain(old)
    return try plain(new) == before
  }

  /// Whether what a change of such a value is about is the same in two of them; false where that takes a closer look.
  func stays(
    _ change: Patch.Node,
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Bool {
    try areSame(old, new)
  }

  /// Whether two values are the same; false when that cannot be said, which is then noted.
  final func areSame(
    _ old: ValuePlace,
    _ new: ValuePlace,
    orNote failure: inout PatchError?
  ) -> Bool {
    do throws(PatchError) {
      return try areSame(old, new)
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// The difference between two values; nil when they are the same.
  ///
  /// - Throws: `PatchError.unwritable` when a leaf cannot be written.
  func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? { try Patch.Node.between(plain(old), plain(new)) }

  /// The difference between two values, both without their type.
  final func difference(from old: PlainValue, to new: PlainValue) throws(PatchError) -> Patch.Node? {
    let (old, new) = (try box(from: old), try box(from: new))
    return try old.withPlace { old throws(PatchError) in
      try new.withPlace { new throws(PatchError) in
        try difference(from: old.reading, to: new.reading)
      }
    }
  }

  /// How what is found there by a name or a key is taken apart; nil where nothing is.
  func part(at step: PathComponent) -> AnyValueShape? { nil }

  /// The difference between two values, where the differences of some fields inside are known already.
  func difference(
    from old: ValuePlace,
    to new: ValuePlace,
    knowing known: KnownDifferences
  ) throws(PatchError) -> Patch.Node? {
    if let whole = known.whole { return whole }
    return try difference(from: old, to: new)
  }

  /// The value without its type.
  func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    preconditionFailure("Every shape says what its values are")
  }

  /// Replaces the value by one that is made of a plain value.
  func decode(
    _ plain: PlainValue,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    preconditionFailure("Every shape makes its values")
  }

  /// The plain form of the value that is made of a plain value.
  final func known(of plain: PlainValue) throws(PatchError) -> PlainValue {
    try box(from: plain).withPlace { value throws(PatchError) in try self.plain(value.reading) }
  }

  /// A value that is made of a plain one, apart.
  func box(from plain: PlainValue) throws(PatchError) -> FieldBox {
    preconditionFailure("Every shape makes its values")
  }

  /// A value that is made of what comes next, apart.
  func box(from json: inout JSONReader) throws(PatchError) -> FieldBox {
    preconditionFailure("Every shape reads its values")
  }

  /// Changes the value as a node says, if it fits. When it throws, the value is not to be used any more.
  func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .replaced(let old, let new) = node else {
      throw PatchError(.otherKind(expected: node.kind))
    }
    try check(try plain(value.reading), is: old, taking)
    try decode(new, to: value, taking)
  }

  /// Changes the value as a packed node says that is known to fit. When it throws, the value is not to be used any more.
  func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    if let shared = try packed.changes(.replaced) {
      return try decode(try packed.replacement(direction, sharing: shared), to: value, .known)
    }
    let node = try packed.node()
    try apply(direction == .forward ? node : node.inverted, to: value, .known)
  }

  /// Changes the value as several packed nodes say, one after the other, which are known to fit. When it throws, the value
  /// is not to be used any more.
  ///
  /// - Parameter nodes: The positions of the nodes.
  func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    for node in packed.lasting(nodes) {
      packed.position = node
      try apply(direction, &packed, to: value)
    }
  }

  /// The identity that makes two values versions of one thing; nil where the type has none.
  var identity: EntityIdentity? { nil }

  /// Counts what the value keeps on the heap, outside its place, as far as the meter does not know it.
  func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {}

  /// Counts what the newer of two values keeps on the heap and the older one does not, and the reverse; they do not lie
  /// there byte for byte the same.
  func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    if isFlat { return }
    exchange.added += total(of: new)
    exchange.released += total(of: old)
  }

  /// How many bytes a value takes where it lies.
  final let size: Int

  private let knownSolidBytes = Found<SolidBytes>()

  /// The bytes that say what a value is.
  final var solidBytes: SolidBytes { knownSolidBytes.value { bytesOfFields ?? SolidBytes(size: size) } }

  /// Those of its fields; nil where others say something, too.
  var bytesOfFields: SolidBytes? { nil }

  /// Whether values keep nothing on the heap, so that there is nothing to look for.
  var isFlat: Bool { false }

  /// The parts of a written value or change of this kind, with their shapes; none where it is of another kind.
  ///
  /// - Throws: `PatchError.Reason.noField` for a name that the description does not know.
  func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    []
  }

  /// Whether values may be none.
  var mayBeAbsent: Bool { false }

  /// Whether the value is none, which a record leaves out.
  func isAbsent(_ value: ValuePlace) -> Bool { false }

  /// The footprints of the fields, for a type that has some.
  func measureFields(_ value: ValuePlace, into meter: inout FootprintMeter) -> [FieldFootprint] {
    measure(value, into: &meter)
    return []
  }

  /// Reads a value, and puts it in the place of the one that lies there; when it throws, that is not to be used any more.
  func read(_ json: inout JSONReader, to value: MutableValuePlace) throws(PatchError) {
    preconditionFailure("Every shape reads its values")
  }

  /// Writes the value as JSON.
  func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    json.write(try plain(value))
  }

  /// The fields that lead from a value at `start` to what is at `target`; nil when none do.
  func fields(to target: AnyKeyPath, from start: AnyKeyPath) -> [FieldStep]? { nil }

  /// The form of the values when they are single words.
  var form: ScalarForm? { nil }

  /// The form of the values inside when they are single words or none.
  var optionalForm: ScalarForm? { nil }

  /// Whether values, as keys of a map, stand as names in a record: texts and `Int`, and what is written as such.
  var isName: Bool { form?.isName ?? false }

  /// The shapes of what values consist of.
  var parts: [AnyValueShape] { [] }

  /// The problems of the type's description.
  var problems: [DescriptionError.Problem] { [] }

  /// The problems of the type's description, as far as one value shows them.
  func problems(with value: ValuePlace) -> [DescriptionError.Problem] { problems }

  /// The shape that stands for this one in a fingerprint: that of another type where both are written alike.
  var inFiles: AnyValueShape { self }

  /// The words that distinguish this kind of value from others in a fingerprint; `number` returns the number of a part.
  func trait(_ number: (AnyValueShape) -> Int) -> String {
    (["\(kindOfValue)"] + parts.map { "\(number($0))" }).joined(separator: " ")
  }

  /// A word for what the type is: how its values are written depends on nothing else, their parts aside.
  var kindOfValue: String { "value" }

  /// Whether values are written by their `Codable` as a whole.
  var isLeaf: Bool { false }

  /// Whether the value itself has a rule; see ``Validated``.
  var hasOwnRule: Bool { false }

  /// Whether a field of the value itself says how it merges.
  var hasOwnMerges: Bool { false }

  /// The value's own fields that are transient, each as what is wrong with it where undo covers the value.
  var transientFields: [DescriptionError.Problem] { [] }

  private let knownMerges = Found<Bool>()

  /// Whether the type of the value, or of what may be in it, says something of how it merges.
  final var hasMerges: Bool { knownMerges.value { reachable.contains(where: \.hasOwnMerges) } }

  /// How elements are known again; nil of what is no list, and of lists whose elements are not `Identifiable`.
  var listedElements: ListedElements? { nil }

  /// The value at the end of a step, for merging the changes of it; nil where there is none.
  func mergeBase(at step: PathComponent, of value: ValuePlace) throws(PatchError) -> MergeBase? { nil }

  private let knownRules = Found<Bool>()

  /// Whether the value or what may be in it has a rule.
  package final var hasRules: Bool { knownRules.value { reachable.contains(where: \.hasOwnRule) } }

  /// Whether `==` can be asked whether values are written differently: not numbers that are not equal to themselves,
  /// not leaves of the app's own, and not values in values of their own kind, which may be deeper than a stack.
  @usableFromInline
  final var isReflexive: Bool { !mayDifferInside && !isRecursive }

  private let knownDifference = Found<Bool>()

  /// Whether the value, or what may be in it, may not be equal to one that is written the same.
  final var mayDifferInside: Bool {
    knownDifference.value { reachable.contains(where: \.mayDifferFromItself) }
  }

  /// Whether a value may not be equal to one that is written the same.
  var mayDifferFromItself: Bool { false }

  /// Lets the values inside, and then the value itself, repair or refuse what they are made of; see ``Validated``.
  func validate(_ value: MutableValuePlace) throws(PatchError) {}
}

extension AnyValueShape {
  /// The shape of a type that is described; nil of any other.
  @usableFromInline
  static func ofDescribed(_ type: Any.Type) -> AnyValueShape? {
    func shape<Known: DescribedValue>(of type: Known.Type) -> AnyValueShape { type._shape }
    return (type as? any DescribedValue.Type).map { shape(of: $0) }
  }

  /// Whether two values are the same; those that cannot be written are not.
  @usableFromInline
  final func isSame(_ old: ValuePlace, _ new: ValuePlace) -> Bool {
    (try? areSame(old, new)) ?? false
  }
}

extension AnyValueShape {
  /// The value without its type; an error says at which step.
  func plain(_ value: ValuePlace, at step: PathComponent) throws(PatchError) -> PlainValue {
    do { return try plain(value) } catch { throw error.inside(step) }
  }

  /// The difference between two values; an error names the step.
  func difference(
    from old: ValuePlace,
    to new: ValuePlace,
    at step: PathComponent
  ) throws(PatchError) -> Patch.Node? {
    do { return try difference(from: old, to: new) } catch { throw error.inside(step) }
  }
}
