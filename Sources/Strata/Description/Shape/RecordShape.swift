import PersistentCollections

/// A record: fields one beside the other.
///
/// Two records are compared field by field, and a field whose bytes are the same on both sides is not looked into:
/// the same bytes are the same value. So a difference costs the way to what changed, whatever lies beside it.
final class RecordShape<Value: Described>: ValueShape<Value>, @unchecked Sendable {
  // Unchecked as its ancestors: key paths are constants that the compiler does not know to be safe.
  private let list: [RecordField]
  private let derivedStorage = Value.self as? any DerivedStorage.Type
  private var hasDerived: Bool { derivedStorage != nil }
  private let keepsNothing: Bool
  /// Whether `Codable` writes the same names as the description has; unknown until a value was looked at.
  private let isCodedAsDescribed = Guarded<Bool?>(nil)

  override init() {
    var collector = FieldCollector<Value>()
    Value.describe(&collector)
    list = collector.fields.sorted { $0.name.isWritten(before: $1.name) }
    keepsNothing = derivedStorage == nil && list.allSatisfy(\.shape.isFlat)
    super.init()
  }

  override var fields: [(name: String, path: AnyKeyPath)]? { list.map { ($0.name, $0.path) } }

  override func fieldNames(to target: AnyKeyPath, from start: AnyKeyPath) -> [String]? {
    for field in list {
      guard let path = start.appending(path: field.path) else { continue }
      if path == target { return [field.name] }
      if let names = field.shape.fieldNames(to: target, from: path) { return [field.name] + names }
    }
    return nil
  }

  override func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer
  ) throws(PatchError) -> Patch.Node? {
    var changed: [Patch.Node.Field] = []
    for field in list {
      if let offset = field.offset, areSameBytes(old + offset, new + offset, field.size) { continue }
      let node = try inside(field) { () throws(PatchError) in
        try field.read(old) { old throws(PatchError) in
          try field.read(new) { new throws(PatchError) in try field.shape.difference(from: old, to: new) }
        }
      }
      if let node { changed.append(Patch.Node.Field(name: field.name, node: node)) }
    }
    return changed.isEmpty ? nil : .fields(changed)
  }

  override func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) throws(PatchError) -> Bool {
    for field in list {
      if let offset = field.offset, areSameBytes(old + offset, new + offset, field.size) { continue }
      let isSame = try inside(field) { () throws(PatchError) in
        try field.read(old) { old throws(PatchError) in
          try field.read(new) { new throws(PatchError) in try field.shape.areSame(old, new) }
        }
      }
      if !isSame { return false }
    }
    return true
  }

  override func plain(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    guard isCodedAsDescribed(value) else { return try encoded(value) }
    var members: [PlainRecord.Member] = []
    members.reserveCapacity(list.count)
    for field in list {
      let plain = try inside(field) { () throws(PatchError) in
        try field.read(value) { value throws(PatchError) in
          field.shape.isAbsent(value) ? nil : try field.shape.plain(value)
        }
      }
      if let plain { members.append(PlainRecord.Member(field.name, plain)) }
    }
    return .record(PlainRecord(members: members))
  }

  override func make(from plain: PlainValue) throws(PatchError) -> Value {
    try decoded(from: plain)
  }

  override func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let changed) = node else { return try super.apply(node, to: value, taking) }
    for change in changed {
      guard let field = list.first(where: { $0.name.isWritten(as: change.name) }) else {
        throw PatchError(.noField(change.name))
      }
      try inside(field) { () throws(PatchError) in
        try field.change(value) { part throws(PatchError) in
          try field.shape.apply(change.node, to: part, taking)
        }
      }
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    guard let count = try packed.changes(.fields) else {
      return try super.apply(direction, &packed, to: value)
    }
    var next = 0
    for _ in 0..<count {
      guard let index = try packed.field(among: list, from: next) else { throw packed.malformed }
      next = index
      try inside(list[index]) { () throws(PatchError) in
        try list[index].change(value) { part throws(PatchError) in
          try list[index].shape.apply(direction, &packed, to: part)
        }
      }
    }
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    for field in list where !field.shape.isFlat {
      field.read(value) { field.shape.measure($0, into: &meter) }
    }
    measureDerived(value, into: &meter)
  }

  override func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    for field in list where !field.shape.isFlat {
      if let offset = field.offset {
        if areSameBytes(old + offset, new + offset, field.size) { continue }
        let past = earlier.map { $0 + offset }
        field.shape.exchange(from: old + offset, to: new + offset, since: past, into: &exchange)
      } else {
        field.read(old) { old in
          field.read(new) { new in
            if areSameBytes(old, new, field.size) { return }
            guard let earlier else {
              return field.shape.exchange(from: old, to: new, since: nil, into: &exchange)
            }
            field.read(earlier) { field.shape.exchange(from: old, to: new, since: $0, into: &exchange) }
          }
        }
      }
    }
    if hasDerived { exchangeDerived(from: old, to: new, since: earlier, into: &exchange) }
  }

  private func exchangeDerived(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    since earlier: UnsafeRawPointer?,
    into exchange: inout FootprintExchange
  ) {
    var (before, after) = (FootprintMeter.listing, FootprintMeter.listing)
    measureDerived(old, into: &before)
    measureDerived(new, into: &after)
    var past = FootprintMeter.listing
    if let earlier { measureDerived(earlier, into: &past) }
    after.addExchange(from: before, since: earlier == nil ? nil : past, to: &exchange)
  }

  private func measureDerived(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    derivedStorage?.addDerived(at: value, to: &meter)
  }

  override func measureFields(
    _ value: UnsafeRawPointer,
    into meter: inout FootprintMeter
  ) -> [FieldFootprint] {
    var footprints = list.map { field in
      let before = meter.total
      let inner = field.read(value) { field.shape.measureFields($0, into: &meter) }
      return FieldFootprint(name: field.name, total: meter.total - before, fields: inner)
    }
    guard hasDerived else { return footprints }
    let before = meter.total
    measureDerived(value, into: &meter)
    footprints.append(FieldFootprint(name: "(derived)", total: meter.total - before, fields: []))
    return footprints
  }

  override var isFlat: Bool { keepsNothing }

  override func write(_ value: UnsafeRawPointer, to json: inout JSONWriter) throws(PatchError) {
    guard isCodedAsDescribed(value) else { return json.write(try encoded(value)) }
    json.beginRecord()
    for field in list {
      do throws(PatchError) {
        if let offset = field.offset {
          try field.write(value + offset, to: &json)
        } else {
          try field.access.read(value) { value throws(PatchError) in
            try field.write(value, to: &json)
          }
        }
      } catch {
        throw error.inside(.field(field.name))
      }
    }
    json.endRecord()
  }

  private func inside<Result>(
    _ field: RecordField,
    _ body: () throws(PatchError) -> Result
  ) throws(PatchError) -> Result {
    do {
      return try body()
    } catch {
      throw error.inside(.field(field.name))
    }
  }

  private func encoded(_ value: UnsafeRawPointer) throws(PatchError) -> PlainValue {
    try LeafShape<Value>.encoded(value.assumingMemoryBound(to: Value.self).pointee)
  }

  /// Whether `Codable` gives the fields the names that the description gives them; else whole records are written by
  /// `Codable`, so that they can be read by it.
  private func isCodedAsDescribed(_ value: UnsafeRawPointer) -> Bool {
    if let known = isCodedAsDescribed.withLock({ $0 }) { return known }
    let coded = CodingNames.names(of: value.assumingMemoryBound(to: Value.self).pointee)
    let present = list.filter { field in field.read(value) { !field.shape.isAbsent($0) } }
    let isSame = coded.map { $0.isSuperset(of: present.map(\.name)) && $0.isSubset(of: list.map(\.name)) }
    isCodedAsDescribed.withLock { $0 = isSame ?? false }
    return isSame ?? false
  }
}

/// Takes down the fields that a description tells.
private struct FieldCollector<Subject: Described>: FieldVisitor {
  var fields: [RecordField] = []

  mutating func visit<Value: Described>(
    _ name: String,
    _ field: WritableKeyPath<Subject, Value>,
    _ shape: ValueShape<Value>
  ) {
    fields.append(RecordField(name, at: field, shape))
  }
}

extension DerivedStorage {
  /// Counts what a value of this type derives where it lies: a copy would count every one of its references up and down.
  fileprivate static func addDerived(at value: UnsafeRawPointer, to meter: inout FootprintMeter) {
    value.assumingMemoryBound(to: Self.self).pointee.addDerivedFootprint(to: &meter)
  }
}
