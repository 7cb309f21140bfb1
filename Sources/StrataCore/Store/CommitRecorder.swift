/// The receiver of every change before the store makes it: a log. It can refuse the change.
///
/// The writer whose turn it is calls the recorder in the order of the changes, with no lock held.
package final class CommitRecorder<State: Reducible>: Sendable {
  let record: @Sendable (RecordedChange<State>) throws -> Int

  /// - Parameter record: Keeps a change, and returns its number. An error that it throws stops the change and reaches the
  ///   writer.
  package init(_ record: @escaping @Sendable (RecordedChange<State>) throws -> Int) {
    self.record = record
  }
}

/// A change as a log keeps it.
///
/// A class: as a structure its types would be looked up each time that it is handed on.
package final class RecordedChange<State: Reducible>: Sendable {
  package let before: State
  package let after: State
  /// The difference of the part that the store's own history is about; nil where the store did not compute it.
  package let difference: Patch.Node?
  fileprivate let whole: WholeDifference?
  /// The meaning of the change for the store's own history.
  package let event: HistoryEvent
  /// The way of a movement; nil of other changes.
  package let cost: MovementCost?
  /// The moments that were evicted since the change before it.
  package let evicted: [Moment.ID]

  fileprivate init(
    from before: State,
    to after: State,
    _ event: HistoryEvent,
    _ difference: Patch.Node?,
    _ whole: WholeDifference?,
    costing cost: MovementCost?,
    evicting evicted: [Moment.ID]
  ) {
    (self.before, self.after, self.event) = (before, after, event)
    (self.difference, self.whole, self.cost, self.evicted) = (difference, whole, cost, evicted)
  }
}

extension RecordedChange where State: DescribedValue {
  /// Returns the difference of the whole state; see ``Store/Transition/patch``.
  package func patch(knowing fields: PartFields) throws(PatchError) -> Patch {
    func find() throws(PatchError) -> Patch {
      try Patch(from: before, to: after, knowing: fields.known(difference))
    }
    guard let whole else { return try find() }
    return try whole.patch(find)
  }

  /// Returns the difference of the fields beside those that undo covers.
  package func patchBeside(_ fields: PartFields) throws(PatchError) -> Patch {
    try Patch(from: before, to: after, knowing: fields.same)
  }
}

/// The meaning of a change for a history, in numbers: enough to make the history again without the values.
package enum HistoryEvent: Equatable, Sendable {
  /// Nothing.
  case nothing
  /// A step from one moment to a new one.
  case made(Moment.ID, after: Moment.ID, label: String, at: Timestamp, Provenance? = nil)
  /// A step was added to the present moment.
  case extended(Moment.ID, label: String, at: Timestamp)
  /// Another moment became the present.
  case moved(Movement, to: Moment.ID)
  /// A new history began.
  case begun(Moment.ID, label: String, at: Timestamp, Provenance? = nil)
  /// The present moment was marked as saved.
  case saved(Moment.ID)
  /// The present moment was given a name to come back to.
  case named(Moment.ID, String)
  /// All moments but the present were forgotten.
  case forgotten(Moment.ID)
}

extension HistoryEvent {
  /// Whether the history has one moment afterwards, without a step.
  package var isBeginning: Bool {
    switch self {
    case .begun, .forgotten: true
    case .nothing, .made, .extended, .moved, .saved, .named: false
    }
  }
}

extension History {
  /// Returns the meaning of a step.
  func event(of step: Step, at time: Timestamp) -> HistoryEvent {
    timeline.isExtended(by: step, at: time)
      ? .extended(timeline.presentID, label: step.label, at: time)
      : .made(
        Moment.ID(raw: timeline.newestID.raw + 1),
        after: timeline.presentID,
        label: step.label,
        at: time,
        step.provenance
      )
  }
}

extension Store {
  /// Tells `recorder` of every change from now on; nil tells none.
  ///
  /// - Parameter position: The number of the change before.
  package func setRecorder(_ recorder: CommitRecorder<State>?, from position: Int) throws {
    var other = recorder as (any AnyObject & Sendable)?
    try core.withLockWhenFree {
      swap(&$0.recorder, &other)
      $0.position = position
    }
  }

  /// The state, its revision and the number that the recorder gave to the change that led to it.
  package var recorded: (state: State, revision: Int, position: Int) {
    let (version, revision, position) = core.withLock { ($0.version, $0.revision, $0.position) }
    return (version.state(as: State.self), revision, position)
  }

  /// Tells the recorder which moments were evicted since it last heard of a change, as it would with the next one.
  ///
  /// - Throws: Any error that the recorder throws, and `StoreError.busy` inside a reducer, a transaction or a hook.
  package func recordEvictions() throws {
    try core.takeTurn { _ in }
    defer { core.giveTurn() }
    let (recorder, version, evicted) = core.withLock { ($0.recorder, $0.version, $0.unrecordedEvictions) }
    guard let recorder, !evicted.isEmpty else { return }
    let position = try record(in: recorder, from: version, to: version, .nothing)
    core.withLock { ($0.position, $0.unrecordedEvictions) = (position, []) }
  }

  /// Runs `body` while no writer changes the store.
  ///
  /// - Throws: Any error that `body` throws, and `StoreError.busy` inside a reducer, a transaction or a hook.
  package func withoutChanges<Result>(_ body: () throws -> Result) throws -> Result {
    try core.takeTurn { _ in }
    defer { core.giveTurn() }
    return try body()
  }

  // Not inlined: otherwise every change would look up the type metadata that the function needs.
  @inline(never)
  func record(
    in recorder: any AnyObject & Sendable,
    from old: AnyVersion,
    to new: AnyVersion,
    _ event: HistoryEvent,
    _ difference: Patch.Node? = nil,
    _ whole: WholeDifference? = nil,
    costing cost: MovementCost? = nil,
    evicting evicted: [Moment.ID] = []
  ) throws -> Int {
    let change = RecordedChange(
      from: old.state(as: State.self),
      to: new.state(as: State.self),
      event,
      difference,
      whole,
      costing: cost,
      evicting: core.withLock { $0.unrecordedEvictions } + evicted
    )
    // The recorder was set by this store, so it is one for its states.
    return try unsafeDowncast(recorder, to: CommitRecorder<State>.self).record(change)
  }
}
