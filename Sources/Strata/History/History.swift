import PersistentCollections

/// Every moment that a part of a state went through: the timeline, and a snapshot for each of its moments.
///
/// A pure value: it knows nothing of stores, locks or clocks, nor of the type of what it keeps. Going to a moment
/// swaps one snapshot for another and runs no code of the app.
package struct History: Sendable {
  /// The moments, and which of them is the present.
  package private(set) var timeline: Timeline
  private var snapshots: PersistentMap<Moment.ID, AnySnapshot>
  /// How much is kept.
  package private(set) var limit: HistoryLimit

  /// Starts a history with one moment, which counts as saved.
  package init(
    _ first: AnySnapshot,
    label: String = "Start",
    limit: HistoryLimit = .unlimited,
    at time: Timestamp
  ) {
    timeline = Timeline(label: label, at: time)
    snapshots = PersistentMap()
    snapshots[timeline.presentID] = first
    self.limit = limit
  }

  /// What was kept at a moment, or nil when there is no such moment.
  package subscript(id: Moment.ID) -> AnySnapshot? {
    snapshots[id]
  }

  private func snapshot(_ id: Moment.ID) -> AnySnapshot {
    guard let snapshot = snapshots[id] else { preconditionFailure("Moment \(id) has no snapshot") }
    return snapshot
  }
}

extension History {
  /// Where a movement leads, and what to put back into the state there.
  package struct Destination {
    /// The moment.
    package let id: Moment.ID
    /// What was kept there.
    package let snapshot: AnySnapshot
    /// The snapshot of the step that is undone, whose companion from before comes back; nil when the companion
    /// from after the step to the destination does.
    package let undone: AnySnapshot?
  }

  /// Takes a step, and evicts what is over the limit.
  ///
  /// - Parameter capture: Makes the snapshot; it is given the one that it takes the place of when the step is added
  ///   to the present moment.
  package mutating func record(
    _ step: Step,
    at time: Timestamp,
    _ capture: (_ extended: AnySnapshot?) -> AnySnapshot
  ) {
    switch timeline.record(step, at: time) {
    case .appended:
      snapshots[timeline.presentID] = capture(nil)
      trim()
    case .merged:
      snapshots[timeline.presentID] = capture(snapshot(timeline.presentID))
    }
  }

  /// What a movement leads to; nil when it leads nowhere.
  package func destination(of movement: Movement) -> Destination? {
    timeline.destination(of: movement).map { id in
      Destination(
        id: id,
        snapshot: snapshot(id),
        undone: movement == .step(.back) ? snapshot(timeline.presentID) : nil
      )
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
