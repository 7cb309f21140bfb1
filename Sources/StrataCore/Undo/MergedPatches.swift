/// Two changes of one value, merged as two steps that did not see each other.
///
///     base ── 1 theirs       a branch that is merged
///        \─── 2 mine         the present, whose writes are the newest
struct MergedPatches {
  /// What leads from mine to the merged value.
  let patch: Patch
  /// The conflicts for which nothing was chosen. The merged value has mine there.
  let conflicts: [StepConflict]

  /// Merges two patches of one value.
  ///
  /// - Parameters:
  ///   - mine: The change that led to the present.
  ///   - theirs: The other change.
  ///   - shape: How the values are described.
  ///   - rank: Whose insertion stands first where both insert in one place.
  ///   - choose: Says what is to be there where both wrote a register; nil leaves it open.
  /// - Throws: ``PatchError`` where the patches do not begin at one value.
  init(
    _ mine: Patch,
    _ theirs: Patch,
    _ shape: AnyValueShape?,
    rank: MergeRank = .first,
    resolving choose: (StepConflict) -> StepConflict.Choice? = { _ in nil }
  ) throws(PatchError) {
    let (older, newer) = (Moment.ID(raw: 1), Moment.ID(raw: 2))
    let steps = [WalkedStep(older, after: [], theirs), WalkedStep(newer, after: [], mine)]
    let walked = WalkedSteps(steps: steps, present: [newer], merged: [older])
    let walker = try StepWalker(walked, shape, ties: rank == .first ? .newerFirst : .olderFirstAndAlikeOnce)
    var open: [StepConflict] = []
    let chosen = try StepConflict.choices(in: walker.conflicts(moving: [])) { conflict in
      guard let choice = choose(conflict) else {
        open.append(conflict)
        return .current
      }
      return choice
    }
    patch = try walker.patch(moving: []).followed(by: chosen)
    conflicts = open
  }
}
