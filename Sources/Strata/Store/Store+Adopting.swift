extension Store {
  /// Puts a state that was made elsewhere in the present's place, as one step.
  ///
  /// - Throws: What the commit hook throws, and `StoreError.busy` inside a reducer, a transaction or the hook.
  package func adopt(_ state: State, as label: String) throws {
    let version = AnyVersion(state)
    try write(
      { present in
        let captures = present.parts.captures(from: present.version, to: version)
        let effect = captures.isEmpty ? Proposal.Effect.nothing : .step(Step(label: label), captures)
        return Proposal(version: version, effect: effect)
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}
