/// How a store takes note of own changes of what is shared, where its state is ``Shared``: in the state itself, by the very
/// change.
struct OwnChanges: Sendable {
  /// Returns the version to come with the note in it; nil where there is nothing to note.
  private let noted: @Sendable (AnyVersion, AnyVersion, () -> OwnChange.Words) throws -> AnyVersion?
  /// Whether the state at an address has joined: only then is there something to note.
  private let isJoined: @Sendable (UnsafeRawPointer) -> Bool

  /// Nil where nothing of the state can be shared.
  init?<State: Reducible>(of state: State.Type) {
    func make<Known: Shared>(_: Known.Type) -> OwnChanges { OwnChanges(known: Known.self) }
    guard let type = State.self as? any Shared.Type else { return nil }
    self = make(type)
  }

  private init<Known: Shared>(known: Known.Type) {
    let fields = Result { () throws(SharingError) in try SharedFields(of: Known.self) }
    // Walking a key path takes fifty times as long as looking where it leads; see ``PartPlace``.
    let offset = MemoryLayout<Known>.offset(of: Known.sharing)
    isJoined = { state in
      guard let offset else {
        return state.assumingMemoryBound(to: Known.self).pointee[keyPath: Known.sharing].site != 0
      }
      return (state + offset).assumingMemoryBound(to: Sharing.self).pointee.site != 0
    }
    noted = { before, after, words in
      let (old, new) = (before.state(as: Known.self), after.state(as: Known.self))
      var sharing = old[keyPath: Known.sharing]
      // What brings another note along is the store's own work, or a state that has its own.
      guard sharing == new[keyPath: Known.sharing] else { return nil }
      let patch = try fields.get().difference(from: old, to: new)
      if patch.isEmpty { return nil }
      try sharing.add(words(), patch)
      // The type of the store's states is this one.
      return VersionStorage.holding(new.with(sharing))
    }
  }

  /// Whether own changes of a version are to be noted.
  @inline(__always)
  func areNoted(in version: AnyVersion) -> Bool { version.withAddress { isJoined($0) } }

  /// Takes note of a change on its way.
  ///
  /// - Throws: ``PatchError`` where it cannot be written.
  func note(_ change: inout PendingChange, by words: () -> OwnChange.Words) throws {
    if case .followed = change.effect { return }
    if let after = try noted(change.before, change.after, words) { change.after = after }
  }
}

extension StoreCore {
  /// What a change is called on other machines.
  func label(of change: borrowing PendingChange) -> String {
    if case .restart = change.effect { return "Load" }
    guard case .movement(let journey) = change.effect, journey.scope == nil else { return change.step.label }
    let timeline = main.timeline
    return switch journey.movement {
    case .step(.back): "Undo \(timeline[timeline.presentID]?.label ?? "")"
    case .step(.forward): "Redo \(timeline[journey.id]?.label ?? "")"
    case .jump: "Go to \(timeline[journey.id]?.label ?? "")"
    }
  }
}
