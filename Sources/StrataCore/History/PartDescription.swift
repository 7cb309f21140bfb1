import PersistentCollections

/// What the description of a part makes possible: packing its steps, and saying what they keep in memory.
///
/// All of it runs the app's code, which writes and makes leaves: it is never called with a lock held.
@usableFromInline
package struct PartDescription: Sendable {
  /// What is wrong with the description.
  let refusal: DescriptionError?
  /// How the part is taken apart.
  let shape: AnyValueShape
  /// What is different between two values of the part, nil where nothing is; and what the newer one has that the older one has
  /// not, and the reverse, if that is asked for.
  let difference:
    @Sendable (UnsafeRawPointer, UnsafeRawPointer, ExchangeCount?) throws(PatchError) -> Patch.Node?
  /// Whether a value of the part is the one that a snapshot keeps, node for node.
  let isKept: @Sendable (UnsafeRawPointer, AnySnapshot) -> Bool
  /// Whether a change leads from one value of the part to another one, which differs.
  let leads: @Sendable (Patch.Node, UnsafeRawPointer, UnsafeRawPointer) throws(PatchError) -> Bool
  /// Whether what a change is about is the same in two snapshots; false where that takes a closer look.
  let stays: @Sendable (Patch.Node, AnySnapshot, AnySnapshot) -> Bool
  /// The companions on both sides of the step to a snapshot; nil where nothing goes beside the part, or it is not known.
  let companions: @Sendable (AnySnapshot) -> AnySnapshot?
  /// What a step between two snapshots changed, and the companions on both of its sides.
  let step:
    @Sendable (AnySnapshot, AnySnapshot) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?)
  /// Makes the snapshot at the end of a way, given one to begin with and the companions of the step that leads there.
  let walk: @Sendable (AnySnapshot, inout Walk, AnySnapshot?) throws(PatchError) -> AnySnapshot
  /// Returns a snapshot whose part was changed by a patch, and whose rules were asked if they are to be.
  let changed: @Sendable (AnySnapshot, Patch, _ asksRules: Bool) throws(PatchError) -> AnySnapshot
  /// Returns a snapshot with other companions, or without.
  let reunite: @Sendable (AnySnapshot, AnySnapshot?) -> AnySnapshot
  /// What a snapshot has that another one has not, and the reverse.
  let exchange: @Sendable (_ from: AnySnapshot, _ to: AnySnapshot) -> FootprintExchange
  /// What a snapshot takes beside the part's own heap.
  let snapshotBytes: Int

  /// What can be done with a type that is described, or nil.
  @usableFromInline
  static func of<Part: Sendable, Beside: BesidePart>(
    _ part: Part.Type,
    beside: Beside.Type
  ) -> PartDescription? {
    func description<Known: DescribedValue>(of known: Known.Type) -> PartDescription {
      PartDescription(Known._shape, beside: Beside.self, Known.descriptionError)
    }
    return (Part.self as? any DescribedValue.Type).map { description(of: $0) }
  }

  /// What can be done with values of a shape.
  ///
  /// - Parameter bytes: What a value takes beside the place where it lies and what its shape counts.
  init<Part: Sendable, Beside: BesidePart>(
    _ shape: ValueShape<Part>,
    beside: Beside.Type,
    _ refusal: DescriptionError?,
    keeping bytes: Int = 0
  ) {
    // A history makes all its snapshots by one access, so these are the types of its parts.
    typealias Kept = Snapshot<Part, Beside>

    (self.refusal, self.shape) = (refusal, shape)
    difference = { old, new, exchange throws(PatchError) in
      try shape.difference(from: old, to: new, counting: exchange)
    }
    isKept = { part, snapshot in
      withUnsafePointer(to: Kept.of(snapshot).part) { areSameBytes(part, $0, MemoryLayout<Part>.size) }
    }
    leads = { node, old, new throws(PatchError) in
      if try shape.areSame(old, new) { return false }
      var part = old.assumingMemoryBound(to: Part.self).pointee
      return try withUnsafeMutablePointer(to: &part) { part throws(PatchError) in
        try shape.apply(node, to: part, .whole)
        return try shape.areSame(part, new)
      }
    }
    stays = { change, old, new in
      let (old, new) = (Kept.of(old), Kept.of(new))
      let stays = withUnsafePointer(to: old.part) { old in
        withUnsafePointer(to: new.part) { new in try? shape.stays(change, from: old, to: new) }
      }
      return stays ?? false
    }
    companions = { Kept.of($0).beside.companions }
    step = { old, new throws(PatchError) in
      let (old, new) = (Kept.of(old), Kept.of(new))
      return (try Patch(from: old.part, to: new.part, shape), new.beside.companions)
    }
    changed = { snapshot, patch, asksRules throws(PatchError) in
      let old = Kept.of(snapshot)
      guard let root = patch.root else { return old }
      var part = old.part
      try withUnsafeMutablePointer(to: &part) { part throws(PatchError) in
        try shape.apply(root, to: part, .known)
        if asksRules, shape.hasRules { try shape.validate(part) }
      }
      return Kept(part, old.beside)
    }
    reunite = { Kept(Kept.of($0).part, Beside($1)) }
    walk = { start, way, companions throws(PatchError) in
      let start = Kept.of(start)
      func end(of way: inout Walk, carefully isCareful: Bool) throws(PatchError) -> Part {
        var part = start.part
        try withUnsafeMutablePointer(to: &part) { part throws(PatchError) in
          var run = PackedRun()
          while let stretch = way.next(into: &run) {
            switch stretch {
            case .packed(let direction): try shape.apply(direction, run, to: part)
            case .elsewhere(let direction, let steps):
              try shape.take(direction, steps, to: part, carefully: isCareful)
            }
          }
        }
        return part
      }
      var again = way
      do throws(PatchError) {
        return Kept(try end(of: &way, carefully: false), Beside(companions))
      } catch {
        // What does not fit as it is written may have been written by other types.
        return Kept(try end(of: &again, carefully: true), Beside(companions))
      }
    }
    exchange = { old, new in
      var exchange = FootprintExchange()
      let (old, new) = (Kept.of(old), Kept.of(new))
      withUnsafePointer(to: old.part) { old in
        withUnsafePointer(to: new.part) { new in
          if areSameBytes(old, new, MemoryLayout<Part>.size) { return }
          shape.exchange(from: old, to: new, into: &exchange)
        }
      }
      return exchange
    }
    let header = 2 * MemoryLayout<Int>.size
    snapshotBytes =
      Footprint.block(of: header + MemoryLayout<([UInt8], Part, Beside)>.size) + bytes
  }
}
