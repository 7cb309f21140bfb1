/// Two changes of one value, merged as two steps that did not see each other.
///
///     base ── 1 theirs           a branch that is merged
///        \─── 2 mine ── 3        the present, whose writes are the newest
///
/// Step 3 is what those fields become that say how they merge.
struct MergedPatches {
  /// The patch from mine to the merged value.
  let patch: Patch
  /// The conflicts for which nothing was chosen. The merged value has mine there.
  let conflicts: [StepConflict]

  /// Merges two patches of one value.
  ///
  /// - Parameters:
  ///   - mine: The change that led to the present.
  ///   - theirs: The other change.
  ///   - shape: How the values are described; nil where that is not known.
  ///   - base: The value that both began with; nil where no type in it says how it merges.
  ///   - rank: The side whose insertion stands first where both insert in one place.
  ///   - areAlikeOnce: Whether an insertion that both made alike in one place is there once.
  ///   - choose: Returns the choice for a register that both wrote; nil leaves the conflict open.
  /// - Throws: ``PatchError`` where the patches do not begin at one value.
  init(
    _ mine: Patch,
    _ theirs: Patch,
    _ shape: AnyValueShape?,
    base: MergeBase? = nil,
    rank: MergeRank = .first,
    areAlikeOnce: Bool = true,
    resolving choose: (StepConflict) -> StepConflict.Choice? = { _ in nil }
  ) throws(PatchError) {
    let ids = (1...3).map { Moment.ID(raw: $0) }
    var theirs = theirs
    var walked = WalkedSteps(present: [ids[1]], merged: [ids[0]])
    var fields: Patch.Node?
    if let base, let own = mine.root, let other = theirs.root {
      let merged = try own.mergingFields(of: other, base)
      (theirs, fields) = (Patch(root: merged.rest), merged.fields)
    }
    walked.steps = [WalkedStep(ids[0], after: [], theirs), WalkedStep(ids[1], after: [], mine)]
    if let fields {
      walked.steps.append(WalkedStep(ids[2], after: [ids[1]], Patch(root: fields)))
      walked.merged.append(ids[2])
    }
    let ties = InsertionOrder(isNewerFirst: rank == .first, areAlikeOnce: areAlikeOnce)
    let walker = try StepWalker(walked, shape, ties: ties)
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

extension Patch.Node {
  /// Takes the fields that say how they merge out of another change of the same value, where both changes are about them.
  ///
  /// - Returns: The other change without these fields, and the patch from the value that this change made to the merged
  ///   fields.
  fileprivate func mergingFields(
    of other: Patch.Node,
    _ base: MergeBase
  ) throws(PatchError) -> (rest: Patch.Node?, fields: Patch.Node?) {
    if let field = base.field { return (nil, try field.merge.merged(field.box, other, self)) }
    func inside(
      _ step: PathComponent,
      _ own: Patch.Node,
      _ other: Patch.Node
    ) throws(PatchError) -> (rest: Patch.Node?, fields: Patch.Node?) {
      guard let part = try base.part(step) else { return (other, nil) }
      do throws(PatchError) {
        return try own.mergingFields(of: other, part)
      } catch {
        throw error.inside(step)
      }
    }
    switch (self, other) {
    case (.fields(let own), .fields(let others)):
      var (rest, merged): ([Field], [Field]) = ([], [])
      for other in others {
        guard let field = own.first(where: { $0.name.isWritten(as: other.name) }) else {
          rest.append(other)
          continue
        }
        let parts = try inside(.field(field.name), field.node, other.node)
        if let node = parts.rest { rest.append(Field(name: other.name, node: node)) }
        if let node = parts.fields { merged.append(Field(name: other.name, node: node)) }
      }
      return (rest.isEmpty ? nil : .fields(rest), merged.isEmpty ? nil : .fields(merged))
    case (.entries(let own), .entries(let others)):
      var (rest, merged): ([Entry], [Entry]) = ([], [])
      for other in others {
        guard case .changed(let otherNode) = other.change,
          let entry = own.first(where: { $0.key == other.key }), case .changed(let node) = entry.change
        else {
          rest.append(other)
          continue
        }
        let parts = try inside(.key(entry.key), node, otherNode)
        if let node = parts.rest { rest.append(Entry(key: other.key, change: .changed(node))) }
        if let node = parts.fields { merged.append(Entry(key: other.key, change: .changed(node))) }
      }
      return (rest.isEmpty ? nil : .entries(rest), merged.isEmpty ? nil : .entries(merged))
    case (.list(let own), .list(let others)):
      var (rest, merged) = (NormalRuns<Run>(), NormalRuns<Run>())
      // The elements that this change is about, by where they were: how they changed, and where they are.
      var changed: [Int: (position: Int, node: Patch.Node)] = [:]
      var (place, position) = (0, 0)
      for run in own {
        if case .changed(let node) = run { changed[place] = (position, node) }
        if case .inserted = run {} else { place += run.length }
        if case .removed = run {} else { position += run.length }
      }
      (place, position) = (0, 0)
      for run in others {
        if case .changed(let otherNode) = run, let own = changed[place] {
          let parts = try inside(.position(place), own.node, otherNode)
          rest.append(parts.rest.map { .changed($0) } ?? .kept(1))
          if let node = parts.fields {
            merged.append(.kept(own.position - position))
            merged.append(.changed(node))
            position = own.position + 1
          }
        } else {
          rest.append(run)
        }
        if case .inserted = run {} else { place += run.length }
      }
      let (left, found) = (rest.runs, merged.runs)
      return (left.isEmpty ? nil : .list(left), found.isEmpty ? nil : .list(found))
    default: return (other, nil)
    }
  }
}
