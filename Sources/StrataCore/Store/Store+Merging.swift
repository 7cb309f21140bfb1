extension Store {
  /// Brings a moment on another branch into the present: what was done on the way there, and is not here yet, as one step.
  ///
  ///     let idea = store.timeline.present.id
  ///     try store.undo()
  ///     try store.send(.renamePage("Plan"))
  ///     try store.merge(idea)
  ///
  /// The branch's steps count from then on as if they had been made beside those that led to the present; the branch stays as it
  /// is. Merging again brings in what came since. Undoing the merge switches these steps off, and merging the same moment again
  /// switches them on.
  ///
  /// What the state's own rules refuse is no conflict, for it has no place with two values to choose from: that is
  /// `MergeError.patch` with what they say. Rules that can repair what both make together do so.
  ///
  /// - Parameters:
  ///   - moment: The moment to bring in.
  ///   - author: Who does it.
  ///   - choose: Says what is to be there in the end where both wrote the same: *mine* is what it is at present,
  ///     *theirs* what it is on the branch; nil leaves it open.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.nothingToMerge` for one that the present
  ///   has already, `StoreError.notDescribed` where undo covers what is not described; `MergeError` where the branches contradict
  ///   each other, or the state's own rules do; what ``send(_:)`` throws. Nothing has changed then.
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
    let missing = Set(StepSelection.steps(of: self, to: moment, missingAt: timeline.presentID))
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
