extension Store {
  /// What a store holds, as a value: its state, and all of its history.
  ///
  ///     let kept = store.contents
  ///     let again = Store(continuing: kept)
  ///     try again.undo()  // store stays where it is
  ///
  /// It stays as it is, whatever the store does later, and shares with it what both have.
  public struct Contents: Sendable {
    fileprivate let version: AnyVersion
    fileprivate let history: History
    fileprivate let making: VersionMaking<State>
    fileprivate let refusal: (any Error)?

    /// The state.
    public var state: State { version.state(as: State.self) }

    /// The moments.
    public var timeline: Timeline { history.timeline }
  }

  /// The state and the history as of now, for a store that is to go on from there.
  ///
  /// - Complexity: O(1).
  public var contents: Contents {
    let (version, history) = core.withLock { ($0.version, $0.main) }
    return Contents(
      version: version,
      history: history,
      making: making,
      refusal: refusal
    )
  }

  /// Makes a store that goes on where another one was: the same state, the same moments under the same numbers, the same
  /// limits, and the same parts that undo covers.
  ///
  /// The two have nothing to do with each other from then on. Observers, hooks, scopes and groups stay where they are; nothing is
  /// added to the present moment any more; and changes are counted from the beginning. What a `DurableStore` has in its log goes
  /// on in memory alone.
  ///
  /// - Parameters:
  ///   - contents: What the other one had.
  ///   - clock: What tells the time of each step.
  public convenience init(
    continuing contents: Contents,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    var history = contents.history
    history.endMerging()
    let core = StoreCore(contents.version, undoing: history, FirstNumbers())
    self.init(core, contents.making, refusing: contents.refusal, clock: clock)
  }
}
