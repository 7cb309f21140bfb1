/// What a part of a state was at a moment, whatever its type.
///
/// Histories leave types out: their pages are of one kind then, which the compiler knows in full, while a table of
/// generic snapshots made a step twenty times as slow (`StoreSpeed`, `overhead`). Types come back where a snapshot meets
/// a state, in ``PartAccess``.
@usableFromInline
package class AnySnapshot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked. It and its heirs have constants only.

  /// What the step changed that led there, packed; empty where that is to be found when it is packed.
  @usableFromInline let step: [UInt8]

  @inlinable
  init(step: [UInt8] = []) { self.step = step }
}

/// What a part was at a moment, and its companion on both sides of the step that led there; none where that is not known,
/// because an earlier version of the app wrote it of another type, or had none: then it stays as it is.
@usableFromInline
package final class Snapshot<Part: Sendable, Companion: Sendable>: AnySnapshot, @unchecked Sendable {
  // Unchecked as the class above: constants that are Sendable.
  @usableFromInline package let part: Part
  @usableFromInline package let companions: (before: Companion, after: Companion)?

  @inlinable
  package init(_ part: Part, _ companions: (before: Companion, after: Companion)?, step: [UInt8] = []) {
    (self.part, self.companions) = (part, companions)
    super.init(step: step)
  }
}

/// The companions on both sides of a step whose part is packed.
final class Companions<Companion: Sendable>: AnySnapshot, @unchecked Sendable {
  // Unchecked as its ancestor: constants that are Sendable.
  let before: Companion
  let after: Companion

  init(before: Companion, after: Companion) {
    (self.before, self.after) = (before, after)
  }
}

extension AnySnapshot {
  /// The companions on both sides of a step, for a part whose access knows their type.
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
