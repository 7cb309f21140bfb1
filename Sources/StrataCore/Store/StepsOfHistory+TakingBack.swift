// A step is taken back as if what came and went since had never been. Another deletion that was taken back meanwhile put its
// text into a place that the change knows from before: carried over the deletion and then over what brought the text back,
// it would not know on which side of that text it stands, and what both had removed it would take for gone.
//
//     0 ── 1 ── 2 ── 3 ── 4        4 takes back 1: taking back 2, it is carried over 3 as that would be without 1

extension StepsOfHistory {
  /// What takes steps back, or some of their changes, and keeps what was done later.
  ///
  /// - Parameters:
  ///   - asked: What is to be taken back, on the way to the present.
  ///   - rebase: Carries one change over another one that contradicts it.
  /// - Complexity: O(size of the steps · log of their number); where several are taken back that are about lists or texts, or
  ///   others were that are about the same, O(their number · what was done since and is about the same).
  mutating func takeBack(
    _ asked: [Moment.Rejected],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    let asked = try stillThere(of: Dictionary(asked.map { ($0.moment, $0) }) { first, _ in first })
    guard let first = asked.values.min(by: { $0.moment < $1.moment }) else { return Patch() }
    let others = try takenBack(beside: asked, since: first.moment)
    if !others.isEmpty {
      do {
        return try takeBack(asked, among: stepsInEffect(asked, others), asking: rebase)
      } catch is PatchError {
        // What was left of steps need not follow one another; then it is said of the steps as they were.
      } catch MergeError.patch {}
    }
    if asked.count > 1 { return try takeBack(asked, among: stepsInEffect(asked, [:]), asking: rebase) }
    let own = try change(of: first.moment).back(taking: first.changes)
    return try carry(own, over: history.timeline.steps(after: first.moment) ?? [], asking: rebase)
  }

  /// Which changes it is that are left of steps, where some were rejected.
  private mutating func stillThere(
    of asked: [Moment.ID: Moment.Rejected]
  ) throws(StoreError) -> [Moment.ID: Moment.Rejected] {
    guard history.timeline.hasTakenBack, let first = asked.keys.min() else { return asked }
    let rejected = history.timeline.rejectedChanges(since: first)
    var left = asked
    for (moment, part) in asked where part.changes == nil {
      guard let gone = rejected[moment] else { continue }
      let changes = try change(of: moment).changes.indices.filter { !gone.contains($0) }
      left[moment] = Moment.Rejected(moment: moment, changes: changes)
    }
    return left
  }

  /// The same among steps in effect.
  private mutating func takeBack(
    _ asked: [Moment.ID: Moment.Rejected],
    among steps: [StepsInEffect.Step],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    func isAsked(_ step: StepsInEffect.Step) -> Bool { asked[step.moment].map(step.isPart) ?? false }
    // What is asked for may be gone with what it was about.
    guard let start = steps.firstIndex(where: isAsked) else { return Patch() }
    let isByName = steps[start...].allSatisfy { !isAsked($0) || $0.patch.root?.isByName ?? true }
    // One by one, for what one step removed and another inserted alike is not the same. Put together, they would also say of
    // places in lists and texts another order, and who later leaves out what this takes back would find something else.
    if asked.count == 1 || !isByName, let without = StepsInEffect.takeOut(isAsked, of: steps[start...], types)
    {
      return without.back
    }
    // All together say where they contradict what is there in the end.
    let end = steps[start...].firstIndex { $0.moment != steps[start].moment } ?? steps.endIndex
    if asked.count == 1, let own = StepsInEffect.takeOut(isAsked, of: steps[start..<end], types)?.back {
      return try rebase(own, Patch(composing: steps[end...].map(\.patch)).refined(described.shape))
    }
    let parts = steps[start...].map { step -> StepsInEffect.Part in (step.patch, isAsked(step)) }
    let types = types
    do {
      return try StepsInEffect.halves(of: parts[...], types) { back, kept in
        try back.rebased(over: kept, from: types, rank: .second) { _ in nil }
      }.back
    } catch MergeError.conflicts {
      return try StepsInEffect.halves(of: StepsInEffect.gathered(parts)[...], types, asking: rebase).back
    }
  }
}

extension StepsOfHistory {
  /// Whether a moment took a step back, or brought it back or took it again, and left all as it was, as the author chose.
  mutating func isSettling(_ moment: Moment.ID) throws(StoreError) -> Bool {
    guard let provenance = history.timeline.pages.provenance(of: moment) else { return false }
    if provenance.origin.takesBack == nil, provenance.takesAgain == nil { return false }
    return try change(of: moment).isEmpty
  }

  /// The step that is in effect by a moment: its own, or where it does nothing but take back what settled a step, that one.
  mutating func step(borneBy moment: Moment.ID) throws(StoreError) -> Moment.ID {
    let timeline = history.timeline
    let chain = Array(
      sequence(first: moment) {
        timeline.origin(of: $0).takesBack.flatMap { timeline.tree.contains($0) ? $0 : nil }
      }
    )
    // What takes something back that was taken back brings it back.
    if chain.count.isMultiple(of: 2) { return moment }
    var index = 0
    while index + 2 < chain.count {
      guard try isSettling(chain[index]) else { break }
      index += 2
    }
    return chain[index]
  }
}

extension StepsOfHistory {
  /// What a change is to be about to have to do with some steps.
  private mutating func about(_ asked: [Moment.ID: Moment.Rejected]) throws(StoreError) -> Patch.Node? {
    var all: Patch.Node?
    for moment in asked.keys {
      guard let root = try change(of: moment).root else { continue }
      all = all?.together(with: root) ?? root
    }
    return all
  }

  /// Whether any of some steps may be about what a change is about; wherever they stand, the answer is the same.
  private mutating func isAny(
    of parts: [Moment.Rejected],
    about root: Patch.Node
  ) throws(StoreError) -> Bool {
    for part in parts where !isApart(part.moment, from: root) {
      if try change(of: part.moment).root?.part(about: root) != nil { return true }
    }
    return false
  }

  /// What was taken back of steps about the same as others.
  private mutating func takenBack(
    beside asked: [Moment.ID: Moment.Rejected],
    since moment: Moment.ID
  ) throws(StoreError) -> [Moment.ID: [Moment.Rejected]] {
    let oldest = history.timeline.oldestID
    guard history.timeline.hasTakenBack, let root = try about(asked) else { return [:] }
    return try takenBack(since: moment, about: root) { part, id in
      let isAsked = part.changes == nil && asked[part.moment] != nil
      return asked[id] == nil && !isAsked && part.moment != oldest
    }
  }

  /// What was taken back of steps about the same, by the moments that did so and are in effect.
  ///
  /// - Parameter isMeant: Whether something that a moment took back may be looked at; where something is not, that moment is
  ///   a step like any other.
  mutating func takenBack(
    since moment: Moment.ID,
    about root: Patch.Node,
    where isMeant: (Moment.Rejected, _ by: Moment.ID) -> Bool
  ) throws(StoreError) -> [Moment.ID: [Moment.Rejected]] {
    let timeline = history.timeline
    var (first, takenBack, gone) = (moment, [Moment.ID: [Moment.Rejected]](), Set<Moment.ID>())
    var next = timeline.presentID
    // What those met on their way may have been taken back on it, too: so it goes on to the first of them.
    while next >= first, let parent = timeline.parent(of: next) {
      let parts = timeline.origin(of: next).takenBack
      if !parts.isEmpty, !gone.contains(next),
        parts.allSatisfy({ isMeant($0, next) && timeline.isOnTheWay($0.moment) })
      {
        for part in parts where part.changes == nil { gone.insert(part.moment) }
        // Where others had taken it away already, only what was taken back has to do with it.
        if try isAny(of: parts, about: root) {
          takenBack[next] = parts
          first = parts.reduce(first) { min($0, $1.moment) }
        }
      }
      next = parent
    }
    return takenBack
  }

  /// The steps about the same, without what was taken back of them, and without what did that.
  private mutating func stepsInEffect(
    _ asked: [Moment.ID: Moment.Rejected],
    _ takenBack: [Moment.ID: [Moment.Rejected]]
  ) throws -> [StepsInEffect.Step] {
    let parts = Array(takenBack.values.joined()) + asked.values
    let named = Set(parts.map(\.moment))
    guard let first = named.min(), let root = try about(asked) else { return [] }
    let apart = Dictionary(grouping: parts, by: \.moment).mapValues { $0.compactMap(\.changes) }
    var steps = StepsInEffect(types)
    for id in [first] + (history.timeline.steps(after: first) ?? []) {
      // To see it of many at once takes longer than to read the step.
      let isNamed = named.contains(id) || takenBack[id] != nil
      if asked.count == 1, !isNamed, isApart(id, from: root) { continue }
      let whole = try change(of: id)
      if named.contains(id) {
        for part in try StepsInEffect.Step.parts(of: id, whole, about: root, apart: apart[id] ?? []) {
          steps.append(part, takingBack: [])
        }
        continue
      }
      let part = Patch(root: whole.root?.part(about: root))
      if part.isEmpty, !isNamed { continue }
      steps.append(StepsInEffect.Step(id, part, isNamed: false), takingBack: takenBack[id] ?? [])
    }
    return steps.steps
  }
}
