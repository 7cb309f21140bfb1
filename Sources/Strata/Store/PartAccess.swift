/// The way from versions of a state to snapshots of one part of it, and back.
///
/// This is where a history, which knows no types, meets the state.
@usableFromInline
class PartAccess: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: it and its heir have
  // constants only.
  fileprivate init(_ refusal: DescriptionError?) { self.refusal = refusal }

  /// What is wrong with the description of the part: then the store takes no changes.
  let refusal: DescriptionError?

  /// Makes the snapshot of a step, or returns nil when the part is the same in both versions.
  func capture(from before: AnyVersion, to after: AnyVersion) -> AnySnapshot? { nil }

  /// Makes the snapshot of a version that a history begins with.
  func captureBeginning(_ version: AnyVersion) -> AnySnapshot { AnySnapshot() }

  /// Returns the snapshot of two steps as one.
  func joined(_ first: AnySnapshot, _ second: AnySnapshot) -> AnySnapshot { second }

  /// Returns a version with the part as it was kept, and nothing else changed.
  func restorePart(of snapshot: AnySnapshot, in version: AnyVersion) -> AnyVersion { version }

  /// Returns a version with the part, and its companion, as they were where a movement leads.
  ///
  /// - Parameter snapshot: What is kept of the destination, unpacked.
  func restore(
    _ snapshot: AnySnapshot,
    of destination: History.Destination,
    in version: AnyVersion
  ) -> AnyVersion { version }
}

extension PartAccess {
  /// The way to the part at a key path.
  @inlinable
  static func to<State: Sendable, Part: Equatable & Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable
  ) -> PartAccess {
    access(part, Comparison(of: part))
  }

  @usableFromInline
  static func access<State: Sendable, Part: Equatable & Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    _ comparison: Comparison
  ) -> PartAccess {
    TypedAccess<State, Part, Void>(to: part, comparison, with: .none)
  }

  /// The way to the part at a key path, with a companion at another one.
  @inlinable
  static func to<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) -> PartAccess {
    access(part, Comparison(of: part), with: companion)
  }

  @usableFromInline
  static func access<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    _ comparison: Comparison,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) -> PartAccess {
    TypedAccess(to: part, comparison, with: PartPlace(companion))
  }
}

private final class TypedAccess<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>: PartAccess,
  @unchecked Sendable
{
  // Unchecked as the class above: constants that are Sendable. A store makes all its versions of one type, and a
  // history all its snapshots by its own access, so the types that are meant below are the ones that are there.
  typealias Kept = Snapshot<Part, Companion>

  private let comparison: Comparison
  private let part: PartPlace<Part>
  private let companion: PartPlace<Companion>
  /// Kept, because naming a type that is made of others is a search here; see ``AnyVersion``.
  private let kind = Kept.self

  init(
    to path: WritableKeyPath<State, Part> & Sendable,
    _ comparison: Comparison,
    with companion: PartPlace<Companion>
  ) {
    self.comparison = comparison
    part = PartPlace(path)
    self.companion = companion
    super.init((Part.self as? any DescribedValue.Type)?.descriptionError)
  }

  override func capture(from before: AnyVersion, to after: AnyVersion) -> AnySnapshot? {
    before.withAddress { before in
      after.withAddress { after in
        if comparison.isSame(before, after) { return nil }
        return kind.init(part.get(after), before: companion.get(before), after: companion.get(after))
      }
    }
  }

  override func captureBeginning(_ version: AnyVersion) -> AnySnapshot {
    version.withAddress { state in
      kind.init(part.get(state), before: companion.get(state), after: companion.get(state))
    }
  }

  override func joined(_ first: AnySnapshot, _ second: AnySnapshot) -> AnySnapshot {
    let (first, second) = (unsafeDowncast(first, to: Kept.self), unsafeDowncast(second, to: Kept.self))
    let joined = kind.init(second.part, before: first.companionBefore, after: second.companionAfter)
    joined.weight = second.weight
    return joined
  }

  override func restorePart(of snapshot: AnySnapshot, in version: AnyVersion) -> AnyVersion {
    version.changed(State.self) { part.set($0, unsafeDowncast(snapshot, to: Kept.self).part) }
  }

  override func restore(
    _ snapshot: AnySnapshot,
    of destination: History.Destination,
    in version: AnyVersion
  ) -> AnyVersion {
    let arrived = unsafeDowncast(snapshot, to: Kept.self)
    return version.changed(State.self) { state in
      part.set(state, arrived.part)
      if let undone = destination.undone {
        companion.set(state, unsafeDowncast(undone, to: Kept.self).companionBefore)
      } else {
        companion.set(state, arrived.companionAfter)
      }
    }
  }
}
