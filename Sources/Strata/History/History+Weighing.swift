extension History {
  /// Snapshots that are to be weighed before a step is recorded, with what is needed for that.
  package struct Unweighed: Sendable {
    let scale: StepScale
    /// Moments whose weight is not known yet, or not well enough, and what their snapshots are made from; the oldest
    /// first.
    fileprivate var others: [(id: Moment.ID, base: AnySnapshot, snapshot: AnySnapshot)]
    /// What the snapshot of the step is made from.
    fileprivate let base: (id: Moment.ID, snapshot: AnySnapshot)
    /// What it adds to the weight of, where it is not made from the moment before.
    fileprivate let extended: AnySnapshot?
    let snapshot: AnySnapshot

    /// Weighs them all, which may run the app's code; the step's own snapshot is not in a history yet.
    package func weighed() -> [Weighed] {
      var weighed: [Weighed] = []
      for (id, base, snapshot) in others {
        let weight = scale.weight(of: snapshot, madeFrom: base)
        weighed.append(Weighed(moment: id, snapshot: snapshot.weighing(weight)))
      }
      let base = weighed.first { $0.moment == self.base.id }?.snapshot ?? self.base.snapshot
      snapshot.weight = scale.weight(of: snapshot, madeFrom: base)
      if let extended { snapshot.weight.made += extended.weight.made }
      return weighed
    }
  }

  /// A snapshot of a moment whose weight is known.
  package struct Weighed: Sendable {
    let moment: Moment.ID
    let snapshot: AnySnapshot
  }

  /// After how many steps into the attic a snapshot is weighed anew for the first time.
  private static var firstWeighing: UInt32 { 16 }
  /// What a snapshot may have been found to add for the next one to be weighed, which may add twice that: half a
  /// millisecond's worth (`StoreSpeed`, `attic-scattered`).
  private static var heaviest: Int { 128 << 10 }

  /// What has to be weighed for a step that leads to `snapshot`; nil where nobody measures.
  package func unweighed(by step: Step, to snapshot: AnySnapshot, at time: Timestamp) -> Unweighed? {
    guard let scale, let present = timeline.entry(timeline.presentID).kept.snapshot else { return nil }
    var others: [(Moment.ID, AnySnapshot, AnySnapshot)] = []
    if let id = unweighed, let entry = timeline.moments[id], let old = entry.kept.snapshot,
      let base = timeline.snapshotAbove(id)
    {
      others.append((id, base, old))
    }
    if timeline.isExtended(by: step, at: time) {
      if timeline.presentID != timeline.tally?.root, let parent = timeline.parent(of: timeline.presentID),
        let above = timeline.entry(parent).kept.snapshot
      {
        return Unweighed(
          scale: scale,
          others: others,
          base: (parent, above),
          extended: nil,
          snapshot: snapshot
        )
      }
      let base = (timeline.presentID, present)
      return Unweighed(scale: scale, others: others, base: base, extended: present, snapshot: snapshot)
    }
    if present.weight.isEstimate, let base = timeline.snapshotAbove(timeline.presentID) {
      others.append((timeline.presentID, base, present))
    }
    let base = (timeline.presentID, present)
    return Unweighed(scale: scale, others: others, base: base, extended: nil, snapshot: snapshot)
  }

  /// Keeps a snapshot with its weight in the place of the same one without.
  package mutating func settle(_ weighed: Weighed, into remains: inout Remains) {
    if unweighed == weighed.moment { (unweighed, lastWeight) = (nil, weighed.snapshot.weight.made) }
    switch timeline.moments[weighed.moment]?.kept {
    case .snapshot?: timeline.keep(.snapshot(weighed.snapshot), at: weighed.moment, &remains)
    case .both(let both)?:
      let both = SnapshotAndStep(weighed.snapshot, both.step, stays: both.stays)
      timeline.keep(.both(both), at: weighed.moment, &remains)
    case .step?, nil: break
    }
  }

  /// Lets the next snapshot count what one that goes into the attic has made.
  ///
  /// That is more than it has of it, where the same things changed again and again, so it is weighed anew whenever the
  /// steps that went have become twice as many, and when it is one that stays; but not where so much has changed since
  /// the last one that stays that weighing would keep a send waiting. Then there is little that changed again.
  mutating func carryOn(_ made: Int, from id: Moment.ID, into remains: inout Remains) {
    guard timeline.tally != nil, id != timeline.tally?.root else { return }
    var child = timeline.links(id).newestChild.id
    while let next = child {
      let entry = timeline.entry(next)
      if case .both(let both) = entry.kept, !both.snapshot.weight.isEstimate {
        let carried = SnapshotAndStep(
          both.snapshot,
          both.step,
          stays: both.stays,
          carried: both.carried + made
        )
        timeline.keep(.both(carried), at: next, &remains)
        let distance = both.step.distance
        if distance == Self.firstWeighing { lastWeight = 0 }
        let isTime = both.stays || distance >= Self.firstWeighing && distance & (distance - 1) == 0
        if isTime && lastWeight <= Self.heaviest { unweighed = next }
        return
      }
      child = entry.links.olderSibling.id
    }
  }
}

extension Timeline {
  /// The nearest snapshot above a moment whose weight is known.
  ///
  /// - Complexity: O(steps to it).
  fileprivate func snapshotAbove(_ id: Moment.ID) -> AnySnapshot? {
    var next = parent(of: id)
    while let id = next {
      if let snapshot = entry(id).kept.snapshot, !snapshot.weight.isEstimate { return snapshot }
      next = parent(of: id)
    }
    return nil
  }
}
