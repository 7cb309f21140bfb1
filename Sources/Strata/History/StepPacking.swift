/// The way from snapshots to packed steps, and back: where a history, which knows no types, meets a description.
///
/// All of it runs the app's code, which writes and makes leaves: never call it with a lock held.
package class StepPacking: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: this one has a constant, and so has its heir.
  let attic: Attic

  fileprivate init(_ attic: Attic) {
    self.attic = attic
  }

  /// Packs the step between two snapshots; nil when the app refuses to write a value.
  func pack(from old: AnySnapshot, to new: AnySnapshot, label: String, distance: UInt32) -> PackedStep? {
    nil
  }

  /// Makes the snapshot at the end of a route.
  func unpack(_ route: Route) throws(PatchError) -> AnySnapshot { route.start }
}

extension StepPacking {
  /// The packing of a described part and its companion.
  package static func of<Part: Described, Companion: Sendable>(
    _ shape: Shape<Part>,
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

private final class TypedPacking<Part: Described, Companion: Sendable>: StepPacking, @unchecked Sendable {
  // Unchecked as its ancestor. A history makes all its snapshots of one type, so that is what they are below.

  private let shape: Shape<Part>

  init(_ shape: Shape<Part>, _ attic: Attic) {
    self.shape = shape
    super.init(attic)
  }

  override func pack(
    from old: AnySnapshot,
    to new: AnySnapshot,
    label: String,
    distance: UInt32
  ) -> PackedStep? {
    let (old, new) = (whole(old), whole(new))
    guard let patch = try? Patch(from: old.part, to: new.part, shape) else { return nil }
    let companions =
      Companion.self == Void.self
      ? nil : Companions(before: new.companionBefore, after: new.companionAfter)
    return PackedStep(patch.packed, label: label, companions: companions, distance: distance)
  }

  override func unpack(_ route: Route) throws(PatchError) -> AnySnapshot {
    var part = whole(route.start).part
    for (step, side) in route.steps {
      try withUnsafeMutablePointer(to: &part) { part throws(PatchError) in
        try shape.apply(side == .forward ? .forward : .back, packed: step.bytes, to: part)
      }
    }
    let start = whole(route.start)
    let snapshot = snapshot(of: part, route, start)
    // Nobody weighs it before something is made from it: until then it counts as the one to begin with.
    snapshot.weight = StepWeight(size: start.weight.size, isEstimate: true)
    return snapshot
  }

  private func snapshot(
    of part: Part,
    _ route: Route,
    _ start: Snapshot<Part, Companion>
  ) -> Snapshot<Part, Companion> {
    guard let companions = route.target.companions.map({ unsafeDowncast($0, to: Companions<Companion>.self) })
    else {
      // Nothing goes beside the part, so it does not matter whose nothing it is.
      return Snapshot(part, before: start.companionBefore, after: start.companionAfter)
    }
    return Snapshot(part, before: companions.before, after: companions.after)
  }

  private func whole(_ snapshot: AnySnapshot) -> Snapshot<Part, Companion> {
    unsafeDowncast(snapshot, to: Snapshot<Part, Companion>.self)
  }
}
