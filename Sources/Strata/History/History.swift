import PersistentCollections

/// Every moment that a part of a state went through: the timeline, and what the part was at each of its moments.
///
/// A pure value: it knows nothing of stores, locks or clocks. A moment is a snapshot, so going to it swaps one
/// value for another and runs no code of the app.
///
/// The *companion* is a value that goes along with the steps without being part of them, such as the selection:
/// undo brings back the one from before the undone step, redo and jumps the one from after the step that they
/// lead to.
package struct History<Part: Equatable & Sendable, Companion: Sendable>: Sendable {
  /// The moments, and which of them is the present.
  package private(set) var timeline: Timeline
  private var snapshots: PersistentMap<Moment.ID, AnySnapshot>
  package private(set) var limit: HistoryLimit

  /// Starts a history with one moment, which counts as saved.
  package init(
    _ part: Part,
    companion: Companion,
    label: String = "Start",
    limit: HistoryLimit = .unlimited,
    at time: Timestamp
  ) {
    timeline = Timeline(label: label, at: time)
    snapshots = PersistentMap()
    snapshots[timeline.presentID] = Snapshot(part, before: companion, after: companion)
    self.limit = limit
  }

  /// The part as it is at the present moment.
  package var present: Part { snapshot(timeline.presentID).part }

  /// The part as it was at a moment, or nil when there is no such moment.
  package subscript(id: Moment.ID) -> Part? {
    timeline[id] == nil ? nil : snapshot(id).part
  }

  private func snapshot(_ id: Moment.ID) -> Snapshot<Part, Companion> {
    guard let snapshot = snapshots[id] else { preconditionFailure("Moment \(id) has no snapshot") }
    // Every snapshot in this history was made by it, of this type.
    return unsafeDowncast(snapshot, to: Snapshot<Part, Companion>.self)
  }
}

extension History {
  /// What to put back into the state after a movement.
  package typealias Restored = (part: Part, companion: Companion)

  /// Takes a step to `part`, and evicts what is over the limit.
  package mutating func record(
    _ part: Part,
    _ step: Step,
    companions: (before: Companion, after: Companion),
    at time: Timestamp
  ) {
    switch timeline.record(step, at: time) {
    case .appended:
      snapshots[timeline.presentID] = Snapshot(part, before: companions.before, after: companions.after)
      trim()
    case .merged:
      let first = snapshot(timeline.presentID).companionBefore
      snapshots[timeline.presentID] = Snapshot(part, before: first, after: companions.after)
    }
  }

  /// What a movement leads to; nil when it leads nowhere.
  package func destination(of movement: Movement) -> Restored? {
    guard let target = timeline.destination(of: movement) else { return nil }
    let arrived = snapshot(target)
    return switch movement {
    case .step(.back): (arrived.part, snapshot(timeline.presentID).companionBefore)
    case .step(.forward), .jump: (arrived.part, arrived.companionAfter)
    }
  }

  /// Goes where a movement leads; nothing happens when it leads nowhere.
  package mutating func move(_ movement: Movement) {
    timeline.move(movement)
  }

  /// Marks the present moment as the saved one.
  package mutating func markSaved() {
    timeline.markSaved()
  }

  /// Sets how much is kept, and evicts what is over it.
  package mutating func setLimit(_ limit: HistoryLimit) {
    self.limit = limit
    trim()
  }

  private mutating func trim() {
    for id in timeline.trim(to: limit) {
      snapshots[id] = nil
    }
  }
}
