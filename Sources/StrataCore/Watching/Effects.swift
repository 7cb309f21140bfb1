/// Work beside a store that its actions start, and whose results come back as actions.
///
///     let effects = Effects(of: store) { action, state in
///       switch action {
///       case .ask: .run("question") { .told(await answer(to: state.count)) }
///       case .stop: .cancel("question")
///       default: .none
///       }
///     }
///
/// Work starts when an action is sent, alone or in a transaction: never by undo, redo, a jump or loading. It holds neither
/// the store nor the effects. Releasing the effects cancels all of it.
public final class Effects<State: Reducible>: Sendable {
  private let running: RunningWork
  private let token: ObservationToken

  /// Starts work for the actions that the store is sent from now on.
  ///
  /// - Parameters:
  ///   - store: The store, which gets the results.
  ///   - effect: Says what an action starts, given the state after the change. It is called on the thread that sends, after
  ///     every observer that was there before, and ought to return at once.
  public init(
    of store: Store<State>,
    _ effect: @escaping @Sendable (State.Action, State) -> Effect<State.Action>
  ) {
    let running = RunningWork()
    self.running = running
    token = store.observe { [weak store] transition in
      guard let store else { return }
      for action in transition.actions { running.take(effect(action, transition.after), for: store) }
    }
  }

  deinit { cancelAll() }

  /// Cancels the work of a key.
  public func cancel(_ key: some Hashable & Sendable) { running.cancel(key) }

  /// Cancels all work. Work that is started later runs.
  public func cancelAll() { running.cancelAll() }

  /// The number of pieces of work that run.
  var count: Int { running.count }
}

/// The work that an action starts, or cancels, beside the change that it makes; see ``Effects``.
public struct Effect<Action: Sendable>: Sendable {
  /// Sends an action of the work, and throws what ``Store/send(_:as:noting:ifRevision:)`` throws.
  ///
  /// It throws `CancellationError` where the work was cancelled, or the store is gone.
  public typealias Send = @Sendable (Action) throws -> Void

  fileprivate enum Kind: Sendable {
    case several([Effect])
    case cancel(any Hashable & Sendable)
    case run(Work)
  }

  fileprivate struct Work: Sendable {
    let key: (any Hashable & Sendable)?
    let author: Author
    let body: @Sendable (@escaping Send) async throws -> Void
    let failing: @Sendable (any Error) -> Action?
  }

  fileprivate let kind: Kind

  /// Nothing.
  public static var none: Effect { Effect(kind: .several([])) }

  /// Work that sends any number of actions, such as all that a socket receives.
  ///
  ///     .run("socket") { send in for try await message in socket { try send(.received(message)) } }
  ///
  /// - Parameters:
  ///   - key: The name of the work: other work of the same key takes its place, and this is cancelled. Work without a key
  ///     goes on until the effects are released.
  ///   - author: The author of the actions.
  ///   - body: The work. It may rethrow the errors of `send`.
  ///   - failing: Makes an action of an error that `body` throws, unless the work was cancelled. If it makes none, the error
  ///     is dropped.
  public static func run(
    _ key: (any Hashable & Sendable)? = nil,
    as author: Author = .user,
    _ body: @escaping @Sendable (_ send: @escaping Send) async throws -> Void,
    failing: @escaping @Sendable (any Error) -> Action? = { _ in nil }
  ) -> Effect {
    Effect(kind: .run(Work(key: key, author: author, body: body, failing: failing)))
  }

  /// Work that sends one action, or none.
  ///
  ///     .run("question") { .told(try await answer(to: number)) } failing: { .failed("\($0)") }
  ///
  /// - Parameters:
  ///   - key: The name of the work: other work of the same key takes its place, and this is cancelled.
  ///   - author: The author of the action.
  ///   - body: The work.
  ///   - failing: Makes an action of an error that `body` throws, or that the store throws when it is sent the action.
  public static func run(
    _ key: (any Hashable & Sendable)? = nil,
    as author: Author = .user,
    _ body: @escaping @Sendable () async throws -> Action?,
    failing: @escaping @Sendable (any Error) -> Action? = { _ in nil }
  ) -> Effect {
    run(key, as: author, { send in if let action = try await body() { try send(action) } }, failing: failing)
  }

  /// Cancels the work of a key, if it runs.
  ///
  /// Nothing of it is sent any more, but for an action that another thread is sending just then.
  public static func cancel(_ key: some Hashable & Sendable) -> Effect { Effect(kind: .cancel(key)) }

  /// Several effects, one after the other.
  public static func all(_ effects: Effect...) -> Effect { Effect(kind: .several(effects)) }
}

/// The work that runs beside a store.
private final class RunningWork: Sendable {
  private struct Tasks {
    var last = 0
    var byNumber: [Int: (task: Task<Void, Never>, key: AnyHashable?)] = [:]
    var numbers: [AnyHashable: Int] = [:]

    mutating func remove(_ number: Int) -> Task<Void, Never>? {
      guard let (task, key) = byNumber.removeValue(forKey: number) else { return nil }
      if let key, numbers[key] == number { numbers[key] = nil }
      return task
    }
  }

  private let tasks = Guarded(Tasks())

  func take<State>(_ effect: Effect<State.Action>, for store: Store<State>) {
    switch effect.kind {
    case .several(let effects): for effect in effects { take(effect, for: store) }
    case .cancel(let key): cancel(key)
    case .run(let work): start(work, for: store)
    }
  }

  private func start<State>(_ work: Effect<State.Action>.Work, for store: Store<State>) {
    let key = work.key.map { AnyHashable($0) }
    let old = tasks.withLock { tasks in
      let old = key.flatMap { tasks.numbers[$0] }.flatMap { tasks.remove($0) }
      tasks.last += 1
      let number = tasks.last
      let task = Task { [weak self, weak store] in
        let send: Effect<State.Action>.Send = { [weak self, weak store] action in
          guard let self, isRunning(number), let store else { throw CancellationError() }
          try store.send(action, as: work.author)
        }
        do {
          try await work.body(send)
        } catch {
          if self?.isRunning(number) == true, let action = work.failing(error) { try? send(action) }
        }
        self?.end(number)
      }
      tasks.byNumber[number] = (task, key)
      if let key { tasks.numbers[key] = number }
      return old
    }
    old?.cancel()
  }

  var count: Int { tasks.withLock { $0.byNumber.count } }

  private func isRunning(_ number: Int) -> Bool { tasks.withLock { $0.byNumber[number] != nil } }

  private func end(_ number: Int) { _ = tasks.withLock { $0.remove(number) } }

  func cancel(_ key: any Hashable & Sendable) {
    let key = AnyHashable(key)
    tasks.withLock { tasks in tasks.numbers[key].flatMap { tasks.remove($0) } }?.cancel()
  }

  func cancelAll() {
    let all = tasks.withLock { tasks in
      let all = tasks.byNumber.values.map(\.task)
      (tasks.byNumber, tasks.numbers) = ([:], [:])
      return all
    }
    for task in all { task.cancel() }
  }
}
