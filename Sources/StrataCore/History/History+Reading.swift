extension History {
  /// The destination of a movement, and the snapshots whose values go back into the state there.
  package struct Destination {
    /// The moment.
    package let id: Moment.ID
    /// The snapshot of the moment; nil in the attic, until the moment is decoded.
    package var snapshot: DomainSnapshot?
    /// The snapshot of the undone step, for its restored part from before; nil for a redo or jump, which restore the part from
    /// after the destination's step, and where there is no restored part.
    package let undone: DomainSnapshot?
    /// Whether it is where the history is already.
    let isPresent: Bool
  }

  /// Returns the destination of a movement; nil when the movement leads nowhere.
  @inline(__always)
  package func destination(of movement: Movement) -> Destination? {
    guard let id = timeline.destination(of: movement) else { return nil }
    let isUndo = movement == .step(.back) && domain.restoresFields
    let undone = isUndo ? timeline.snapshot(at: timeline.presentID) : nil
    return Destination(
      id: id,
      snapshot: timeline.snapshot(at: id),
      undone: undone,
      isPresent: id == timeline.presentID
    )
  }

  /// The label under which other histories record a movement to a moment: that of the step that is undone, or else of
  /// the one that leads there.
  func label(of movement: Movement, to id: Moment.ID) -> String {
    timeline.words(of: movement == .step(.back) ? timeline.presentID : id).label
  }

  /// Returns the snapshot of a moment, or nil when there is no such moment.
  ///
  /// For a moment in the attic, this runs the app's code.
  ///
  /// - Throws: ``PatchError`` when a value does not decode as it was encoded.
  package func snapshot(at id: Moment.ID) throws(PatchError) -> DomainSnapshot? {
    guard timeline.tree.contains(id) else { return nil }
    if let snapshot = timeline.snapshot(at: id) { return snapshot }
    guard let described = domain.described else { return nil }
    let sides = domain.restoresFields ? try domain.values(of: timeline.restoredValues(at: id)) : nil
    return domain.reunite(try described.snapshot(atEndOf: Reconstruction(to: id, in: timeline)), sides)
  }
  /// Returns the snapshot of the part at a moment, without the restored part; nil when there is no such moment. The steps are
  /// applied on the way from `last`, whose value is known, or from the present where `last` is nil.
  ///
  /// - Throws: As ``snapshot(at:)``.
  func part(at id: Moment.ID, from last: (id: Moment.ID, value: DomainSnapshot)?) throws(PatchError)
    -> DomainSnapshot?
  {
    guard timeline.tree.contains(id) else { return nil }
    if let snapshot = timeline.snapshot(at: id) { return snapshot }
    guard let described = domain.described else { return nil }
    let walk =
      last.map { Reconstruction(to: id, from: $0.id, $0.value, in: timeline) }
      ?? Reconstruction(to: id, in: timeline)
    return try described.snapshot(atEndOf: walk)
  }
}

extension History {
  /// A moment, and the step that led to it; for the oldest, only what goes beside the part counts.
  package struct WrittenStep {
    package let moment: Moment
    package let step: (patch: Patch, restoredValues: RestoredValues?)
  }

  /// Hands every moment to `body`, the oldest first, with what it takes to make its step again.
  ///
  /// In the attic, and where a step has not been packed yet, that runs the app's code.
  ///
  /// - Parameter isWanted: Says which moments are handed over.
  /// - Throws: ``PatchError`` for a step that cannot be written, and what `body` throws.
  package func forEachStep(
    where isWanted: (Moment.ID) -> Bool = { _ in true },
    _ body: (WrittenStep) throws -> Void
  ) throws {
    var reader = HistoryReader(self)
    for id in timeline.ids where isWanted(id) { try body(reader.step(to: id)) }
  }
}

/// Reads the steps of a history that has no snapshots: of neighbors each page is read once.
package struct TimelineReader: Sendable {
  private var steps: StepsByPage

  package init(_ timeline: Timeline) { steps = StepsByPage(timeline.pages) }

  /// The step to a moment; nil for one that is not there.
  package mutating func step(to id: Moment.ID) throws(PatchError) -> PackedStep? { try steps.step(to: id) }
}

/// Reads the steps of a history: of neighbors each page is read once.
package struct HistoryReader: Sendable {
  private let history: History
  private var steps: StepsByPage

  package init(_ history: History) { (self.history, steps) = (history, StepsByPage(history.timeline.pages)) }

  /// How many bytes a step has that is packed.
  package mutating func packedCount(ofStepTo id: Moment.ID) -> Int? { (try? steps.step(to: id))?.count }

  /// The step to a moment, as a log writes it.
  package mutating func step(to id: Moment.ID) throws(PatchError) -> History.WrittenStep {
    let moment = history.timeline.moment(id)
    if let step = try steps.step(to: id) {
      return History.WrittenStep(moment: moment, step: (try step.patch, step.restoredValues))
    }
    // The oldest moment has no step: its state counts as before and after.
    let (domain, timeline) = (history.domain, history.timeline)
    guard let described = domain.described, let after = timeline.snapshot(at: id),
      let before = timeline.snapshot(at: moment.parent ?? id)
    else { preconditionFailure("Both ends of a step that is not packed have snapshots") }
    let step = (try described.patch(before, after), domain.restoredValues(of: after))
    return History.WrittenStep(moment: moment, step: step)
  }
}
