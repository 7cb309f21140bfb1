/// Holds an app's state, changes it by actions alone, and takes the changes back.
///
///     let store = Store(Counter())
///     try store.send(2)
///     try store.undo()
///     store.state.count  // 0
///
/// The thinking is done by values, the reducer and the history; the store is a lock around them.
///
/// - Note: Every method may be called from any thread. Writers wait for each other; readers never wait for a
///   reducer.
public final class Store<State: Reducible>: Sendable {
  /// What readers see, and whose turn it is to write. Held for a few instructions at a time.
  private struct Published {
    var state: State
    var canUndo = false
    var canRedo = false
    var writer: ThreadIdentity?
  }

  /// Held by one writer for as long as its reducer runs; the history is the writers' alone.
  private let history: Guarded<any UndoDomain<State>>
  private let published: Guarded<Published>

  /// Makes a store whose undo covers the part of the state at `domain`.
  ///
  /// What lies outside the domain (a selection, a scroll position, the counter that gives out ids) is left
  /// alone by undo and redo, and changing it records no step.
  public init<Domain: Equatable & Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable
  ) {
    history = Guarded(PartHistory(of: domain, in: initial))
    published = Guarded(Published(state: initial))
  }

  /// Makes a store whose undo covers the whole state.
  public convenience init(_ initial: State) {
    self.init(initial, undoing: \State.self)
  }

  /// The state as of now, as a value of its own.
  ///
  /// - Complexity: O(1).
  public var state: State {
    published.withLock { $0.state }
  }

  /// Whether there is a step to take back.
  public var canUndo: Bool {
    published.withLock { $0.canUndo }
  }

  /// Whether there is a step to take forward again.
  public var canRedo: Bool {
    published.withLock { $0.canRedo }
  }

  /// Changes the state by `action`, and records a step when the undo domain is different afterwards.
  ///
  /// - Throws: What the reducer throws; the state and the history are then as they were. `StoreError.busy`
  ///   inside a reducer of this store.
  public func send(_ action: State.Action) throws {
    try write { state, history in
      try state.reduce(action)
      history.record(state)
    }
  }

  /// Takes back the last step that is still in effect.
  ///
  /// - Throws: `StoreError.nothingToUndo` at the beginning; `StoreError.busy` inside a reducer of this store.
  public func undo() throws {
    try move(.back, otherwise: .nothingToUndo)
  }

  /// Takes the last undone step forward again.
  ///
  /// - Throws: `StoreError.nothingToRedo` at the newest step; `StoreError.busy` inside a reducer of this
  ///   store.
  public func redo() throws {
    try move(.forward, otherwise: .nothingToRedo)
  }

  private func move(_ side: HistorySide, otherwise nothing: StoreError) throws {
    try write { state, history in
      guard history.move(side, in: &state) else { throw nothing }
    }
  }

  /// Lets one writer at a time change a copy of the state, and publishes the copy when `change` returns.
  ///
  /// `change` touches the history last, when nothing can throw any more: both are changed or neither is.
  private func write(_ change: (inout State, inout any UndoDomain<State>) throws -> Void) throws {
    let me = ThreadIdentity.current
    guard published.withLock({ $0.writer != me }) else { throw StoreError.busy }
    try history.withLock { history in
      var state = published.withLock { published in
        published.writer = me
        return published.state
      }
      defer { published.withLock { $0.writer = nil } }
      try change(&state, &history)
      published.withLock { published in
        published.state = state
        published.canUndo = history.canMove(.back)
        published.canRedo = history.canMove(.forward)
      }
    }
  }
}
