/// What a part was at a moment, whatever its type.
///
/// Without the type, the tables of all histories are of one kind, which the compiler knows in full: a table of
/// generic snapshots costs a step twenty times as much.
class AnySnapshot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: this one has nothing in it, and its heir
  // has constants only.
}

/// What a part was at a moment, and its companion on both sides of the step that led there.
final class Snapshot<Part: Sendable, Companion: Sendable>: AnySnapshot, @unchecked Sendable {
  // Unchecked as the class above: constants that are Sendable.
  let part: Part
  let companionBefore: Companion
  let companionAfter: Companion

  init(_ part: Part, before: Companion, after: Companion) {
    self.part = part
    companionBefore = before
    companionAfter = after
  }
}
