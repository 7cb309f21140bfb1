extension Store {
  /// Gives the present moment a name to come back to, such as "Before tidying up".
  ///
  /// Nothing is added to that moment any more. A moment has one name, and a name means one moment: the last that was given
  /// it. It goes when the moment is evicted.
  ///
  /// - Throws: `StoreError.namelessCheckpoint` where there is nothing to read in the name; `StoreError.busy` inside a
  ///   reducer, a transaction or a hook.
  public func checkpoint(_ name: String) throws {
    if name.allSatisfy(\.isWhitespace) { throw StoreError.namelessCheckpoint }
    try changeHistories({ .named($0.presentID, name) }) { core in
      core.change(nil) { $0.setCheckpoint(name) }
      return DeferredReleases()
    }
  }

  /// Brings back what undo covers as it was at a moment, as a new step: undo takes that back, and nothing that came
  /// after the moment is lost.
  ///
  ///     try store.checkpoint("Before tidying up")
  ///     try store.send(.tidyUp, as: .agent)
  ///     if let moment = store.timeline.checkpoint("Before tidying up") { try store.goBack(to: moment.id) }
  ///
  /// ``jump(to:)`` goes there without a step, and goes on from there on a branch.
  ///
  /// - Parameters:
  ///   - moment: Any moment of the history, on whatever branch.
  ///   - author: The author of the step back.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, and what ``jump(to:)`` throws.
  /// - Complexity: As of ``jump(to:)``.
  public func goBack(to moment: Moment.ID, as author: Author = .user) throws {
    var label = ""
    try write(
      { turn in
        let history = core.withLock { $0.main }
        guard let there = history.timeline[moment], let snapshot = try part(at: moment, in: history) else {
          throw StoreError.noSuchMoment(moment)
        }
        label = "Back to \(there.checkpoint ?? there.label)"
        let after = making.copy(turn.before)
        history.domain.restoreUndone(snapshot, after.address)
        let proposal = turn.proposal(after, as: Step(label: label, Provenance(author)), in: domain)
        return proposal.isRecorded ? proposal : nil
      },
      cause: { .transaction(label, actions: []) }
    )
  }

  private func part(at moment: Moment.ID, in history: History) throws(StoreError) -> DomainSnapshot? {
    do throws(PatchError) {
      return try history.part(at: moment, from: nil)
    } catch {
      throw .unreadableMoment(moment, error)
    }
  }
}
