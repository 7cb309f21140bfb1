import Observation

/// A store as views see it: reading it in a view's body makes the view follow it.
///
///     @State private var model = ObservableStore(store)
///     Text("\(model.count)")
///
/// A view that reads a field follows that field alone; one that reads ``state`` follows every change.
///
/// It reads the store itself, so it is current as soon as `send` returns; views are told on the main actor's next
/// turn.
@MainActor @dynamicMemberLookup
public final class ObservableStore<State: Reducible>: Observable {
  /// The store that is seen; send to it from anywhere.
  public nonisolated let store: Store<State>
  private nonisolated let registrar = ObservationRegistrar()
  private var token: ObservationToken?
  /// The fields that views have read since they changed last.
  private var fields: [PartialKeyPath<State>: FollowedField] = [:]

  /// A field, as it was when the first view read it.
  private struct FollowedField {
    let hasChanged: (_ now: State) -> Bool
    let announce: () -> Void
  }

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

  /// A field of the state at present. A reader of the field is told when it changes, and not when another field does.
  ///
  /// - Complexity: That of reading the field; with every change, each field that is followed is compared with what it was.
  public subscript<Value: Equatable & Sendable>(dynamicMember field: KeyPath<State, Value>) -> Value {
    let path = (\ObservableStore.state).appending(path: field)
    let value = store.state[keyPath: field]
    registrar.access(self, keyPath: path)
    if fields[field] == nil {
      let isSame = sameness(of: Value.self)
      fields[field] = FollowedField(
        hasChanged: { !isSame(value, $0[keyPath: field]) },
        announce: { [unowned self] in registrar.withMutation(of: self, keyPath: path) {} }
      )
    }
    return value
  }

  /// The status that menus and dirty dots show at present.
  public var historyStatus: HistoryStatus {
    registrar.access(self, keyPath: \.historyStatus)
    return store.historyStatus
  }

  private func announce(isChange: Bool) {
    if isChange {
      registrar.withMutation(of: self, keyPath: \.state) {}
      let now = store.state
      for (path, field) in fields where field.hasChanged(now) {
        // The next reader of the field begins anew.
        fields[path] = nil
        field.announce()
      }
    }
    registrar.withMutation(of: self, keyPath: \.historyStatus) {}
  }
}
