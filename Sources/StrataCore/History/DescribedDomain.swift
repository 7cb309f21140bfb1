import PersistentCollections

/// The operations on the undone fields of a domain in which all of these fields are described: comparing them, applying
/// patches to them and measuring them.
///
/// All operations run the app's code, which encodes and makes values. So the store never calls them with a lock held.
package struct DescribedDomain: Sendable {
  /// How the undone fields are taken apart.
  let shape: AnyValueShape
  /// The offset in a snapshot of the value that the shape describes.
  private let offset: Int
  /// The offset of the one undone field in a state; nil for several fields, and for a computed one.
  private let fieldOffset: Int?
  private let layout: SnapshotLayout

  /// - Precondition: There is an undone field.
  init(_ fields: [DomainField], _ shapes: [AnyValueShape], in layout: SnapshotLayout) {
    self.layout = layout
    fieldOffset = fields.count == 1 ? fields[0].offset : nil
    offset = layout.undone[0].offset
    shape = shapes.count == 1 ? shapes[0] : DomainShape(Array(layout.undone), shapes)
  }

  private func withValue<Result, Failure: Error>(
    _ snapshot: DomainSnapshot,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try snapshot.withBase { base throws(Failure) in try body(base + offset) }
  }

  /// Runs a body with the value that the shape knows in a state: one stored field lies there, anything else is copied.
  private func withValue<Result, Failure: Error>(
    in state: ValuePlace,
    _ body: (ValuePlace) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let fieldOffset { return try body(state + fieldOffset) }
    return try withValue(copy(of: state), body)
  }
}

extension DescribedDomain {
  /// Returns the difference of the undone fields of two states; nil where the fields are equal.
  func difference(
    _ old: ValuePlace,
    _ new: ValuePlace
  ) throws(PatchError) -> Patch.Node? {
    try withValue(in: old) { old throws(PatchError) in
      try withValue(in: new) { new throws(PatchError) in
        try shape.difference(from: old, to: new)
      }
    }
  }

  /// Whether a change transforms the undone fields of one state to those of another one, which differ.
  func transforms(_ node: Patch.Node, from old: ValuePlace, to new: ValuePlace) -> Bool {
    let changed = copy(of: old)
    func isNew() throws(PatchError) -> Bool {
      try withValue(changed) { changed throws(PatchError) in
        try withValue(in: new) { new throws(PatchError) in try shape.areSame(changed, new) }
      }
    }
    do throws(PatchError) {
      if try isNew() { return false }
      try apply(node, to: changed, .whole)
      return try isNew()
    } catch {
      return false
    }
  }

  /// Whether all that a change covers is the same in two snapshots; false where that takes a closer look.
  func isUnaffected(_ change: Patch.Node, _ old: DomainSnapshot, _ new: DomainSnapshot) -> Bool {
    let isSame = try? withValue(old) { old throws(PatchError) in
      try withValue(new) { new throws(PatchError) in try shape.stays(change, from: old, to: new) }
    }
    return isSame ?? false
  }

  /// Returns the patch of a step between two snapshots.
  func patch(_ old: DomainSnapshot, _ new: DomainSnapshot) throws(PatchError) -> Patch {
    Patch(
      root: try withValue(old) { old throws(PatchError) in
        try withValue(new) { new throws(PatchError) in try shape.difference(from: old, to: new) }
      }
    )
  }

  /// Counts what a snapshot has that another one has not, and the reverse.
  func exchange(_ old: DomainSnapshot, _ new: DomainSnapshot) -> FootprintExchange {
    var exchange = FootprintExchange()
    withValue(old) { old in withValue(new) { shape.addExchange(from: old, to: $0, &exchange) } }
    return exchange
  }
}

extension DescribedDomain {
  /// Returns a snapshot changed by a patch, without restored fields.
  ///
  /// - Parameter asksRules: Whether the rules of the values may repair or refuse the result.
  func changed(_ snapshot: DomainSnapshot, by patch: Patch, asksRules: Bool) throws(PatchError)
    -> DomainSnapshot
  {
    let changed = copy(of: snapshot)
    if let root = patch.root { try apply(root, to: changed, .known) }
    if patch.root != nil, asksRules, shape.hasRules {
      try changed.change { base throws(PatchError) in try shape.validate(base + offset) }
    }
    return changed
  }

  /// Makes the snapshot at the end of a way.
  func snapshot(atEndOf walk: Reconstruction) throws(PatchError) -> DomainSnapshot {
    do throws(PatchError) {
      return try end(of: walk, carefully: false)
    } catch {
      // A step that does not fit as it is encoded may have been encoded by other types.
      return try end(of: walk, carefully: true)
    }
  }

  private func end(of walk: Reconstruction, carefully isCareful: Bool) throws(PatchError) -> DomainSnapshot {
    var walk = walk
    let end = copy(of: walk.start)
    var run = PackedRun()
    while let direction = try walk.next(into: &run) {
      try end.change { base throws(PatchError) in
        if isCareful {
          try shape.take(direction, run, to: base + offset)
        } else {
          try shape.apply(direction, run, to: base + offset)
        }
      }
    }
    return end
  }

  private func copy(of snapshot: DomainSnapshot) -> DomainSnapshot {
    snapshot.withBase { source in
      DomainSnapshot.make(layout) { base in
        for slot in layout.undone {
          slot.withField { $0.duplicate(source + slot.offset, base + slot.offset) }
        }
      }
    }
  }

  private func copy(of state: ValuePlace) -> DomainSnapshot {
    DomainSnapshot.make(layout) { base in
      for slot in layout.undone { slot.copy(state, to: base) }
    }
  }

  private func apply(_ node: Patch.Node, to snapshot: DomainSnapshot, _ taking: PatchTaking)
    throws(PatchError)
  {
    try snapshot.change { base throws(PatchError) in try shape.apply(node, to: base + offset, taking) }
  }
}
