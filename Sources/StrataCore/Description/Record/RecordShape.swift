import PersistentCollections

/// A record: fields one beside the other.
///
/// Two records are compared field by field, and a field whose bytes are the same on both sides is not looked into:
/// the same bytes are the same value. So a difference costs the way to what changed, whatever lies beside it.
final class RecordShape<Value>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors: key paths are constants that the compiler does not know to be safe.

  /// The fields in the order of their names, in which they are written.
  let fields: [RecordField]
  /// The names that the description has beside its fields.
  let removedNames: [String]
  let derivedNames: [String]
  let transientNames: [String]
  let making: Making
  /// Whether fields are changed where they lie, without a word from the record.
  let isChangedInPlace: Bool
  /// The type whose description has the fields.
  let owner: String
  /// The case of the type that carries the fields; nil where they are those of the type.
  let caseName: String?
  /// The record's name in messages.
  var typeName: String { caseName.map { "\(owner).\($0)" } ?? owner }
  /// The value to begin with, of records whose fields are filled in; kept for as long as the process runs, as every
  /// shape is.
  let blank: UnsafePointer<Value>?
  /// How the fields are read, in their order.
  let readings: UnsafeBufferPointer<FieldReading>
  /// The fields that are something else than in the value to begin with where they are missing.
  let fieldsWithFallback: [Int]
  let derivedStorage = Value.self as? any DerivedStorage.Type
  private let keepsNothing: Bool
  /// Whether a value that an initialiser made has shown that all its stored properties are told.
  let isShown = Guarded(false)

  /// How values are made of fields.
  enum Making {
    /// Filled in, one by one, in a copy of the value to begin with.
    case filling(again: () -> Value)
    /// By an initialiser that is given all of them, in the order of the fields.
    case assembling(([FieldBox]) throws -> Value)
  }

  convenience init(_ describe: (inout Fields<Value>) -> Void, startingWith blank: @escaping () -> Value)
  where Value: Described {
    self.init(told: Fields(describe), isChangedInPlace: true) { _ in .filling(again: blank) }
  }

  convenience init(
    _ describe: (inout Fields<Value>) -> Void,
    assembling make: @escaping (FieldValues<Value>) throws -> Value
  ) where Value: DescribedByInitializer {
    self.init(told: Fields(describe), isChangedInPlace: false) { fields in
      .assembling { boxes in
        var values: [AnyKeyPath: FieldBox] = [:]
        for (field, box) in zip(fields, boxes) {
          if let path = field.path { values[path] = box }
        }
        return try make(FieldValues(values))
      }
    }
  }

  private convenience init(
    told: Fields<Value>,
    isChangedInPlace: Bool,
    making: ([RecordField]) -> Making
  ) where Value: DescribedValue {
    self.init(
      told.fields,
      removed: told.removedNames,
      derived: told.derivedNames,
      transient: told.transientNames,
      isChangedInPlace: isChangedInPlace,
      of: "\(Value.self)",
      making: making
    )
  }

  /// - Parameter making: How values are made, given the fields in their order.
  init(
    _ fields: [RecordField],
    removed: [String],
    derived: [String] = [],
    transient: [String] = [],
    isChangedInPlace: Bool,
    of owner: String,
    caseName: String? = nil,
    making: ([RecordField]) -> Making
  ) {
    let fields = fields.sorted { $0.name.isWritten(before: $1.name) }
    (self.fields, removedNames, derivedNames, transientNames) = (fields, removed, derived, transient)
    (self.isChangedInPlace, self.owner, self.caseName) = (isChangedInPlace, owner, caseName)
    self.making = making(fields)
    keepsNothing = !(Value.self is any DerivedStorage.Type) && fields.allSatisfy(\.shape.isFlat)
    readings = Self.readings(of: fields)
    if case .filling(let again) = self.making {
      let beginning = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      beginning.initialize(to: again())
      blank = UnsafePointer(beginning)
      fieldsWithFallback = fields.indices.filter {
        fields[$0].isElseWhereMissing(than: ValuePlace(beginning))
      }
    } else {
      (blank, fieldsWithFallback) = (nil, [])
    }
    super.init()
  }

  private static func readings(of fields: [RecordField]) -> UnsafeBufferPointer<FieldReading> {
    let table = UnsafeMutableBufferPointer<FieldReading>.allocate(capacity: fields.count)
    _ = table.initialize(
      from: fields.map { FieldReading(of: $0.quotedName, at: $0.offset, $0.shape) }
    )
    return UnsafeBufferPointer(table)
  }

  /// A value to begin with; nil of records that are made by an initialiser. What a record derives its copies may share:
  /// so one that does begins anew.
  var beginning: Value? {
    guard derivedStorage != nil, case .filling(let again) = making else { return blank?.pointee }
    return again()
  }

  override var transientFields: [DescriptionError.Problem] {
    transientNames.map { .transientUndone(property: $0, type: typeName) }
  }

  override func problems(with value: ValuePlace) -> [DescriptionError.Problem] {
    let shown = problems(shownBy: value.pointer(to: Value.self).pointee)
    return problems + shown.filter { !problems.contains($0) }
  }

  override var parts: [AnyValueShape] { fields.map(\.shape) }

  override func trait(_ number: (AnyValueShape) -> Int) -> String {
    let names = fields.map { "\(PlainValue.text($0.name)):\(number($0.shape))" }
    return "record \(names.joined(separator: ","))"
  }

  private let foundProblems = Found<[DescriptionError.Problem]>()
  override var problems: [DescriptionError.Problem] { foundProblems.value { problemsOfBeginning() } }

  override func written(inside part: WrittenPart) throws(PatchError) -> WrittenParts {
    var inside: WrittenParts = []
    for (name, part) in part.named {
      if let index = try index(of: name) { inside.append((part, fields[index].shape)) }
    }
    return inside
  }

  override func fields(to target: AnyKeyPath, from start: AnyKeyPath) -> [FieldStep]? {
    for (index, field) in fields.enumerated() {
      guard let path = field.path.flatMap(start.appending(path:)) else { continue }
      let further = path == target ? [] : field.shape.fields(to: target, from: path)
      guard let further else { continue }
      let missing: FieldStep.Missing = { (try? self.plainWhereMissing(self.fields[index])) ?? .null }
      return [FieldStep(names: field.names, whereMissing: missing)] + further
    }
    return nil
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    guard case .field(let name) = step, case .field(let index)? = known(name) else { return nil }
    return fields[index].shape
  }

  override func stays(
    _ change: Patch.Node,
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Bool {
    guard case .fields(let changes) = change else { return try areSame(old, new) }
    for change in changes {
      guard case .field(let index)? = known(change.name) else { return false }
      let field = fields[index]
      if let offset = field.offset, areSameBytes(old + offset, new + offset, field.size) { continue }
      let stays = try field.read(old, new) { old, new throws(PatchError) in
        try field.shape.stays(change.node, from: old, to: new)
      }
      if !stays { return false }
    }
    return true
  }

  override var bytesOfFields: SolidBytes? {
    var found: [(offset: Int, bytes: SolidBytes)] = []
    for field in fields {
      guard let offset = field.offset else { return nil }
      found.append((offset, field.shape.solidBytes))
    }
    return derivedStorage == nil ? SolidBytes(found) : nil
  }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    try firstDifference(from: old, to: new) == nil
  }

  /// The first field that is not the same in two records.
  func firstDifference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> RecordField? {
    try Nesting.enter()
    defer { Nesting.leave() }
    for field in fields {
      if let offset = field.offset, areSameBytes(old + offset, new + offset, field.size) { continue }
      let areSame = try field.inside { () throws(PatchError) in
        try field.read(old, new) { old, new throws(PatchError) in try field.shape.areSame(old, new) }
      }
      if !areSame { return field }
    }
    return nil
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    try differences(from: old, to: new, knowing: nil)
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace,
    knowing known: KnownDifferences
  ) throws(PatchError) -> Patch.Node? {
    if let whole = known.whole { return whole }
    return try differences(from: old, to: new, knowing: known)
  }

  override func plain(_ value: ValuePlace) throws(PatchError) -> PlainValue {
    try Nesting.enter()
    defer { Nesting.leave() }
    try checkInitializer(value)
    var members: [PlainRecord.Member] = []
    members.reserveCapacity(fields.count)
    for field in fields {
      let plain = try field.inside { () throws(PatchError) in
        try field.read(value) { value throws(PatchError) in
          field.shape.isAbsent(value) ? nil : try field.shape.plain(value)
        }
      }
      if let plain { members.append(PlainRecord.Member(field.name, plain)) }
    }
    return .record(PlainRecord(members: members))
  }

  override func write(_ value: ValuePlace, to json: inout JSONWriter) throws(PatchError) {
    if json.checksLeaves { try checkInitializer(value) }
    try json.enter(.record)
    for field in fields {
      do throws(PatchError) {
        try field.read(value) { value throws(PatchError) in try field.write(value, to: &json) }
      } catch {
        throw error.inside(.field(field.name))
      }
    }
    json.endRecord()
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value { try made(from: plain) }
  override func read(_ json: inout JSONReader) throws(PatchError) -> Value { try made(reading: &json) }

  override func read(
    _ json: inout JSONReader,
    toEmpty place: UnsafeMutablePointer<Value>
  ) throws(PatchError) {
    try make(reading: &json, at: place)
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let changed) = node else { return try super.apply(node, to: value, taking) }
    try changeFields(of: value) { change throws(PatchError) in
      for field in changed {
        guard let index = try index(of: field.name) else { continue }
        try change(index) { part throws(PatchError) in
          try apply(field.node, toField: index, at: part, taking)
        }
      }
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    if try !applyFields(direction, &packed, to: value) { try super.apply(direction, &packed, to: value) }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    if nodes.count == 1 { return try super.apply(direction, nodes, of: &packed, to: value) }
    try applyFields(direction, nodes, of: &packed, to: value)
  }

  override func validate(_ value: MutableValuePlace) throws(PatchError) {
    try Nesting.enter()
    defer { Nesting.leave() }
    if fields.contains(where: \.shape.hasRules) {
      try changeFields(of: value, asWritten: false) { change throws(PatchError) in
        for (index, field) in fields.enumerated() where field.shape.hasRules {
          try change(index) { part throws(PatchError) in try field.shape.validate(part) }
        }
      }
    }
    try super.validate(value)
  }

  override var hasOwnMerges: Bool { fields.contains { $0.merge != nil } }

  override func mergeBase(at step: PathComponent, of value: ValuePlace) -> MergeBase? {
    fieldBase(at: step, of: value)
  }

  // MARK: Footprints

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    for field in fields where !field.shape.isFlat {
      field.read(value) { field.shape.measure($0, into: &meter) }
    }
    derivedStorage?.addDerived(at: value, to: &meter)
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    guard Nesting.enterIfReadable() else { return }
    defer { Nesting.leave() }
    for field in fields where !field.shape.isFlat {
      field.read(old, new) { field.shape.addExchange(from: $0, to: $1, &exchange) }
    }
    if derivedStorage != nil { exchangeDerived(from: old, to: new, into: &exchange) }
  }

  override func measureFields(
    _ value: ValuePlace,
    into meter: inout FootprintMeter
  ) -> [FieldFootprint] {
    guard Nesting.enterIfReadable() else { return [] }
    defer { Nesting.leave() }
    var footprints = fields.map { field in
      let before = meter.total
      let inner = field.read(value) { field.shape.measureFields($0, into: &meter) }
      return FieldFootprint(name: field.name, total: meter.total - before, fields: inner)
    }
    guard let derivedStorage else { return footprints }
    let before = meter.total
    derivedStorage.addDerived(at: value, to: &meter)
    footprints.append(FieldFootprint(name: "(derived)", total: meter.total - before, fields: []))
    return footprints
  }

  override var isFlat: Bool { keepsNothing }
}
