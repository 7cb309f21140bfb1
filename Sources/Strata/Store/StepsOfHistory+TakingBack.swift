// A step is taken back as if what came and went since had never been. Another deletion that was taken back meanwhile put its
// text into a place that the change knows from before: carried over the deletion and then over what brought the text back,
// it would not know on which side of that text it stands, and what both had removed it would take for gone.
//
//     0 ── 1 ── 2 ── 3 ── 4        4 takes back 1: taking back 2, it is carried over 3 as that would be without 1

extension StepsOfHistory {
  /// Turns the step to a moment around, and carries it over what was done later.
  ///
  /// - Parameters:
  ///   - later: The steps after it.
  ///   - rebase: Carries one change over another one that contradicts it.
  /// - Complexity: O(size of the steps), and for those about the same that were taken back, O(their number · what was done
  ///   between and is about the same).
  mutating func takeBack(
    _ moment: Moment.ID,
    over later: [Moment.ID],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    let change = try change(of: moment)
    guard let root = change.root, let pairs = pairs(around: moment, about: root) else {
      return try carry(change.inverted, over: later, asking: rebase)
    }
    var steps = StepsInEffect(keeping: Set(pairs.takenBack.values).union([moment]), types)
    for id in history.timeline.steps(after: pairs.start) ?? [] {
      if id == moment {
        steps.append(change, of: id)
      } else if !isApart(id, from: root) {
        let part = Patch(root: try self.change(of: id).root?.part(about: root))
        steps.append(part, of: id, takingBack: pairs.takenBack[id])
      }
    }
    guard let (own, others) = steps.split(at: moment) else {
      return try carry(change.inverted, over: later, asking: rebase)
    }
    var carried = own.inverted
    for other in others {
      guard let next = try? carried.rebased(over: other, from: types, rank: .second, resolving: { _ in nil })
      else {
        // What was left of steps need not follow one another; then it is said of the steps as they were.
        guard let all = try? Patch(composing: others).refined(description.shape) else {
          return try carry(change.inverted, over: later, asking: rebase)
        }
        return try rebase(own.inverted, all)
      }
      carried = next
    }
    return carried
  }

  /// Steps about the same, by those that took them back and are in effect, and where to begin to have them all; nil where
  /// there are none.
  private mutating func pairs(
    around moment: Moment.ID,
    about root: Patch.Node
  ) -> (start: Moment.ID, takenBack: [Moment.ID: Moment.ID])? {
    let timeline = history.timeline
    if !timeline.hasTakenBack { return nil }
    var (first, takenBack, gone) = (moment, [Moment.ID: Moment.ID](), Set<Moment.ID>())
    var next = timeline.presentID
    // What those met on their way may have been taken back on it, too: so it goes on to the first of them.
    while next >= first, let parent = timeline.parent(of: next) {
      if next != moment, !gone.contains(next), let other = timeline.origin(of: next).takesBack,
        other != moment,
        other != timeline.oldestID, timeline.isOnTheWay(other), !isApart(next, from: root)
      {
        takenBack[next] = other
        gone.insert(other)
        first = min(first, other)
      }
      next = parent
    }
    return takenBack.isEmpty ? nil : timeline.parent(of: first).map { ($0, takenBack) }
  }
}

extension StepsOfHistory {
  /// What takes parts of some steps back, and keeps the rest of them and what was done later.
  ///
  /// - Parameters:
  ///   - moments: Steps that follow one another, to the present.
  ///   - isKept: Those of which something is taken back, and which of their changes are kept.
  ///   - rebase: Carries one change over another one.
  /// - Complexity: O(size of the steps · log of their number).
  mutating func takeBack(
    among moments: [Moment.ID],
    keeping isKept: [Moment.ID: (PatchChange) -> Bool],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    try halves(moments[...], isKept, rebase).back
  }

  /// What some steps did, and what takes back what is not kept of that.
  private mutating func halves(
    _ moments: ArraySlice<Moment.ID>,
    _ isKept: [Moment.ID: (PatchChange) -> Bool],
    _ rebase: (Patch, Patch) throws -> Patch
  ) throws -> (all: Patch, back: Patch) {
    if !moments.contains(where: { isKept[$0] != nil }) { return (try composed(Array(moments)), Patch()) }
    if moments.count == 1, let moment = moments.first, let isKept = isKept[moment] {
      let whole = try change(of: moment)
      return (whole, try whole.inverted.followed(by: whole.filter(isKept)))
    }
    let middle = moments.startIndex + moments.count / 2
    let (first, second) = (
      try halves(moments[..<middle], isKept, rebase), try halves(moments[middle...], isKept, rebase)
    )
    let all = try first.all.followed(by: second.all)
    if first.back.isEmpty { return (all, second.back) }
    let carried = try rebase(first.back, second.all.followed(by: second.back))
    return (all, try second.back.followed(by: carried))
  }
}

/// Steps that follow one another, without those that others of them take back.
private struct StepsInEffect {
  private var steps: [(moment: Moment.ID, patch: Patch)] = []
  /// Steps that are asked for by name; others that follow one another are put together.
  private let named: Set<Moment.ID>
  private let types: MergeBase

  init(keeping named: Set<Moment.ID>, _ types: MergeBase) { (self.named, self.types) = (named, types) }

  /// Adds a step; one that takes back another one goes with that.
  mutating func append(_ patch: Patch, of moment: Moment.ID, takingBack other: Moment.ID? = nil) {
    if let other, let index = steps.lastIndex(where: { $0.moment == other }), takeOut(index, by: patch) {
      return
    }
    Self.append((moment, patch), to: &steps, named)
  }

  /// Takes out a step where that is what the last one did.
  private mutating func takeOut(_ index: Int, by last: Patch) -> Bool {
    var back = steps[index].patch.inverted
    var left: [(moment: Moment.ID, patch: Patch)] = []
    for (moment, patch) in steps[(index + 1)...] {
      guard let without = try? patch.rebased(over: back, from: types, rank: .first, resolving: { _ in nil }),
        let next = try? back.rebased(over: patch, from: types, rank: .second, resolving: { _ in nil })
      else { return false }
      Self.append((moment, without), to: &left, named)
      back = next
    }
    guard back == last else { return false }
    steps.removeSubrange(index...)
    for step in left { Self.append(step, to: &steps, named) }
    return true
  }

  private static func append(
    _ step: (moment: Moment.ID, patch: Patch),
    to steps: inout [(moment: Moment.ID, patch: Patch)],
    _ named: Set<Moment.ID>
  ) {
    if let last = steps.last, !named.contains(last.moment), !named.contains(step.moment),
      let both = try? last.patch.followed(by: step.patch)
    {
      steps[steps.count - 1] = (step.moment, both)
    } else {
      steps.append(step)
    }
  }

  /// What a step is by now, and what those after it are.
  func split(at moment: Moment.ID) -> (own: Patch, later: [Patch])? {
    guard let index = steps.lastIndex(where: { $0.moment == moment }) else { return nil }
    return (steps[index].patch, steps[(index + 1)...].map(\.patch))
  }
}
