extension History {
  /// A moment, and the step that led to it; for the oldest, only what goes beside the part counts.
  package struct WrittenStep {
    package let moment: Moment
    package let step: (patch: Patch, companions: DomainSnapshot?)
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
    for id in timeline.ids where isWanted(id) {
      try body(writtenStep(to: id))
    }
  }

  /// What it takes to make the step to a moment again.
  package func writtenStep(to id: Moment.ID) throws(PatchError) -> WrittenStep {
    let moment = timeline.moment(id)
    return WrittenStep(moment: moment, step: try step(to: id, from: moment.parent ?? id))
  }

  private func step(
    to id: Moment.ID,
    from parent: Moment.ID
  ) throws(PatchError) -> (patch: Patch, companions: DomainSnapshot?) {
    if let step = timeline.step(to: id) { return try step.read() }
    // The oldest moment has led there from itself.
    guard let described = domain.described, let after = timeline.snapshot(at: id),
      let before = timeline.snapshot(at: parent)
    else { preconditionFailure("Both ends of a step that is not packed have snapshots") }
    return (try described.patch(before, after), domain.sides(of: after))
  }
}
