extension History {
  /// A step that is going to be packed, with what is needed for that.
  package struct UnpackedStep: Sendable {
    let moment: Moment.ID
    let packing: StepPacking
    let before: AnySnapshot
    let after: AnySnapshot
    let label: String
    let distance: UInt32

    /// Packs the step, which runs the app's code.
    package func packed() -> SealedStep {
      let stays = distance >= packing.attic.spacing
      let packed = packing.pack(from: before, to: after, label: label, distance: stays ? 0 : distance)
      return SealedStep(moment: moment, packed: packed, stays: stays)
    }
  }

  /// A step that was packed, or could not be.
  package struct SealedStep: Sendable {
    let moment: Moment.ID
    let packed: PackedStep?
    let stays: Bool
  }

  /// The step to the present moment, where it has to be packed before that moment is left.
  package var unpackedStep: UnpackedStep? {
    let present = timeline.entry(timeline.presentID)
    guard let packing, let parent = timeline.parent(of: timeline.presentID),
      case .snapshot(let after) = present.kept
    else { return nil }
    let above = timeline.entry(parent).kept
    return above.snapshot.map {
      UnpackedStep(
        moment: timeline.presentID,
        packing: packing,
        before: $0,
        after: after,
        label: present.label,
        distance: above.distance + 1
      )
    }
  }

  /// Keeps a packed step beside the snapshot that it leads to.
  package mutating func seal(_ sealed: SealedStep, into remains: inout Remains) {
    guard let entry = timeline.moments[sealed.moment], case .snapshot(let snapshot) = entry.kept else {
      return
    }
    let parent = timeline.parent(of: sealed.moment)
    if let step = sealed.packed {
      timeline.keep(.both(SnapshotAndStep(snapshot, step, stays: sealed.stays)), at: sealed.moment, &remains)
      if let parent { stow(parent, into: &remains) }
    } else if let parent, case .both(let both) = timeline.entry(parent).kept {
      // The step stays as the two snapshots at its ends.
      let staying = SnapshotAndStep(both.snapshot, both.step, stays: true, carried: both.carried)
      timeline.keep(.both(staying), at: parent, &remains)
    }
  }

  /// The moment that is out of the recent ones with the newest; nil where there is no attic.
  private var firstInAttic: UInt32? {
    guard let packing else { return nil }
    let (newest, recent) = (timeline.newestID.raw, UInt32(packing.attic.recent))
    return newest > recent ? newest - recent - 1 : nil
  }

  /// Puts the moment into the attic that has become old enough.
  mutating func stowOldest(into remains: inout Remains) {
    if let old = firstInAttic { stow(Moment.ID(raw: old), into: &remains) }
  }

  /// Leaves only the step of a moment, where it is old enough and nobody needs its snapshot.
  mutating func stow(_ id: Moment.ID, into remains: inout Remains) {
    guard let old = firstInAttic, id.raw <= old, id != timeline.presentID,
      case .both(let both)? = timeline.moments[id]?.kept, !both.stays, !isParentOfUnpacked(id)
    else { return }
    carryOn(both.snapshot.weight.made + both.carried, from: id, into: &remains)
    timeline.keep(.step(both.step), at: id, &remains)
  }

  /// Whether the newest moment was made from this one by a step that is not packed yet.
  private func isParentOfUnpacked(_ id: Moment.ID) -> Bool {
    guard let newest = timeline.moments[timeline.newestID] else { return false }
    return newest.kept.step == nil && newest.links.parent == Timeline.Link(id)
  }
}

extension Timeline {
  /// Changes what is kept of a moment.
  mutating func keep(_ kept: Kept, at id: Moment.ID, _ remains: inout Remains) {
    if let old = moments.update(
      id,
      { entry in
        defer {
          entry.kept = kept
          if case .step = kept { entry.ownLabel = "" }
        }
        return entry
      }
    ) {
      recount(id, from: old)
      remains.add(old.kept)
    }
  }
}
