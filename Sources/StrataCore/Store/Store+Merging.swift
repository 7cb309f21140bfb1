extension Store {
  /// Merges a moment on another branch into the present: the steps to that moment that the present does not have, as one
  /// step.
  ///
  ///     let idea = store.timeline.present.id
  ///     try store.undo()
  ///     try store.send(.renamePage("Plan"))
  ///     try store.merge(idea)
  ///
  /// The branch's steps count from then on as if they had been made beside the steps that led to the present. The branch
  /// stays as it is. A second merge brings in the branch's newer steps. Undoing the merge switches these steps off, and
  /// merging the same moment again switches them on.
  ///
  /// A state that its own rules refuse is no conflict, for it has no place with two values to choose from. The merge then
  /// throws `MergeError.patch` with the error of the rules. Rules that can repair the merged state do so.
  ///
  /// - Parameters:
  ///   - moment: The moment to bring in.
  ///   - author: The author of the merge.
  ///   - choose: Returns the value for a place that both branches wrote: *mine* is the value at present, *theirs* the value
  ///     on the branch; nil leaves the conflict open.
  /// - Throws: `StoreError.noSuchMoment` for a moment that was evicted, `StoreError.nothingToMerge` for a moment that the
  ///   present has already, `StoreError.notDescribed` where undo covers fields that are not described; `MergeError` where the
  ///   branches contradict each other, or the state's own rules do; any error that ``send(_:)`` throws. Nothing has changed
  ///   then.
  /// - Complexity: O(steps since the branches parted), and O(*s* log *s*) for the *s* changes among them in the same texts, lists
  ///   and keys.
  public func merge(
    _ moment: Moment.ID,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        let steps = StepsOfHistory(timeline)
        guard let origin = steps.merging(moment) else { throw StoreError.nothingToMerge(moment) }
        let switching = Switching(label: "Merge \(label)", author: author, origin: origin, isStep: true)
        return try proposal(switching, steps, .merge, asking: choose, turn)
      },
      cause: { .merge(moment) }
    )
  }
}

extension StepsOfHistory {
  /// The step that merges a moment: it brings the branch in, or switches a merge of it on that is off; nil where all that led to
  /// the moment is on already.
  fileprivate func merging(_ moment: Moment.ID) -> Moment.Origin? {
    let missing = Set(StepSelection.unmerged(of: self, to: moment, at: timeline.presentID))
    var left = missing
    for (step, isOn) in EffectiveSteps(of: self, at: timeline.presentID) {
      if isOn { left.remove(step) }
      if !isOn, missing.isEmpty, origin(of: step).merges == moment {
        return .switched([StepSwitch(step, isOn: true)])
      }
    }
    return left.isEmpty ? nil : .merge(of: moment)
  }
}
