/// What a snapshot keeps beside its part: nothing, or its companion on both sides of the step that led there.
@usableFromInline
package protocol BesidePart: Sendable {
  /// Whether anything goes beside the part.
  static var isKept: Bool { get }

  /// Takes up what a step has kept apart from its snapshot.
  init(_ companions: AnySnapshot?)

  /// The same as a step keeps it apart from its snapshot; nil where nothing is known.
  var companions: AnySnapshot? { get }
}

/// Nothing beside the part.
@usableFromInline
package struct NothingBeside: BesidePart {
  @usableFromInline package static var isKept: Bool { false }

  @inlinable
  package init() {}
  @usableFromInline package init(_: AnySnapshot?) {}

  @usableFromInline package var companions: AnySnapshot? { nil }
}

/// The companion before and after the step that led to a snapshot.
@usableFromInline
package struct CompanionBeside<Companion: Sendable>: BesidePart {
  @usableFromInline package static var isKept: Bool { true }

  /// None where it is not known: an earlier version of the app wrote it of another type, or had none. It stays as it is
  /// then, wherever undo leads.
  @usableFromInline package let sides: (before: Companion, after: Companion)?

  @inlinable
  package init(before: Companion, after: Companion) { sides = (before, after) }

  /// That of two steps as one.
  @inlinable
  init(_ first: CompanionBeside, _ second: CompanionBeside) {
    if let before = first.sides?.before, let after = second.sides?.after {
      sides = (before, after)
    } else {
      sides = nil
    }
  }

  @usableFromInline
  package init(_ companions: AnySnapshot?) {
    // A history makes all its steps by one access, so this is the type of its companion.
    sides = companions.map { unsafeDowncast($0, to: Companions<Companion>.self) }.map {
      ($0.before, $0.after)
    }
  }

  @usableFromInline
  package var companions: AnySnapshot? { sides.map { Companions(before: $0.before, after: $0.after) } }
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
