/// The way from states to snapshots of what undo covers in them, and back: where a history, which knows no types, meets a
/// state.
///
/// Types are left out here and nowhere else. What every change needs is compiled where the store is made and the types are
/// known: in code that does not know them, comparing two versions of a map takes eight times as long (`StoreSpeed`,
/// `send`). A store makes all its states of one type, and a history all its snapshots by its own access: so each closure
/// finds the types that it was made with.
@usableFromInline
package final class PartAccess: Sendable {
  /// Where it is in a state: one path, or one for each of several parts; see ``Parts``.
  package let paths: [AnyKeyPath & Sendable]
  /// Tells whether the part is the same in two states: for one that is described, whether it is written the same, for
  /// others by `==`.
  let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Runs a body with the part in two states.
  let withBoth:
    @Sendable (UnsafeRawPointer, UnsafeRawPointer, (UnsafeRawPointer, UnsafeRawPointer) -> Void) -> Void
  /// Makes the snapshot of a step, given the states before and after it, and the step packed, if it is.
  let capture: @Sendable (UnsafeRawPointer, UnsafeRawPointer, [UInt8]) -> AnySnapshot
  /// Returns the snapshot of two steps as one.
  let joined: @Sendable (AnySnapshot, AnySnapshot) -> AnySnapshot
  /// Puts the part as it was kept into a state, and nothing else.
  let restorePart: @Sendable (AnySnapshot, UnsafeMutableRawPointer) -> Void
  /// Runs a body with room for what ``exchange`` takes out of a state: that is released when the body is done.
  let withRoom: @Sendable ((UnsafeMutableRawPointer) -> Void) -> Void
  /// Puts part and companion into a state as they were where a movement leads, and what was there into a room, so that
  /// nothing is released; given what is kept there, and of the step that is undone, if one is.
  let exchange:
    @Sendable (AnySnapshot, AnySnapshot?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  /// Whether anything goes beside the part.
  let hasCompanion: Bool
  /// Whether ``exchange`` runs no code of the app.
  let isStored: Bool
  /// What the description of the part makes possible; nil for one that has none.
  let description: PartDescription?
  /// What is wrong with the description of the part: then the store takes no changes.
  let refusal: DescriptionError?

  /// - Parameter isSame: The place's ``StatePlace/sameness``, from where it is compiled with the types known.
  @usableFromInline
  init<Place: StatePlace, Beside: BesidePart>(
    _ place: Place,
    beside: Beside.Type,
    isStored: Bool,
    isSame: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    capture: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer, [UInt8]) -> AnySnapshot,
    joined: @escaping @Sendable (AnySnapshot, AnySnapshot) -> AnySnapshot,
    restorePart: @escaping @Sendable (AnySnapshot, UnsafeMutableRawPointer) -> Void,
    withRoom: @escaping @Sendable ((UnsafeMutableRawPointer) -> Void) -> Void,
    exchange:
      @escaping @Sendable (AnySnapshot, AnySnapshot?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) ->
      Void
  ) {
    (paths, withBoth) = (place.paths, place.withBoth)
    (self.isSame, self.capture, self.joined) = (isSame, capture, joined)
    (self.restorePart, self.withRoom, self.exchange) = (restorePart, withRoom, exchange)
    hasCompanion = Beside.isKept
    self.isStored = isStored
    description = place.description(beside: Beside.self)
    refusal = description?.refusal
  }
}

extension PartAccess {
  /// Puts part and companion into a state as they were where a movement leads; see ``exchange``.
  func restore(_ arrived: AnySnapshot, _ undone: AnySnapshot?, _ state: UnsafeMutableRawPointer) {
    withRoom { exchange(arrived, undone, state, $0) }
  }

  /// What is different about the part in two states, nil where nothing is; and what the newer one has that the older one has
  /// not, and the reverse, if that is asked for.
  ///
  /// - Throws: ``PatchError`` when a leaf cannot be written.
  func difference(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    counting exchange: ExchangeCount?
  ) throws(PatchError) -> Patch.Node? {
    var difference = Result<Patch.Node?, PatchError>.success(nil)
    withBoth(old, new) { [description] old, new in
      do throws(PatchError) {
        difference = .success(try description?.difference(old, new, exchange))
      } catch {
        difference = .failure(error)
      }
    }
    return try difference.get()
  }
}

extension PartAccess {
  /// Whether the part in a state is the one that a snapshot keeps, node for node.
  func isKept(_ state: UnsafeRawPointer, _ snapshot: AnySnapshot) -> Bool {
    var isKept = false
    withBoth(state, state) { [description] part, _ in isKept = description?.isKept(part, snapshot) ?? false }
    return isKept
  }

  /// Whether a change leads from the part in one state to that in another one, which differs.
  func leads(_ node: Patch.Node, from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> Bool {
    guard let description else { return false }
    var leads = false
    withBoth(old, new) { leads = (try? description.leads(node, $0, $1)) ?? false }
    return leads
  }
}

extension PartAccess {
  /// The way to the part at a key path.
  @inlinable
  package static func to<State: Sendable, Part: Equatable & Sendable>(
    _ path: WritableKeyPath<State, Part> & Sendable
  ) -> PartAccess { .to(PartPlace(path)) }

  /// The way to the part at a key path, with a companion at another one.
  @inlinable
  package static func to<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>(
    _ path: WritableKeyPath<State, Part> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) -> PartAccess { .to(PartPlace(path), with: PartPlace(companion)) }

  /// The way to several parts.
  @inlinable
  package static func to<State: Sendable>(_ parts: [OnePart], in _: State.Type) -> PartAccess {
    .to(PartsPlace(parts, in: State.self))
  }

  /// The way to several parts, with a companion at a key path.
  @inlinable
  package static func to<State: Sendable, Companion: Sendable>(
    _ parts: [OnePart],
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) -> PartAccess { .to(PartsPlace(parts, in: State.self), with: PartPlace(companion)) }

  /// The way to what is at a place.
  @inlinable
  static func to<Place: StatePlace>(_ part: Place) -> PartAccess {
    typealias Kept = Snapshot<Place.Part, NothingBeside>
    return PartAccess(
      part,
      beside: NothingBeside.self,
      isStored: part.isStored,
      isSame: part.sameness,
      capture: { Kept(part.get($1), NothingBeside(), step: $2) },
      joined: { Kept(Kept.of($1).part, NothingBeside(), step: $0.step(and: $1)) },
      restorePart: { _ = part.exchange($1, for: Kept.of($0).part) },
      withRoom: { body in
        var room: Place.Part?
        withUnsafeMutablePointer(to: &room) { body(UnsafeMutableRawPointer($0)) }
      },
      exchange: { arrived, _, state, room in
        room.assumingMemoryBound(to: Place.Part?.self)
          .pointee = part.exchange(state, for: Kept.of(arrived).part)
      }
    )
  }

  /// The way to what is at a place, with a companion.
  @inlinable
  static func to<Place: StatePlace, Companion: Sendable>(
    _ part: Place,
    with companion: PartPlace<Place.State, Companion>
  ) -> PartAccess {
    typealias Kept = Snapshot<Place.Part, CompanionBeside<Companion>>
    return PartAccess(
      part,
      beside: CompanionBeside<Companion>.self,
      isStored: part.isStored && companion.isStored,
      isSame: part.sameness,
      capture: { before, after, step in
        let beside = CompanionBeside(before: companion.get(before), after: companion.get(after))
        return Kept(part.get(after), beside, step: step)
      },
      joined: { first, second in
        let (first, second) = (Kept.of(first), Kept.of(second))
        let beside = CompanionBeside(first.beside, second.beside)
        return Kept(second.part, beside, step: first.step(and: second))
      },
      restorePart: { _ = part.exchange($1, for: Kept.of($0).part) },
      withRoom: { body in
        var room: (Place.Part?, Companion?)
        withUnsafeMutablePointer(to: &room) { body(UnsafeMutableRawPointer($0)) }
      },
      exchange: { arrived, undone, state, room in
        let arrived = Kept.of(arrived)
        let room = room.assumingMemoryBound(to: (Place.Part?, Companion?).self)
        room.pointee.0 = part.exchange(state, for: arrived.part)
        guard let sides = Kept.of(undone ?? arrived).beside.sides else { return }
        room.pointee.1 = companion.exchange(state, for: undone == nil ? sides.after : sides.before)
      }
    )
  }
}
