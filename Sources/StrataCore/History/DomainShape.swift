import PersistentCollections

/// How several undone fields are taken apart: like a record whose fields have numbers for names, in the memory of a snapshot.
///
/// Such a value is only in memory: in a log each field stands under its own name; see ``PartFields``.
final class DomainShape: AnyValueShape, @unchecked Sendable {
  // Unchecked as its ancestors: constants only.
  private let fields: [Field]

  private struct Field: Sendable {
    let shape: AnyValueShape
    let offset: Int
  }

  init(_ slots: [SnapshotLayout.Slot], _ shapes: [AnyValueShape]) {
    var fields: [Field] = []
    for (slot, shape) in zip(slots, shapes) {
      fields.append(Field(shape: shape, offset: slot.offset - slots[0].offset))
    }
    self.fields = fields
    super.init(size: fields.last.map { $0.offset + $0.shape.size } ?? 0)
  }

  /// The name of a field: as those of records, the names are in order.
  static func name(of index: Int) -> String { index < 10 ? "0\(index)" : "\(index)" }

  private func index(_ name: String) -> Int? {
    Int(name).flatMap { fields.indices.contains($0) ? $0 : nil }
  }

  override var parts: [AnyValueShape] { fields.map(\.shape) }

  override func areSame(_ old: ValuePlace, _ new: ValuePlace) throws(PatchError) -> Bool {
    for field in fields where try !field.shape.areSame(old + field.offset, new + field.offset) {
      return false
    }
    return true
  }

  override func difference(
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    var changed: [Patch.Node.Field] = []
    for (index, field) in fields.enumerated() {
      let (shape, offset) = (field.shape, field.offset)
      if areSameBytes(old + offset, new + offset, shape.size) { continue }
      if let node = try shape.difference(from: old + offset, to: new + offset) {
        changed.append(Patch.Node.Field(name: Self.name(of: index), node: node))
      }
    }
    return changed.isEmpty ? nil : .fields(changed)
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    guard case .field(let name) = step, let index = index(name) else { return nil }
    return fields[index].shape
  }

  override func stays(
    _ change: Patch.Node,
    from old: ValuePlace,
    to new: ValuePlace
  ) throws(PatchError) -> Bool {
    guard case .fields(let changes) = change else { return try areSame(old, new) }
    for change in changes {
      guard let index = index(change.name) else { return false }
      let (shape, offset) = (fields[index].shape, fields[index].offset)
      if areSameBytes(old + offset, new + offset, shape.size) { continue }
      if try !shape.stays(change.node, from: old + offset, to: new + offset) { return false }
    }
    return true
  }

  override func apply(
    _ node: Patch.Node,
    to value: MutableValuePlace,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let changed) = node else { throw PatchError(.otherKind(expected: node.kind)) }
    for field in changed {
      guard let index = index(field.name) else { throw PatchError(.otherKind(expected: node.kind)) }
      try fields[index].shape.apply(field.node, to: value + fields[index].offset, taking)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    guard let count = try packed.changes(.fields) else { throw packed.malformed }
    for _ in 0..<count {
      let field = fields[try index(&packed)]
      try field.shape.apply(direction, &packed, to: value + field.offset)
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: MutableValuePlace
  ) throws(PatchError) {
    var changes = [[Int]](repeating: [], count: fields.count)
    for node in nodes {
      packed.position = node
      guard let count = try packed.changes(.fields) else { throw packed.malformed }
      for _ in 0..<count {
        changes[try index(&packed)].append(packed.position)
        try packed.skipNode()
      }
    }
    for (field, nodes) in zip(fields, changes) where !nodes.isEmpty {
      try nodes.withUnsafeBufferPointer { nodes throws(PatchError) in
        try field.shape.apply(direction, nodes, of: &packed, to: value + field.offset)
      }
    }
  }

  private func index(_ packed: inout PackedReader) throws(PatchError) -> Int {
    guard let index = index(try packed.text()) else { throw packed.malformed }
    return index
  }

  override func measure(_ value: ValuePlace, into meter: inout FootprintMeter) {
    for field in fields { field.shape.measure(value + field.offset, into: &meter) }
  }

  override func exchange(
    from old: ValuePlace,
    to new: ValuePlace,
    into exchange: inout FootprintExchange
  ) {
    for field in fields {
      field.shape.addExchange(from: old + field.offset, to: new + field.offset, &exchange)
    }
  }
}
