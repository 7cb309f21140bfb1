/// The described part of a state that undo covers, with its companion: what a store that a log keeps is made with.
///
/// Like ``Comparison`` it is compiled where the store is opened and the part's type is known.
@usableFromInline
package struct DescribedPart: Sendable {
  @usableFromInline let access: PartAccess
  @usableFromInline let keeping: @Sendable (Attic) -> Keeping

  /// The part at a key path, without a companion.
  @inlinable
  package init<State: Sendable, Part: DescribedValue & Equatable>(
    _ part: WritableKeyPath<State, Part> & Sendable
  ) {
    access = .to(part)
    keeping = { Keeping(describing: Part._shape, with: Void.self, $0) }
  }

  /// The part at a key path, with a companion at another one.
  @inlinable
  package init<State: Sendable, Part: DescribedValue & Equatable, Companion: Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) {
    access = .to(part, with: companion)
    keeping = { Keeping(describing: Part._shape, with: Companion.self, $0) }
  }
}

extension Store {
  /// Makes a store that goes on where a log has left it, or begins anew where there is no history to go on with.
  ///
  /// - Throws: ``PatchError`` when the step to the present moment cannot be read.
  package convenience init(
    _ state: State,
    undoing part: DescribedPart,
    replaying replay: HistoryReplay?,
    attic: Attic,
    limit: HistoryLimit,
    byteLimit: Int?,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(PatchError) {
    let keeping = part.keeping(attic)
    guard let replay else {
      self.init(
        state,
        undoing: part.access,
        limit: limit,
        keeping: keeping,
        byteLimit: byteLimit,
        clock: clock
      )
      return
    }
    let version = AnyVersion(state)
    var remains = Remains()
    let history = try History(
      replay,
      at: part.access.captureBeginning(version),
      limit: limit,
      keeping: keeping,
      into: &remains
    )
    var core = StoreCore(version, undoing: UndoDomain(part.access, history), FirstNumbers())
    core.byteLimit = byteLimit.map { max(0, $0) }
    core.trimToBytes(into: &remains)
    core.unrecordedEvictions = remains.evicted
    self.init(core, clock: clock)
  }
}

extension Store {
  /// The store's own history, the state that it is at, its revision, and the number that the recorder gave to the
  /// change that led there.
  package var recordedHistory: (history: History, state: State, revision: Int, position: Int) {
    let core = core.withLock { $0 }
    return (core.main.history, core.version.state(as: State.self), core.revision, core.position)
  }
}
