import StrataCore

/// Waits in a test for what effects send to a store, and sees to it that it changes what you say and nothing else.
///
///     let effects = EffectReceiver(of: store)
///     try store.send(.ask("tea"))
///     try await effects.receive(.arrived(["All about tea"], for: "tea")) { $0.found = ["All about tea"] }
///
/// It hears of every change from its making on, and goes through the changes in their order. Actions before the one that is
/// waited for are passed over; actions behind it are there for the next call. So no test guesses how long something takes.
/// If two answers may come in either order, each gets a receiver of its own: the receivers of one store know nothing of
/// each other.
public final class EffectReceiver<State: Reducible>: Sendable {
  private let waiting: Guarded<[Store<State>.Transition]>
  private let token: ObservationToken

  /// Begins to listen.
  public init(of store: Store<State>) {
    let waiting = Guarded<[Store<State>.Transition]>([])
    self.waiting = waiting
    token = store.observe { transition in waiting.withLock { $0.append(transition) } }
  }

  /// Waits for an action that the store was sent, alone or in a transaction.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, which only a test that fails does; on a busy machine longer.
  ///   - fileID: The file of the test, which the error names.
  ///   - line: The line, too.
  ///   - isMeant: Whether it is the action that is waited for.
  ///   - change: Turns the state from before that change into the one that is expected; without it, nothing may change.
  /// - Returns: The action.
  /// - Throws: ``NoActionReceived`` where none came; `UnexpectedChange` where it changed something else.
  @discardableResult
  public func receive(
    within limit: Duration = .seconds(10),
    fileID: String = #fileID,
    line: Int = #line,
    where isMeant: (State.Action) -> Bool,
    changes change: (inout State) throws -> Void = { _ in }
  ) async throws -> State.Action {
    let place = TestPlace(fileID, line)
    let end = ContinuousClock.now + limit
    var (others, looks): ([State.Action], Int) = ([], 0)
    while true {
      while let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        guard let action = next.actions.first(where: isMeant) else {
          others += next.actions
          continue
        }
        var expected = next.before
        try change(&expected)
        if let error = UnexpectedChange(
          of: action,
          from: next.before,
          to: next.after,
          not: expected,
          at: place
        ) {
          throw error
        }
        return action
      }
      looks += 1
      // On a busy machine one look may come later than the limit. At least 100 looks give the senders their turns in between.
      guard ContinuousClock.now < end || looks < 100 else {
        throw NoActionReceived(within: limit, but: others, at: place)
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Waits for an action that equals another one.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - limit: How long to wait.
  ///   - fileID: The file of the test, which the error names.
  ///   - line: The line, too.
  ///   - change: Turns the state from before that change into the one that is expected; without it, nothing may change.
  /// - Throws: The errors that ``receive(within:fileID:line:where:changes:)`` throws.
  public func receive(
    _ action: State.Action,
    within limit: Duration = .seconds(10),
    fileID: String = #fileID,
    line: Int = #line,
    changes change: (inout State) throws -> Void = { _ in }
  ) async throws where State.Action: Equatable {
    try await receive(within: limit, fileID: fileID, line: line, where: { $0 == action }, changes: change)
  }
}

/// The action that a test waited for did not come.
public struct NoActionReceived: Error, Equatable, CustomStringConvertible {
  /// The whole story for the person who reads the test's output.
  public let description: String

  init(within limit: Duration, but others: [Any], at place: TestPlace) {
    let came =
      others.isEmpty
      ? "No other one came either." : "What came: \(others.map { "\($0)" }.joined(separator: ", "))."
    description = """
      The action that was waited for was not sent within \(limit). \(came)

      See to it that the effect is there before the action that it follows on, and that nothing cancelled it.
      \(place.sentence("Waited for"))
      """
  }
}
