// Where two branches have one last moment in common, the steps behind it are what either did. Where they have several, no moment
// has just what both have: then that is put together, and what either did is its difference from that.

extension StepsOfHistory {
  /// What the present and another moment each did since what both have.
  ///
  /// - Parameter bases: The last moments that both have.
  mutating func sides(from bases: [Moment.ID], to moment: Moment.ID) throws -> (own: Patch, theirs: Patch) {
    let timeline = history.timeline
    if let base = bases.first, bases.count == 1 {
      let theirs = try way(from: base, to: moment, in: timeline)
      return (try way(from: base, to: timeline.presentID, in: timeline, about: theirs), theirs)
    }
    let base = try together(bases)
    return (
      try change(from: base, to: together([timeline.presentID])),
      try change(from: base, to: together([moment]))
    )
  }

  /// What several moments make together; where they contradict each other, as one of them has it.
  private func together(_ moments: [Moment.ID]) throws -> AnySnapshot {
    guard let last = moments.last, moments.count > 1 else { return try snapshot(at: moments[0]) }
    let others = Array(moments.dropLast())
    let base = try together(history.timeline.mergeBases(of: others, and: [last]))
    let (mine, theirs) = (try together(others), try snapshot(at: last))
    var rebasing = Rebasing(rank: .second, unitesInsertions: true, from: types) { _ in .theirs }
    let patch = try rebasing.rebase(
      try change(from: base, to: theirs),
      over: try change(from: base, to: mine)
    )
    return try description.changed(mine, patch, false)
  }

  private func snapshot(at moment: Moment.ID) throws(StoreError) -> AnySnapshot {
    let snapshot: AnySnapshot?
    do throws(PatchError) {
      snapshot = try history.snapshot(at: moment)
    } catch {
      throw .unreadableMoment(moment, error)
    }
    guard let snapshot else { throw .noSuchMoment(moment) }
    return snapshot
  }

  private func change(from old: AnySnapshot, to new: AnySnapshot) throws(PatchError) -> Patch {
    try description.step(old, new).patch
  }
}
