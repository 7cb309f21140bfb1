extension Store {
  /// The state with the undo domain, and nothing else, as it was at a moment; nil when that was evicted, or lies in
  /// the attic and the app's own `Codable` does not make of a value what it wrote.
  ///
  /// - Complexity: As of ``jump(to:)``; no writer waits meanwhile. Of many moments, ``states(at:)`` goes one way.
  public func state(at moment: Moment.ID) -> State? {
    let (version, history) = core.withLock { ($0.version, $0.main) }
    guard let value = try? history.part(at: moment, from: nil) else { return nil }
    return look(at: value, beside: version, in: history)
  }

  /// The states at several moments, as of ``state(at:)``: those that there are.
  ///
  ///     let states = store.states(at: store.timeline.undoPath.prefix(20).map(\.id))
  ///
  /// Each is made from the one before. So moments that follow one another are best asked for in the order of the tree, the
  /// ones next to the present first.
  ///
  /// - Complexity: O(what changed on the way from each to the next); no writer waits meanwhile.
  public func states(at moments: some Sequence<Moment.ID>) -> [Moment.ID: State] {
    let (version, history) = core.withLock { ($0.version, $0.main) }
    var states: [Moment.ID: State] = [:]
    states.reserveCapacity(moments.underestimatedCount)
    var last: (id: Moment.ID, value: DomainSnapshot)?
    for id in moments where states[id] == nil {
      guard let value = try? history.part(at: id, from: last) else { continue }
      last = (id, value)
      states[id] = look(at: value, beside: version, in: history)
    }
    return states
  }

  /// Goes through the steps to several moments, with the states before and after each: those that there are.
  ///
  /// As of ``states(at:)``, but for what is kept: a state is let go when it is done with, and the next one lies where it did.
  package func forEachStep(
    to moments: some Sequence<Moment.ID>,
    _ body: (_ moment: Moment.ID, _ before: State, _ after: State) -> Void
  ) {
    let (version, history) = core.withLock { ($0.version, $0.main) }
    // Two places, in which states take turns: a large state is not copied for each step.
    var (after, before) = (making.copy(version), making.copy(version))
    var (last, idBefore): ((id: Moment.ID, value: DomainSnapshot)?, Moment.ID?)
    func put(_ id: Moment.ID, in place: AnyVersion) -> Bool {
      guard let value = try? history.part(at: id, from: last) else { return false }
      last = (id: id, value: value)
      history.domain.restoreUndone(value, place.address)
      return true
    }
    for id in moments {
      guard history.timeline.tree.contains(id), let parent = history.timeline.parent(of: id) else { continue }
      let isBefore = idBefore == id
      idBefore = nil
      if isBefore { swap(&after, &before) } else if !put(id, in: after) { continue }
      guard put(parent, in: before) else { continue }
      idBefore = parent
      before.withState(State.self) { old in
        after.withState(State.self) { body(id, old.pointee, $0.pointee) }
      }
    }
  }

  /// A version of the state with another part.
  private func look(at value: DomainSnapshot, beside version: AnyVersion, in history: History) -> State {
    let there = making.copy(version)
    history.domain.restoreUndone(value, there.address)
    return there.state(as: State.self)
  }
}
