/// The way from snapshots to packed steps, and back: where a history, which knows no types, meets a description.
///
/// All of it runs the app's code, which writes and makes leaves: never call it with a lock held.
package class StepPacking: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: this one has a constant, and so has its heir.
  let attic: Attic

  fileprivate init(_ attic: Attic) {
    self.attic = attic
  }

  /// Packs the step between two snapshots; nil when the app refuses to write a value, or when they are
  /// nested too deep to be read again.
  func pack(from old: AnySnapshot, to new: AnySnapshot, label: String, distance: UInt32) -> PackedStep? {
    nil
  }

  /// What a step changed, and the companions on both of its sides.
  func step(
    from old: AnySnapshot,
    to new: AnySnapshot
  ) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    (Patch(), nil)
  }

  /// Makes the snapshot at the end of a route.
  func unpack(_ route: Route) throws(PatchError) -> AnySnapshot { route.start }

  /// Returns a snapshot with other companions.
  func reunite(_ snapshot: AnySnapshot, with companions: AnySnapshot) -> AnySnapshot { snapshot }
}

extension StepPacking {
  /// The packing of a described part and its companion.
  package static func of<Part: DescribedValue, Companion: Sendable>(
    _ shape: ValueShape<Part>,
    with companion: Companion.Type,
    _ attic: Attic
  ) -> StepPacking {
    TypedPacking<Part, Companion>(shape, attic)
  }
}

/// The companions of a packed step.
private final class Companions<Companion: Sendable>: AnySnapshot, @unchecked Sendable {
  // Unchecked as its ancestor: constants that are Sendable.
  let before: Companion
  let after: Companion

  init(before: Companion, after: Companion) {
    (self.before, self.after) = (before, after)
  }
}

extension AnySnapshot {
  /// The companions on both sides of a step, as the packing of their type wants them.
  package static func companions<Companion: Sendable>(before: Companion, after: Companion) -> AnySnapshot {
    Companions(before: before, after: after)
  }

  /// What ``companions(before:after:)`` was given.
  package func companions<Companion: Sendable>(of type: Companion.Type) -> (
    before: Companion, after: Companion
  )? {
    (self as? Companions<Companion>).map { ($0.before, $0.after) }
  }
}

private final class TypedPacking<Part: DescribedValue, Companion: Sendable>: StepPacking, @unchecked Sendable
{
  // Unchecked as its ancestor. A history makes all its snapshots of one type, so that is what they are below.

  private let shape: ValueShape<Part>

  init(_ shape: ValueShape<Part>, _ attic: Attic) {
    self.shape = shape
    super.init(attic)
  }

  override func pack(
    from old: AnySnapshot,
    to new: AnySnapshot,
    label: String,
    distance: UInt32
  ) -> PackedStep? {
    guard let step = try? step(from: old, to: new), step.patch.isReadablePacked else { return nil }
    return PackedStep(step.patch.packed, label: label, companions: step.companions, distance: distance)
  }

  override func step(
    from old: AnySnapshot,
    to new: AnySnapshot
  ) throws(PatchError) -> (patch: Patch, companions: AnySnapshot?) {
    let (old, new) = (whole(old), whole(new))
    let patch = try Patch(from: old.part, to: new.part, shape)
    guard Companion.self != Void.self else { return (patch, nil) }
    return (patch, Companions(before: new.companionBefore, after: new.companionAfter))
  }

  override func unpack(_ route: Route) throws(PatchError) -> AnySnapshot {
    var part = whole(route.start).part
    for (step, side) in route.steps {
      try withUnsafeMutablePointer(to: &part) { part throws(PatchError) in
        if let bytes = step.bytes {
          try shape.apply(side == .forward ? .forward : .back, packed: bytes, to: part)
        } else if let root = try step.read().patch.root {
          try shape.apply(side == .forward ? root : root.inverted, to: part, .known)
        }
      }
    }
    let start = whole(route.start)
    // Where nothing goes beside the part, it does not matter whose nothing it is.
    var snapshot: AnySnapshot = Snapshot(part, before: start.companionBefore, after: start.companionAfter)
    if Companion.self != Void.self, let companions = try route.target.read().companions {
      snapshot = reunite(snapshot, with: companions)
    }
    // Nobody weighs it before something is made from it: until then it counts as the one to begin with.
    snapshot.weight = StepWeight(size: start.weight.size, isEstimate: true)
    return snapshot
  }

  override func reunite(_ snapshot: AnySnapshot, with companions: AnySnapshot) -> AnySnapshot {
    let companions = unsafeDowncast(companions, to: Companions<Companion>.self)
    return Snapshot(whole(snapshot).part, before: companions.before, after: companions.after)
  }

  private func whole(_ snapshot: AnySnapshot) -> Snapshot<Part, Companion> {
    unsafeDowncast(snapshot, to: Snapshot<Part, Companion>.self)
  }
}
