/// What a part of a state was at a moment, whatever its type.
///
/// Histories leave types out: their tables are of one kind then, which the compiler knows in full, while a table of
/// generic snapshots made a step twenty times as slow (`StoreSpeed`, `overhead`). Types come back where a
/// snapshot meets a state, in ``PartAccess``.
package class AnySnapshot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked. Its heir has constants only, and the weight is
  // set by the writer that makes a snapshot, before anybody else has it.

  /// What the snapshot weighs, in a history that is measured.
  final var weight = StepWeight()

  init() {}

  /// The same snapshot with another weight.
  func weighing(_ weight: StepWeight) -> AnySnapshot { self }
}

/// What a part was at a moment, and its companion on both sides of the step that led there.
package final class Snapshot<Part: Sendable, Companion: Sendable>: AnySnapshot, @unchecked Sendable {
  // Unchecked as the class above: constants that are Sendable.
  package let part: Part
  package let companionBefore: Companion
  package let companionAfter: Companion

  package required init(_ part: Part, before: Companion, after: Companion) {
    self.part = part
    companionBefore = before
    companionAfter = after
  }

  override func weighing(_ weight: StepWeight) -> AnySnapshot {
    let copy = Self(part, before: companionBefore, after: companionAfter)
    copy.weight = weight
    return copy
  }
}
