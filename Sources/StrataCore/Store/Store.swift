/// Holds an app's state, changes it by actions alone, and takes the changes back.
///
///     let store = Store(Counter())
///     try store.send(.add(2))
///     try store.undo()
///     store.state.count  // 0
///
/// The thinking is done by values, the reducer and the history; the store is a lock around them.
///
/// - Note: Every method may be called from any thread. Writers wait for each other; readers never wait for a
///   reducer. Observers are called after the change is made, outside every lock, in the order of the changes.
public final class Store<State: Reducible>: Sendable {
  /// Held for an instant, to read the present or to replace it; taken by one writer at a time for as long as reducers and hooks
  /// run.
  let core: WriterLock<StoreCore>
  let watchers: Watchers
  package let clock: @Sendable () -> Timestamp
  /// How versions of the state are made.
  let making: VersionMaking<State>
  /// The way to the part that undo covers.
  package let domain: UndoDomain
  /// The error in the description of the part that undo covers. With an error the store takes no changes, because it could
  /// not undo them or keep them to a limit.
  let refusal: (any Error)?
  /// How own changes are noted in the state; nil where the state has no notes.
  let notes: ChangeNotes?

  @usableFromInline
  convenience init(
    _ initial: State,
    undoing domain: UndoDomain,
    _ making: VersionMaking<State>,
    keeping: Keeping,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      initial,
      undoing: domain,
      making,
      keeping: keeping,
      clock: clock,
      numbers: FirstNumbers()
    )
  }

  init(
    _ initial: State,
    undoing domain: UndoDomain,
    _ making: VersionMaking<State> = VersionMaking(),
    keeping: Keeping = .unpacked,
    clock: @escaping @Sendable () -> Timestamp = { .now },
    numbers: FirstNumbers
  ) {
    let version = making.version(initial)
    let main = History(
      version.withAddress { domain.capture($0, $0, []) },
      of: domain,
      keeping: keeping,
      at: clock(),
      number: numbers.moment
    )
    var core = StoreCore(version, undoing: main, numbers)
    notes = ChangeNotes(of: State.self)
    core.notes = notes
    self.core = WriterLock(core)
    watchers = Watchers(of: self.core, firstEvent: numbers.event)
    (self.clock, self.making, self.domain) = (clock, making, domain)
    // A limit in bytes needs to know what a step keeps alive.
    let isUncounted = keeping.bytes != nil && domain.described == nil
    refusal = domain.refusal ?? (isUncounted ? StoreError.notDescribed : nil)
  }

  /// Makes a store that has a history already.
  ///
  /// - Parameter refusal: The error in the description of the part that undo covers; nil where a log was opened, which checks
  ///   the whole state's description before.
  init(
    _ core: StoreCore,
    _ making: VersionMaking<State>,
    refusing refusal: (any Error)? = nil,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    var core = core
    notes = ChangeNotes(of: State.self)
    core.notes = notes
    self.core = WriterLock(core)
    watchers = Watchers(of: self.core, firstEvent: 0)
    (self.clock, self.making, domain) = (clock, making, core.main.domain)
    self.refusal = refusal
  }

  deinit {
    watchers.finish()
  }

  /// The state as of now, as a value of its own.
  ///
  /// Inside a transaction this is still what was committed last.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var state: State {
    withPresent { $0.pointer(to: State.self).pointee }
  }

  /// Runs `body` with the place of the state, under the lock: it counts references, and runs no code of the app.
  @usableFromInline
  func withPresent<Result>(_ body: (ValuePlace) -> Result) -> Result {
    core.withLock { $0.version.withAddress(body) }
  }

  /// The number of changes so far, for ``send(_:as:noting:ifRevision:)``.
  public var revision: Int {
    core.withLock { $0.revision }
  }
}
