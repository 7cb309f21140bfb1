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
      if let transition = event.change?.transition(of: State.self) { receive(transition) }
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` with the revision after every change of the state, for as long as the result is held; the change is
  /// not put into words for it.
  package func observeRevision(_ receive: @escaping @Sendable (Int) -> Void) -> ObservationToken {
    let watcher = watchers.add(of: .states) { event in
      if let commit = event.change?.commit { receive(commit.revision) }
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` with the states before and after every change, which is not put into words for it.
  func observeStates(_ receive: @escaping @Sendable (_ old: State, _ new: State) -> Void) -> ObservationToken
  {
    let watcher = watchers.add(of: .states) { event in
      guard let commit = event.change?.commit else { return }
      receive(commit.old.state(as: State.self), commit.new.state(as: State.self))
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` after every change of one part of the state, for as long as the result is held.
  ///
  ///     let token = store.observe(\.document.journal.todos) { old, new in … }
  ///
  /// However many observe one part, it is compared once a change: observers of other parts cost a change next to nothing.
  ///
  /// - Parameters:
  ///   - part: The key path of the part. A described part counts as changed when it is encoded differently, any other part
  ///     when it is not equal.
  ///   - receive: Called with the part before and after; see ``observe(_:)``.
  public func observe<Part: Equatable & Sendable>(
    _ part: KeyPath<State, Part> & Sendable,
    _ receive: @escaping @Sendable (_ old: Part, _ new: Part) -> Void
  ) -> ObservationToken {
    let isSame = sameness(of: Part.self)
    // Walking a key path takes fifty times as long as looking where it leads; see ``DomainField``.
    let offset = MemoryLayout<State>.offset(of: part)
    @Sendable func value(in version: AnyVersion) -> Part {
      guard let offset else { return version.withState(State.self) { $0.pointee[keyPath: part] } }
      return version.withAddress { ($0 + offset).pointer(to: Part.self).pointee }
    }
    @Sendable func both(_ commit: StoreCore.Commit) -> (old: Part, new: Part) {
      (value(in: commit.old), value(in: commit.new))
    }
    let watched = Watchers.Part(path: part) { commit in
      let (old, new) = both(commit)
      return isSame(old, new)
    }
    let watcher = watchers.add(of: .part(watched)) { event in
      guard let commit = event.change?.commit else { return }
      let (old, new) = both(commit)
      receive(old, new)
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` after every change of the value that `part` makes of the state, for as long as the result is held.
  ///
  /// The store calls each observer's closure after every change. If a key path gives the same value, observe the key path.
  ///
  /// - Parameters:
  ///   - part: Returns the value to observe, for instance a value that puts several parts together.
  ///   - receive: Called with the part before and after; see ``observe(_:)``.
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    _ receive: @escaping @Sendable (_ old: Part, _ new: Part) -> Void
  ) -> ObservationToken {
    let isSame = sameness(of: Part.self)
    let watcher = watchers.add { event in
      guard let commit = event.change?.commit else { return }
      let old = commit.old.withState(State.self) { part($0.pointee) }
      let new = commit.new.withState(State.self) { part($0.pointee) }
      if !isSame(old, new) { receive(old, new) }
    }
    return ObservationToken(watcher, of: watchers)
  }

  /// Calls `receive` whenever what menus and dirty dots show has changed, for as long as the result is held.
  public func observeHistory(_ receive: @escaping @Sendable (HistoryStatus) -> Void) -> ObservationToken {
    let last = Guarded(HistoryStatus?.none)
    let watcher = watchers.add { event in
      guard let status = event.status else { return }
      let isNews = last.withLock { last in
        defer { last = status }
        return last?.showsSame(as: status) != true
      }
      if isNews { receive(status) }
    }
    // Not before listening: otherwise the changes in between would be missed.
    last.withLock { last in last = last ?? historyStatus }
    return ObservationToken(watcher, of: watchers)
  }
}
