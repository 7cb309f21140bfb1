/// What a part of a state was at a moment, whatever its type.
///
/// Histories leave types out: their pages are of one kind then, which the compiler knows in full, while a table of
/// generic snapshots made a step twenty times as slow (`StoreSpeed`, `overhead`). Types come back where a snapshot meets
/// a state, in ``PartAccess``.
@usableFromInline
package class AnySnapshot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked. It and its heirs have constants only.

  /// What the step changed that led there, packed; empty where that is to be found when it is packed, as of steps that others
  /// may be added to where nothing was told.
  @usableFromInline let step: [UInt8]

  @inlinable
  init(step: [UInt8] = []) { self.step = step }

  /// The step that led here and the next one as one step, packed: what was told stays where it was told. Empty where one of
  /// them is still to be found.
  @usableFromInline
  func step(and next: AnySnapshot) -> [UInt8] {
    if step.isEmpty || next.step.isEmpty { return [] }
    let both = try? Patch(packed: step).followed(by: Patch(packed: next.step))
    return both?.packed ?? []
  }
}

/// What a part was at a moment, and what goes beside it.
@usableFromInline
package final class Snapshot<Part: Sendable, Beside: BesidePart>: AnySnapshot, @unchecked Sendable {
  // Unchecked as the class above: constants that are Sendable.
  @usableFromInline package let part: Part
  @usableFromInline package let beside: Beside

  @inlinable
  package init(_ part: Part, _ beside: Beside, step: [UInt8] = []) {
    (self.part, self.beside) = (part, beside)
    super.init(step: step)
  }

  /// A snapshot with its types, for the access that made it.
  @inlinable @inline(__always)
  static func of(_ snapshot: AnySnapshot) -> Snapshot {
    // A history makes all its snapshots by one access, and that asks for the types that it was made with.
    unsafeDowncast(snapshot, to: Snapshot.self)
  }
}
