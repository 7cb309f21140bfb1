/// Every moment that a part of a state went through, and what brings its state back.
///
/// A pure value: it knows nothing of stores, locks or clocks, nor of the type of what it keeps. Going to a moment
/// swaps one snapshot for another and runs no code of the app.
package struct History: Sendable {
  /// The moments, and which of them is the present.
  package internal(set) var timeline: Timeline
  /// How much is kept.
  package private(set) var limit: HistoryLimit
  /// What packs old moments; nil where there is no attic.
  package let packing: StepPacking?
  /// What weighs snapshots; nil where nobody can.
  package let scale: StepScale?
  /// The moment that stays above the present as it was after the last step, so that not every step has to look for it.
  var staying: (below: Moment.ID, id: Moment.ID)?

  /// What the moment is called that a history begins with.
  package static let firstLabel = "Start"

  /// Starts a history with one moment, which counts as saved.
  package init(
    _ first: AnySnapshot,
    label: String = firstLabel,
    limit: HistoryLimit = .unlimited,
    packing: StepPacking? = nil,
    scale: StepScale? = nil,
    at time: Timestamp,
    number: Moment.ID = .first
  ) {
    (self.packing, self.scale) = (packing, scale)
    timeline = Timeline(label: label, at: time, keeping: .snapshot(first), as: number)
    self.limit = limit
    if let scale { timeline.beginTally(snapshotBytes: scale.snapshotBytes) }
  }

  init(_ timeline: Timeline, limit: HistoryLimit, keeping: Keeping) {
    (self.timeline, self.limit) = (timeline, limit)
    (packing, scale) = (keeping.packing, keeping.scale)
  }

  /// What was kept at a moment, or nil when there is no such moment.
  ///
  /// In the attic, that runs the app's code.
  ///
  /// - Throws: ``PatchError`` when the app does not make of a value what it wrote.
  package func snapshot(at id: Moment.ID) throws(PatchError) -> AnySnapshot? {
    guard let kept = timeline.moments[id]?.kept else { return nil }
    if let snapshot = kept.snapshot { return snapshot }
    guard let packing, let route = timeline.route(to: id) else { return nil }
    return try packing.unpack(route)
  }
}

extension History {
  /// Where a movement leads, and what to put back into the state there.
  package struct Destination {
    /// The moment.
    package let id: Moment.ID
    /// What was kept there; nil in the attic, until it is unpacked.
    package var snapshot: AnySnapshot?
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
      let snapshot = capture(timeline.entry(timeline.presentID).kept.snapshot)
      if let old = timeline.extend(with: step, at: time, keeping: .snapshot(snapshot)) { remains.add(old) }
    } else {
      timeline.append(step, at: time, keeping: .snapshot(capture(nil)))
      noteStayingMoment()
      stowOldest(into: &remains)
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
      snapshot: there.kept.snapshot,
      undone: undone?.kept.snapshot,
      label: (undone ?? there).label
    )
  }

  /// Goes where a movement leads; nothing happens when it leads nowhere.
  ///
  /// - Parameter snapshot: What was kept there, unpacked: the present has a snapshot, and packing the step that is
  ///   left behind may have put this one away.
  package mutating func move(
    _ movement: Movement,
    arrivingAt snapshot: AnySnapshot?,
    into remains: inout Remains
  ) {
    let left = timeline.presentID
    timeline.move(movement)
    guard packing != nil else { return }
    if var snapshot, case .step(let step) = timeline.entry(timeline.presentID).kept {
      if !snapshot.weight.isEstimate {
        // It was put away just now, and what the moment that was left has of it counts there.
        let passed = timeline.entry(left).kept.snapshot?.weight.passed ?? 0
        snapshot = snapshot.weighing(StepWeight(made: Int(passed), size: snapshot.weight.size))
      }
      let both = SnapshotAndStep(snapshot, step, stays: step.distance == 0)
      timeline.keep(.both(both), at: timeline.presentID, &remains)
    }
    stow(left, into: &remains)
  }

  /// Marks the present moment as the saved one.
  package mutating func markSaved() {
    timeline.markSaved()
  }

  /// Removes moments for as long as there are too many.
  package mutating func evict(into remains: inout Remains, while isOver: (Timeline) -> Bool) {
    timeline.evict(into: &remains, while: isOver)
  }

  /// Forgets all moments but the present, with their labels and what they changed.
  ///
  /// - Parameter first: The present without its companion from before.
  package mutating func forget(keeping first: AnySnapshot) {
    timeline = timeline.forgetting(keeping: .snapshot(first))
    if let scale { timeline.beginTally(snapshotBytes: scale.snapshotBytes) }
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

extension Timeline {
  /// A timeline that has forgotten all moments but the present.
  func forgetting(keeping kept: Kept) -> Timeline {
    var next = Timeline(label: History.firstLabel, at: present.time, keeping: kept, as: presentID)
    // Numbers are never used twice, those of forgotten moments neither.
    next.newestID = newestID
    if next.presentID != next.newestID { next.olderTips[next.presentID] = () }
    if hasUnsavedChanges { next.savedID = nil }
    return next
  }
}
