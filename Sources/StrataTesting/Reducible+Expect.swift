import StrataCore

extension Reducible {
  /// Sends `action` to this value, and sees to it that this changes what you say and nothing else.
  ///
  ///     var state = Counter()
  ///     try state.expect(.add(2)) { $0.count = 2 }
  ///     try state.expect(.add(3)) { $0.count = 5 }
  ///
  /// State what is different, not the whole: everything else has to stay as it was. The error that is thrown
  /// otherwise says where the values differ, and fails the test under Swift Testing and XCTest alike.
  ///
  /// The action is reduced twice, and both results have to be the same: a reducer that looks at a clock, or makes a
  /// random id, is found out.
  ///
  /// - Parameters:
  ///   - action: The action to reduce; the value is then what the reducer made of it.
  ///   - change: Turns the value from before into the one that is expected; without it, nothing may change.
  ///   - fileID: The file of the test, which the error names.
  ///   - line: The line, too.
  /// - Throws: `UnexpectedChange` when something else came out; what the reducer throws. The value then stays as it
  ///   was.
  public mutating func expect(
    _ action: Action,
    fileID: String = #fileID,
    line: Int = #line,
    _ change: (inout Self) throws -> Void = { _ in }
  ) throws {
    try expectChange(of: &self, by: action, at: TestPlace(fileID, line), { try $0.reduce(action) }, change)
  }
}

extension Store {
  /// Sends `action` to the store, and sees to it that this changes what you say and nothing else.
  ///
  ///     let store = Store(Counter())
  ///     try store.expect(.add(2)) { $0.count = 2 }
  ///
  /// Actions that observers and effects send in turn are left to ``EffectReceiver``: their changes are not this action's,
  /// however soon they come.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - change: Turns the state from before into the one that is expected; without it, nothing may change.
  ///   - fileID: The file of the test, which the error names.
  ///   - line: The line, too.
  /// - Throws: `UnexpectedChange` when something else came out, which the store then has; what `send` throws.
  public func expect(
    _ action: State.Action,
    fileID: String = #fileID,
    line: Int = #line,
    _ change: (inout State) throws -> Void = { _ in }
  ) throws {
    let place = TestPlace(fileID, line)
    while true {
      let seen = snapshot
      var expected = seen.state
      try change(&expected)
      // The changes of actions that observers and effects send on the heels of this action are not its own.
      let result = Guarded(seen.state)
      let hook = try willCommit { transition in
        if transition.revision == seen.revision + 1 { result.withLock { $0 = transition.after } }
      }
      defer { hook.cancel() }
      do {
        try send(action, ifRevision: seen.revision)
      } catch StoreError.outdated(seen.revision, _) {
        continue  // An effect of what was sent before came in between.
      }
      let after = result.withLock { $0 }
      if let error = UnexpectedChange(of: action, from: seen.state, to: after, not: expected, at: place) {
        throw error
      }
      return
    }
  }
}
