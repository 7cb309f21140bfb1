// Where two branches have one last moment in common, the steps behind it are what either did. Where they have several, no moment
// has just what both have: then that is put together, and what either did is its difference from that. Where something merely
// stands in another order, a later merge would take it for new, so that is not told.

extension StepsOfHistory {
  /// What the present and another moment each did since what both have.
  ///
  /// - Parameter bases: The last moments that both have.
  /// - Throws: `StoreError.merged(crosswise:)` where that cannot be told.
  mutating func sides(from bases: [Moment.ID], to moment: Moment.ID) throws -> (own: Patch, theirs: Patch) {
    let timeline = history.timeline
    if let base = bases.first, bases.count == 1 {
      let theirs = try way(from: base, to: moment, in: timeline)
      if stays(theirs, since: base) { return (Patch(), theirs) }
      return (try way(from: base, to: timeline.presentID, in: timeline, about: theirs), theirs)
    }
    // As the other one has put them together, so that what it did is told without what merely stands in another order there.
    let line = bases.filter { timeline.isOnTheWay($0, to: moment) }
    let (base, isCertain) = try together(line + bases.filter { !line.contains($0) })
    let own = try change(from: base, to: snapshot(at: timeline.presentID))
    let theirs = try change(from: base, to: snapshot(at: moment))
    guard theirs.isByName || (isCertain && !theirs.mayMove) else {
      throw StoreError.merged(crosswise: moment)
    }
    return (own, theirs)
  }

  /// Whether what a change is about is at present as it was at a moment on the way there, so that what else was done since has
  /// nothing to do with it. Asked only where the steps are differences of snapshots: it takes less than to find those.
  private func stays(_ change: Patch, since base: Moment.ID) -> Bool {
    let timeline = history.timeline
    guard let root = change.root, root.isByName, let old = timeline.snapshot(at: base),
      let new = timeline.snapshot(at: timeline.presentID), let steps = timeline.steps(after: base),
      steps.allSatisfy({ timeline.snapshot(at: $0)?.stepCount == 0 })
    else { return false }
    return described.isUnaffected(root, old, new)
  }

  /// What several moments make together, and whether nothing in lists and texts had to be guessed for that.
  ///
  /// Where they contradict each other, it is as one of them has it.
  private func together(_ moments: [Moment.ID]) throws -> (snapshot: DomainSnapshot, isCertain: Bool) {
    guard let last = moments.last, moments.count > 1 else { return (try snapshot(at: moments[0]), true) }
    let others = Array(moments.dropLast())
    let (base, isBaseCertain) = try together(history.timeline.mergeBases(of: others, and: [last]))
    let (mine, isMineCertain) = try together(others)
    let (own, theirs) = (try change(from: base, to: mine), try change(from: base, to: snapshot(at: last)))
    var isContradicted = false
    var rebasing = Rebasing(rank: .second, unitesInsertions: true, from: types) { _ in
      isContradicted = true
      return .theirs
    }
    let patch = try rebasing.rebase(theirs, over: own)
    let isCertain = isBaseCertain && isMineCertain && !isContradicted && !own.mayMove && !theirs.mayMove
    return (try described.changed(mine, by: patch, asksRules: false), isCertain)
  }

  private func snapshot(at moment: Moment.ID) throws(StoreError) -> DomainSnapshot {
    let snapshot: DomainSnapshot?
    do throws(PatchError) {
      snapshot = try history.snapshot(at: moment)
    } catch {
      throw .unreadableMoment(moment, error)
    }
    guard let snapshot else { throw .noSuchMoment(moment) }
    return snapshot
  }

  private func change(from old: DomainSnapshot, to new: DomainSnapshot) throws(PatchError) -> Patch {
    try described.patch(old, new)
  }
}

extension Patch {
  /// Whether all that changes is found by a name or a key.
  fileprivate var isByName: Bool { root?.isByName ?? true }

  /// Whether something may have gone from one place to another.
  fileprivate var mayMove: Bool { root?.mayMove ?? false }
}
