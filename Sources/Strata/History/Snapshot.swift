/// What a part of a state was at a moment, whatever its type.
///
/// Histories leave types out: their tables are of one kind then, which the compiler knows in full, while a table of
/// generic snapshots made a step twenty times as slow (`StoreSpeed`, `overhead`). Types come back where a
/// snapshot meets a state, in ``PartAccess``.
package class AnySnapshot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: this one has nothing in it, and its heir
  // has constants only.
  init() {}
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
}
