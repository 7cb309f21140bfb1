import Observation

/// A store as views see it: reading it in a view's body makes the view follow it.
///
///     @State private var model = ObservableStore(store)
///     Text("\(model.state.count)")
///
/// It reads the store itself, so it is current as soon as `send` returns; views are told on the main actor's next
/// turn.
@MainActor
public final class ObservableStore<State: Reducible>: Observable {
  /// The store that is seen; send to it from anywhere.
  public nonisolated let store: Store<State>
  private nonisolated let registrar = ObservationRegistrar()
  private var token: ObservationToken?

  /// Makes a view's side of a store.
  public init(_ store: Store<State>) {
    self.store = store
    let watcher = store.watchers.add { [weak self] event in
      // Not the event, which has the states before and after: a burst of changes would keep all of them until the main
      // actor's turn.
      let isChange = event.change != nil
      Task { @MainActor in self?.announce(isChange: isChange) }
    }
    token = ObservationToken(watcher, of: store.watchers)
  }

  /// The state as of now.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return store.state
  }

  /// What menus and dirty dots show as of now.
  public var historyStatus: HistoryStatus {
    registrar.access(self, keyPath: \.historyStatus)
    return store.historyStatus
  }

  private func announce(isChange: Bool) {
    if isChange { registrar.withMutation(of: self, keyPath: \.state) {} }
    registrar.withMutation(of: self, keyPath: \.historyStatus) {}
  }
}
