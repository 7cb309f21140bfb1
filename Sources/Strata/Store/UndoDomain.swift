/// The history of one part of a state, together with the way to that part.
struct UndoDomain: Sendable {
  /// The way to the part.
  let access: PartAccess
  /// What the part went through.
  private(set) var history: History

  /// Starts a history of the part with what was captured of it.
  init(
    _ access: PartAccess,
    beginningWith first: AnySnapshot,
    limit: HistoryLimit,
    keeping: Keeping = Keeping(),
    at time: Timestamp,
    number: Moment.ID = .first
  ) {
    self.access = access
    history = History(
      first,
      limit: limit,
      packing: keeping.packing,
      scale: keeping.scale,
      at: time,
      number: number
    )
  }

  /// Takes up a history of the part where a log has left it.
  init(_ access: PartAccess, _ history: History) {
    (self.access, self.history) = (access, history)
  }

  /// The moments, and which of them is the present.
  var timeline: Timeline { history.timeline }

  /// Takes a step to what was captured.
  mutating func record(_ step: Step, _ snapshot: AnySnapshot, at time: Timestamp) -> Remains {
    history.record(step, at: time) { extended in
      extended.map { access.joined($0, snapshot) } ?? snapshot
    }
  }

  /// Goes where a movement leads.
  mutating func move(_ movement: Movement, arrivingAt snapshot: AnySnapshot?, into remains: inout Remains) {
    history.move(movement, arrivingAt: snapshot, into: &remains)
  }

  /// Keeps a snapshot with its weight.
  mutating func settle(_ weighed: History.Weighed, into remains: inout Remains) {
    history.settle(weighed, into: &remains)
  }

  /// Removes moments for as long as there are too many.
  mutating func evict(into remains: inout Remains, while isOver: (Timeline) -> Bool) {
    history.evict(into: &remains, while: isOver)
  }

  /// Keeps a packed step beside the snapshot that it leads to.
  mutating func seal(_ step: History.SealedStep, into remains: inout Remains) {
    history.seal(step, into: &remains)
  }

  /// Marks the present moment as the saved one.
  mutating func markSaved() {
    history.markSaved()
  }

  /// Sets how much is kept.
  mutating func setLimit(_ limit: HistoryLimit) -> Remains {
    history.setLimit(limit)
  }

  /// Forgets everything, and begins again with what was captured.
  mutating func restart(with first: AnySnapshot, at time: Timestamp) {
    let keeping = Keeping(packing: history.packing, scale: history.scale)
    self = UndoDomain(access, beginningWith: first, limit: history.limit, keeping: keeping, at: time)
  }

  /// Forgets all moments but the present, which keeps its number and stays saved if it was.
  mutating func forget(keeping first: AnySnapshot) {
    history.forget(keeping: first)
  }
}
