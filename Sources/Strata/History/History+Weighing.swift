extension History {
  /// Snapshots that are to be weighed before a step is recorded, with what is needed for that.
  package struct Unweighed: Sendable {
    let scale: StepScale
    /// The present, where it was brought back from the attic, and the snapshot that it is compared with.
    fileprivate var estimate: (id: Moment.ID, base: AnySnapshot, snapshot: AnySnapshot)?
    /// What the snapshot of the step is made from.
    fileprivate let base: AnySnapshot
    /// The nearest above that which stays when it goes into the attic.
    fileprivate let earlier: AnySnapshot?
    /// What it adds to the weight of, where it is not made from the moment before.
    fileprivate var extended: AnySnapshot?
    let snapshot: AnySnapshot

    /// Weighs them all, which may run the app's code; the step's own snapshot is not in a history yet.
    package func weighed() -> Weighed? {
      let weighed = estimate.map { id, base, snapshot in
        let weight = scale.weight(of: snapshot, madeFrom: base, since: nil)
        return Weighed(moment: id, snapshot: snapshot.weighing(weight))
      }
      snapshot.weight = scale.weight(of: snapshot, madeFrom: weighed?.snapshot ?? base, since: earlier)
      if let extended { snapshot.weight.made += extended.weight.made }
      return weighed
    }
  }

  /// A snapshot of a moment whose weight is known.
  package struct Weighed: Sendable {
    let moment: Moment.ID
    let snapshot: AnySnapshot
  }

  /// What has to be weighed for a step that leads to `snapshot`; nil where nobody measures.
  package func unweighed(by step: Step, to snapshot: AnySnapshot, at time: Timestamp) -> Unweighed? {
    guard let scale, let present = timeline.entry(timeline.presentID).kept.snapshot else { return nil }
    guard timeline.isExtended(by: step, at: time) else {
      var estimate: (Moment.ID, AnySnapshot, AnySnapshot)?
      if present.weight.isEstimate, let base = timeline.snapshotAbove(timeline.presentID) {
        estimate = (timeline.presentID, base, present)
      }
      let earlier = earlier(than: timeline.presentID)
      return Unweighed(scale: scale, estimate: estimate, base: present, earlier: earlier, snapshot: snapshot)
    }
    if timeline.presentID != timeline.tally?.root, let parent = timeline.parent(of: timeline.presentID),
      let above = timeline.entry(parent).kept.snapshot
    {
      return Unweighed(scale: scale, base: above, earlier: earlier(than: parent), snapshot: snapshot)
    }
    return Unweighed(scale: scale, base: present, earlier: nil, extended: present, snapshot: snapshot)
  }

  /// The nearest snapshot above a moment that stays when that one goes into the attic; nil where there is none.
  private func earlier(than id: Moment.ID) -> AnySnapshot? {
    guard packing != nil, let staying = stayingMoment(above: id) else { return nil }
    return timeline.moments[staying]?.kept.snapshot
  }

  private func stayingMoment(above id: Moment.ID) -> Moment.ID? {
    if let staying, staying.below == id { return staying.id }
    guard let parent = timeline.parent(of: id) else { return nil }
    let (depth, distance) = (timeline.links(parent).depth, timeline.entry(parent).kept.distance)
    if distance == 0 { return parent }
    if let staying, staying.below == parent { return staying.id }
    return distance <= depth ? timeline.ancestor(of: parent, at: depth - distance) : nil
  }

  /// Takes note of the moment above a new present that stays, as it is next to that of the one before.
  mutating func noteStayingMoment() {
    guard packing != nil, scale != nil else { return }
    staying = stayingMoment(above: timeline.presentID).map { (timeline.presentID, $0) }
  }

  /// Keeps a snapshot with its weight in the place of the same one without.
  package mutating func settle(_ weighed: Weighed, into remains: inout Remains) {
    switch timeline.moments[weighed.moment]?.kept {
    case .snapshot?: timeline.keep(.snapshot(weighed.snapshot), at: weighed.moment, &remains)
    case .both(let both)?:
      let both = SnapshotAndStep(weighed.snapshot, both.step, stays: both.stays)
      timeline.keep(.both(both), at: weighed.moment, &remains)
    case .step?, nil: break
    }
  }

  /// Lets the snapshots that were made from one that goes into the attic count what they have of what that had made.
  ///
  /// Where one was made from it, that is exact. Where there are several, each has what it does not pass, and what it has
  /// in common with a newer one counts there: that is exact as long as they changed one thing each.
  mutating func carryOn(_ made: Int, from id: Moment.ID, into remains: inout Remains) {
    guard timeline.tally != nil, id != timeline.tally?.root else { return }
    var left = made
    var child = timeline.links(id).newestChild.id
    while let next = child, left > 0 {
      let entry = timeline.entry(next)
      if case .both(let both) = entry.kept, !both.snapshot.weight.isEstimate {
        let passed = min(left, Int(both.snapshot.weight.passed))
        timeline.keep(.both(both.carrying(left - passed)), at: next, &remains)
        left = passed
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
