extension Store {
  /// Brings a moment on another branch into the present: what was done on the way there, and is not here yet, as one step.
  ///
  ///     let idea = store.timeline.present.id
  ///     try store.undo()
  ///     try store.send(.renamePage("Plan"))
  ///     try store.merge(idea)
  ///
  /// The steps since the branches parted, or since that branch was merged last, are carried over those that led to the
  /// present. The branch stays as it is. Where nothing of that is left to change, it is a step all the same: the branch is merged.
  ///
  /// Where each side has merged what the other began with, no moment has just what both have; then that is put together, and
  /// what either did is its difference from that. Where elements of a list, or letters of a text, stand in another order there,
  /// that is refused, for they would be taken for new ones.
  ///
  /// What the state's own rules refuse is no conflict, for it has no place with two values to choose from: that is
  /// `MergeError.patch` with what they say. Rules that can repair what both make together do so.
  ///
  /// - Parameters:
  ///   - moment: The moment to bring in.
  ///   - author: Who does it.
  ///   - rank: Whose insertion stands first where both insert at one place: first means the present's.
  ///   - choose: Says what is to be there in the end where both changed the same: *mine* is what it is at present,
  ///     *theirs* what it is on the branch; nil leaves it open.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.nothingToMerge` for one that the present
  ///   has already, `StoreError.merged(crosswise:)` as said above, `StoreError.notDescribed` where undo covers what is not described; `MergeError` where the branches
  ///   contradict each other, or the state's own rules do; what ``send(_:)`` throws. Nothing has changed then.
  /// - Complexity: O(what was changed since the branches parted).
  public func merge(
    _ moment: Moment.ID,
    as author: Author = .user,
    rank: MergeRank = .first,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try write(
      { turn in
        let history = core.withLock { $0.main }
        let timeline = history.timeline
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        let bases = timeline.mergeBases(of: [timeline.presentID], and: [moment])
        if bases.first == moment { throw StoreError.nothingToMerge(moment) }
        var steps = try StepsOfHistory(history)
        let (own, theirs) = try steps.sides(from: bases, to: moment)
        // All that the branch has, the present has by way of others, and the letters of a text maybe in another order: a later
        // merge would begin at one order, and take the other one for what was done since.
        if bases.count > 1 && theirs.isEmpty { throw StoreError.nothingToMerge(moment) }
        var places = PlacesOfParts<State>(history.domain)
        let patch: Patch
        do throws(MergeError) {
          // Theirs is what is carried, so both change sides.
          patch = try places.rebase(theirs, over: own, rank: rank.mirrored, unites: bases.count > 1) {
            choose($0.mirrored)?.mirrored
          }
        } catch {
          guard case .conflicts(let conflicts) = error else { throw error }
          throw MergeError.conflicts(conflicts.map(\.mirrored))
        }
        let step = Step(label: "Merge \(label)", Provenance(author, .merge(of: moment)))
        return try carried(patch, by: places, as: step, in: nil, isStep: true, turn)
      },
      cause: { .merge(moment) }
    )
  }
}
