/// The history of one part of a state, together with the way to that part.
struct UndoDomain: Sendable {
  /// The way to the part.
  let access: PartAccess
  /// What the part went through.
  private(set) var history: History

  init(_ access: PartAccess, in version: AnyVersion, limit: HistoryLimit, at time: Timestamp) {
    self.access = access
    history = History(access.capture(version, version, nil), limit: limit, at: time)
  }

  /// The moments, and which of them is the present.
  var timeline: Timeline { history.timeline }

  /// Takes a step; the caller knows that the part changed.
  mutating func record(_ step: Step, from before: AnyVersion, to after: AnyVersion, at time: Timestamp) {
    history.record(step, at: time) { access.capture(before, after, $0) }
  }

  /// Goes where a movement leads.
  mutating func move(_ movement: Movement) {
    history.move(movement)
  }

  /// Marks the present moment as the saved one.
  mutating func markSaved() {
    history.markSaved()
  }

  /// Sets how much is kept.
  mutating func setLimit(_ limit: HistoryLimit) {
    history.setLimit(limit)
  }

  /// Forgets everything but the part as it is in `version`.
  mutating func restart(in version: AnyVersion, at time: Timestamp) {
    self = UndoDomain(access, in: version, limit: history.limit, at: time)
  }
}
