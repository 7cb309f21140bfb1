import PersistentCollections

/// How several parts are taken apart: like a record whose fields have numbers for names.
///
/// Such a value is only in memory: in a log each part stands under its own name; see ``PartFields``.
final class PartsShape: ValueShape<Parts>, @unchecked Sendable {
  // Unchecked as its ancestors: constants only.
  private let shapes: [AnyValueShape]

  init(_ shapes: [AnyValueShape]) { self.shapes = shapes }

  /// The name of a part: as those of fields, the names are in order.
  static func name(of index: Int) -> String { index < 10 ? "0\(index)" : "\(index)" }

  private static func parts(_ value: UnsafeRawPointer) -> Parts {
    value.assumingMemoryBound(to: Parts.self).pointee
  }

  override var parts: [AnyValueShape] { shapes }

  override func areSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) throws(PatchError) -> Bool {
    try difference(from: old, to: new) == nil
  }

  override func difference(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    counting exchange: ExchangeCount?
  ) throws(PatchError) -> Patch.Node? {
    let (old, new) = (Self.parts(old), Self.parts(new))
    defer { withExtendedLifetime((old, new)) {} }
    var changed: [Patch.Node.Field] = []
    for (index, shape) in shapes.enumerated() where old.boxes[index] !== new.boxes[index] {
      let (old, new) = (old.boxes[index].address, new.boxes[index].address)
      if areSameBytes(old, new, shape.size) { continue }
      if let node = try shape.difference(from: old, to: new, counting: exchange) {
        changed.append(Patch.Node.Field(name: Self.name(of: index), node: node))
      }
    }
    return changed.isEmpty ? nil : .fields(changed)
  }

  override func part(at step: PathComponent) -> AnyValueShape? {
    guard case .field(let name) = step, let index = Int(name), shapes.indices.contains(index) else {
      return nil
    }
    return shapes[index]
  }

  override func mergeBase(at step: PathComponent, of _: UnsafeRawPointer?) -> MergeBase? {
    part(at: step).flatMap { $0.hasMerges ? MergeBase($0, nil) : nil }
  }

  override func stays(
    _ change: Patch.Node,
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer
  ) throws(PatchError) -> Bool {
    guard case .fields(let changes) = change else { return try areSame(old, new) }
    let (old, new) = (Self.parts(old), Self.parts(new))
    defer { withExtendedLifetime((old, new)) {} }
    for change in changes {
      guard let index = Int(change.name), shapes.indices.contains(index) else { return false }
      let (old, new) = (old.boxes[index].address, new.boxes[index].address)
      if old == new { continue }
      if try !shapes[index].stays(change.node, from: old, to: new) { return false }
    }
    return true
  }

  override func apply(
    _ node: Patch.Node,
    to value: UnsafeMutableRawPointer,
    _ taking: PatchTaking
  ) throws(PatchError) {
    guard case .fields(let changed) = node else { throw PatchError(.otherKind(expected: node.kind)) }
    let parts = value.assumingMemoryBound(to: Parts.self)
    for field in changed {
      guard let index = Int(field.name), shapes.indices.contains(index) else {
        throw PatchError(.otherKind(expected: node.kind))
      }
      try parts.pointee.change(index) { part throws(PatchError) in
        try shapes[index].apply(field.node, to: part, taking)
      }
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ packed: inout PackedReader,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    guard let count = try packed.changes(.fields) else { throw packed.malformed }
    let parts = value.assumingMemoryBound(to: Parts.self)
    for _ in 0..<count {
      let index = try index(&packed)
      try parts.pointee.change(index) { part throws(PatchError) in
        try shapes[index].apply(direction, &packed, to: part)
      }
    }
  }

  override func apply(
    _ direction: PackedDirection,
    _ nodes: PackedNodes,
    of packed: inout PackedReader,
    to value: UnsafeMutableRawPointer
  ) throws(PatchError) {
    var changes = [[Int]](repeating: [], count: shapes.count)
    for node in nodes {
      packed.position = node
      guard let count = try packed.changes(.fields) else { throw packed.malformed }
      for _ in 0..<count {
        changes[try index(&packed)].append(packed.position)
        try packed.skipNode()
      }
    }
    let parts = value.assumingMemoryBound(to: Parts.self)
    for (index, nodes) in changes.enumerated() where !nodes.isEmpty {
      try parts.pointee.change(index) { part throws(PatchError) in
        try nodes.withUnsafeBufferPointer { nodes throws(PatchError) in
          try shapes[index].apply(direction, nodes, of: &packed, to: part)
        }
      }
    }
  }

  private func index(_ packed: inout PackedReader) throws(PatchError) -> Int {
    guard let index = Int(try packed.text()), shapes.indices.contains(index) else { throw packed.malformed }
    return index
  }

  override func measure(_ value: UnsafeRawPointer, into meter: inout FootprintMeter) {
    let parts = Self.parts(value)
    for (shape, box) in zip(shapes, parts.boxes) { shape.measure(box.address, into: &meter) }
    withExtendedLifetime(parts) {}
  }

  override func exchange(
    from old: UnsafeRawPointer,
    to new: UnsafeRawPointer,
    into exchange: inout FootprintExchange
  ) {
    let (old, new) = (Self.parts(old), Self.parts(new))
    for (index, shape) in shapes.enumerated() where !shape.isFlat {
      let (old, new) = (old.boxes[index].address, new.boxes[index].address)
      shape.addExchange(from: old, to: new, &exchange)
    }
    withExtendedLifetime((old, new)) {}
  }
}
