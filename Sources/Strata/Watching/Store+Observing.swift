/// An observer's place with a store: hold it for as long as you want to be called.
///
/// It ends when it is cancelled and when it is released, also in the middle of a call.
public final class ObservationToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ watcher: Watchers.Watcher, of watchers: Watchers) {
    // Not the store: a token may outlive it, and does not keep it alive.
    end = { [weak watchers] in watchers?.remove(watcher) }
  }

  deinit {
    end()
  }

  /// Ends the observation: nothing is called from now on, save for a call that another thread is in the middle of.
  public func cancel() {
    end()
  }
}

extension Store {
  /// Calls `receive` after every change, for as long as the result is held.
  ///
  /// It is called outside every lock, after the change was made, one change after the other in their order; the
  /// calls may come on any thread that sends. It may send to the store: that change is made at once and told after
  /// this one.
  public func observe(_ receive: @escaping @Sendable (Transition) -> Void) -> ObservationToken {
    let watcher = watchers.add { event in
      if let change = event.change { receive(change.transition(of: State.self)) }
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` after every change of one part of the state, for as long as the result is held.
  ///
  ///     let token = store.observe(\.document.journal.todos) { old, new in … }
  ///
  /// - Parameters:
  ///   - part: What to look at: a key path, or a closure that puts several parts together. Persistent collections
  ///     are compared by identity first, so looking costs what changed and not what there is. What is described counts
  ///     as changed when it is written differently, anything else when it is not equal.
  ///   - receive: Called with the part before and after; see ``observe(_:)``.
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    _ receive: @escaping @Sendable (_ old: Part, _ new: Part) -> Void
  ) -> ObservationToken {
    let shape = AnyValueShape.ofDescribed(Part.self)
    let watcher = watchers.add { event in
      guard let commit = event.change?.commit else { return }
      let old = commit.old.withState(State.self) { part($0.pointee) }
      let new = commit.new.withState(State.self) { part($0.pointee) }
      let isSame = shape.map { shape in
        withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { shape.isSame(old, $0) } }
      }
      if !(isSame ?? (old == new)) { receive(old, new) }
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` whenever what menus and dirty dots show has changed, for as long as the result is held.
  public func observeHistory(_ receive: @escaping @Sendable (HistoryStatus) -> Void) -> ObservationToken {
    let last = Guarded(HistoryStatus?.none)
    let watcher = watchers.add { event in
      let isNews = last.withLock { last in
        defer { last = event.status }
        return last?.showsSame(as: event.status) != true
      }
      if isNews { receive(event.status) }
    }
    // Not before listening: what happens in between would be missed.
    last.withLock { last in last = last ?? historyStatus }
    return ObservationToken(watcher, of: watchers)
  }
}
