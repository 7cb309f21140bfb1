extension Store {
  /// Adds a hook that every change passes before it is made, behind those that were added before.
  ///
  ///     let hook = try store.willCommit { transition in
  ///       if transition.after.sum < 0 { throw Overdrawn() }
  ///     }
  ///     hook.cancel()
  ///
  /// An error that a hook throws stops the change and reaches the writer. Nothing has happened then, and the store does not
  /// call the later hooks. A log comes last, after all hooks: it writes the changes that they agreed to, and may refuse a
  /// change, too. So a hook decides, and does nothing else: an observer reacts to a change. The hook runs on the writer's
  /// thread, in the order of the changes, and may read the store but not change it.
  ///
  /// A hook stays as long as the store, unless it is cancelled: a guard does not go because the app keeps no token.
  ///
  /// - Returns: The token that takes the hook away.
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook of this store.
  @discardableResult
  public func willCommit(_ hook: @escaping @Sendable (Transition) throws -> Void) throws -> CommitHookToken {
    let hook = CommitHook<State>(hook)
    let old = try core.withLockWhenFree { core in
      let old = core.hooks
      core.hooks = CommitHooks(hooks(old) + [hook])
      return old
    }
    withExtendedLifetime(old) {}
    // The token may outlive both, and keeps neither.
    return CommitHookToken { [weak self, weak hook] in if let hook { self?.remove(hook) } }
  }

  private func remove(_ hook: CommitHook<State>) {
    hook.cancel()
    let old = core.withLock { core in
      let (old, left) = (core.hooks, hooks(core.hooks).filter { $0 !== hook })
      core.hooks = left.isEmpty ? nil : CommitHooks(left)
      return old
    }
    withExtendedLifetime(old) {}
  }

  private func hooks(_ hooks: (any AnyObject & Sendable)?) -> [CommitHook<State>] {
    // They were added by this store, so they are for its states.
    hooks.map { unsafeDowncast($0, to: CommitHooks<State>.self).all } ?? []
  }

  /// Asks the hooks that a change found when it began, one after the other.
  ///
  /// - Throws: The error of the first hook that refuses the change.
  func ask(_ hooks: any AnyObject & Sendable, about transition: Transition) throws {
    for hook in self.hooks(hooks) { try hook.decide(transition) }
  }
}

/// A token that takes a hook of ``Store/willCommit(_:)`` away.
public final class CommitHookToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Takes the hook away: it is not asked from now on, save for a call that another thread is in the middle of.
  ///
  /// From anywhere, also from inside the hook. A second time it does nothing.
  public func cancel() { end() }
}

/// The hooks of a store behind one reference, so that the store's core needs not know their type.
final class CommitHooks<State: Reducible>: Sendable {
  let all: [CommitHook<State>]

  init(_ all: [CommitHook<State>]) { self.all = all }
}

/// One of them.
final class CommitHook<State: Reducible>: Sendable {
  private let ask: @Sendable (Store<State>.Transition) throws -> Void
  private let isCancelled = Guarded(false)

  init(_ ask: @escaping @Sendable (Store<State>.Transition) throws -> Void) { self.ask = ask }

  /// Refuses a change by throwing, unless it was cancelled meanwhile.
  func decide(_ transition: Store<State>.Transition) throws {
    if isCancelled.withLock({ $0 }) { return }
    try ask(transition)
  }

  func cancel() { isCancelled.withLock { $0 = true } }
}
