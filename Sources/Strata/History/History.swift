/// Every moment that a part of a state went through, and what brings its state back.
///
/// A pure value: it knows nothing of stores, locks or clocks, nor of the type of what it keeps. Going to a moment
/// swaps one snapshot for another and runs no code of the app.
package struct History: Sendable {
  /// The moments, and which of them is the present.
  package private(set) var timeline: Timeline
  /// How much is kept.
  package private(set) var limit: HistoryLimit

  /// Starts a history with one moment, which counts as saved.
  package init(
    _ first: AnySnapshot,
    label: String = "Start",
    limit: HistoryLimit = .unlimited,
    at time: Timestamp,
    number: Moment.ID = .first
  ) {
    timeline = Timeline(label: label, at: time, keeping: .snapshot(first), as: number)
    self.limit = limit
  }

  /// What was kept at a moment, or nil when there is no such moment.
  package subscript(id: Moment.ID) -> AnySnapshot? {
    timeline.moments[id].map { snapshot(of: $0.kept) }
  }

  /// The one place that knows in what forms states are kept.
  private func snapshot(of kept: Kept) -> AnySnapshot {
    switch kept {
    case .snapshot(let snapshot): snapshot
    }
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
    /// The label of the step that is undone, or else of the one that leads to the destination: other histories
    /// record the movement under it.
    package let label: String
  }

  /// Takes a step, evicts what is over the limit, and returns what is not kept any more.
  ///
  /// - Parameter capture: Makes the snapshot; it is given the one that it takes the place of when the step is added
  ///   to the present moment.
  @discardableResult
  package mutating func record(
    _ step: Step,
    at time: Timestamp,
    _ capture: (_ extended: AnySnapshot?) -> AnySnapshot
  ) -> Remains {
    var remains = Remains()
    if timeline.isExtended(by: step, at: time) {
      let snapshot = capture(self[timeline.presentID])
      if let old = timeline.extend(with: step, at: time, keeping: .snapshot(snapshot)) { remains.add(old) }
    } else {
      timeline.append(step, at: time, keeping: .snapshot(capture(nil)))
      timeline.trim(to: limit, into: &remains)
    }
    return remains
  }

  /// What a movement leads to; nil when it leads nowhere.
  package func destination(of movement: Movement) -> Destination? {
    guard let id = timeline.destination(of: movement) else { return nil }
    let there = timeline.entry(id)
    let undone = movement == .step(.back) ? timeline.entry(timeline.presentID) : nil
    return Destination(
      id: id,
      snapshot: snapshot(of: there.kept),
      undone: undone.map { snapshot(of: $0.kept) },
      label: (undone ?? there).label
    )
  }

  /// Goes where a movement leads; nothing happens when it leads nowhere.
  package mutating func move(_ movement: Movement) {
    timeline.move(movement)
  }

  /// Marks the present moment as the saved one.
  package mutating func markSaved() {
    timeline.markSaved()
  }

  /// Sets how much is kept, evicts what is over it, and returns what is not kept any more.
  @discardableResult
  package mutating func setLimit(_ limit: HistoryLimit) -> Remains {
    self.limit = limit
    var remains = Remains()
    timeline.trim(to: limit, into: &remains)
    return remains
  }
}
