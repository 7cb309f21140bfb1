extension Store {
  /// Puts a state that was made elsewhere in the present's place, as one step.
  ///
  /// - Throws: What a commit hook throws, and `StoreError.busy` inside a reducer, a transaction or a hook.
  package func adopt(_ state: State, as label: String) throws {
    try adopt(as: label) { $0 = state }
  }

  /// Changes the present state by `change`, as one step.
  ///
  /// - Throws: What `change` and a commit hook throw, and `StoreError.busy` inside a reducer, a transaction or a hook.
  package func adopt(as label: String, _ change: (inout State) throws -> Void) throws {
    try write(
      { turn in
        var state = turn.before.state(as: State.self)
        try change(&state)
        return turn.proposal(making.version(state), as: Step(label: label), in: domain)
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}
