// A step on another branch is taken again as if it had never been left: it is carried over what was done since on the way to
// the present, and what was left before it and is not there again is thought away.
//
//     0 ── 3 ── 4 ── 5        1 and 2 were left, 4 takes 1 again, and 5 takes 2: that is carried over 3 as it would have been
//     └─── 1 ── 2             after 1, and 4 is no matter to it

extension StepsOfHistory {
  /// What takes the step to a moment on another branch again at the present.
  ///
  /// - Parameters:
  ///   - moment: The moment that it led to.
  ///   - rebase: Carries one change over another one that contradicts it.
  /// - Complexity: O(size of the steps since the branches parted · steps that were left and are about the same).
  mutating func takeAgain(
    _ moment: Moment.ID,
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    let timeline = history.timeline
    guard let parent = timeline.parent(of: moment) else { return Patch() }
    if let carried = try? carriedHere(moment) { return carried }
    let own = try change(of: moment)
    return try rebase(own, way(from: parent, to: timeline.presentID, in: timeline, about: own))
  }

  /// What the step that takes another one again is, besides: what that takes back or rejects may have been taken again, too.
  func originAgain(of moment: Moment.ID) -> Moment.Origin {
    let timeline = history.timeline
    let since = timeline.steps(after: timeline.parting(of: moment, from: timeline.presentID)) ?? []
    func there(_ id: Moment.ID) -> Moment.ID {
      since.last { timeline.pages.provenance(of: $0)?.takesAgain == id } ?? id
    }
    return switch timeline.origin(of: moment) {
    case .takingBack(let id): .takingBack(there(id))
    case .rejection(let parts):
      .rejection(of: parts.map { Moment.Rejected(moment: there($0.moment), changes: $0.changes) })
    case let origin: origin
    }
  }

  /// The step to a moment on another branch, carried to the present; fails where it contradicts what was done since.
  private mutating func carriedHere(_ moment: Moment.ID) throws -> Patch {
    let timeline = history.timeline
    guard let root = try change(of: moment).root else { return Patch() }
    let shared = timeline.parting(of: moment, from: timeline.presentID)
    let since = timeline.steps(after: shared) ?? []
    // Of a later step that is there again this one knows on which side of it it stands.
    let later = since.compactMap { bringsIn($0).again }.filter { timeline.isOnTheWay(moment, to: $0) }.max()
    var left = StepsLeft(types)
    for id in timeline.steps(after: shared, to: later ?? moment) ?? [] {
      left.append(id, Patch(root: try change(of: id).root?.part(about: root)))
    }
    for step in try stepsInEffect(since, about: root) {
      let (again, merged) = bringsIn(step.moment)
      try left.carry(over: step.patch) { id in
        id == again || merged.map { timeline.isOnTheWay(id, to: $0) } ?? false
      }
    }
    return try left.alone(moment)
  }

  /// What a moment takes again, or merges, of another branch.
  private func bringsIn(_ moment: Moment.ID) -> (again: Moment.ID?, merged: Moment.ID?) {
    let provenance = history.timeline.pages.provenance(of: moment)
    return (provenance?.takesAgain, provenance?.origin.merges)
  }

  /// What is left of some steps that are about the same, without those that others of them take back.
  private mutating func stepsInEffect(
    _ since: [Moment.ID],
    about root: Patch.Node
  ) throws -> [StepsInEffect.Step] {
    guard let first = since.first else { return [] }
    let takenBack = try takenBack(since: first, about: root) { part, _ in
      part.changes == nil && part.moment >= first
    }
    let gone = Set(takenBack.values.joined().map(\.moment))
    var steps = StepsInEffect(types)
    for id in since {
      let (again, merged) = bringsIn(id)
      let isNamed = (again ?? merged) != nil || takenBack[id] != nil || gone.contains(id)
      if !isNamed, isApart(id, from: root) { continue }
      let part = Patch(root: try change(of: id).root?.part(about: root))
      steps.append(StepsInEffect.Step(id, part, isNamed: isNamed), takingBack: takenBack[id] ?? [])
    }
    return steps.steps
  }
}

/// Steps that were left, one after the other, on their way over what was done beside them.
private struct StepsLeft {
  private var steps: [(moment: Moment.ID, patch: Patch)] = []
  private let types: MergeBase

  init(_ types: MergeBase) { self.types = types }

  mutating func append(_ moment: Moment.ID, _ patch: Patch) { steps.append((moment, patch)) }

  /// Carries all over a step that was taken beside them.
  ///
  /// - Parameter isThere: Which of them that step has in it: they are left no more.
  mutating func carry(over step: Patch, thatHas isThere: (Moment.ID) -> Bool) throws {
    var (other, had) = (step, Patch())
    while let place = steps.firstIndex(where: { isThere($0.moment) }) {
      try bringToFront(place)
      had = try had.followed(by: steps.removeFirst().patch)
    }
    if !had.isEmpty { other = try had.inverted.followed(by: other) }
    for index in steps.indices where !other.isEmpty {
      let own = steps[index].patch
      steps[index].patch = try rebased(own, over: other, rank: .second)
      other = try rebased(other, over: own, rank: .first)
    }
  }

  /// One of them without those in front of it, which are not there; nothing where it is there itself.
  func alone(_ moment: Moment.ID) throws -> Patch {
    guard let place = steps.firstIndex(where: { $0.moment == moment }) else { return Patch() }
    var left = self
    try left.bringToFront(place)
    return left.steps[0].patch
  }

  /// Makes one the first, as it is without those that stood in front of it.
  private mutating func bringToFront(_ index: Int) throws {
    for place in (0..<index).reversed() {
      let (before, own) = (steps[place], steps[place + 1])
      let alone = try rebased(own.patch, over: before.patch.inverted, rank: .second)
      let behind = try rebased(before.patch, over: alone, rank: .first)
      (steps[place], steps[place + 1]) = ((own.moment, alone), (before.moment, behind))
    }
  }

  private func rebased(_ patch: Patch, over other: Patch, rank: MergeRank) throws(MergeError) -> Patch {
    try patch.rebased(over: other, from: types, rank: rank) { _ in nil }
  }
}
