/// What the steps of a history changed, as one who goes through many of them asks for it.
struct StepsOfHistory {
  let history: History
  let described: DescribedDomain
  let types: MergeBase
  /// The steps of the page that was read last.
  private var page: (page: PackedPage, steps: [PackedStep?])?

  init(_ history: History) throws(StoreError) {
    guard let described = history.domain.described else { throw .notDescribed }
    (self.history, self.described) = (history, described)
    types = MergeBase(described.shape, nil)
  }

  /// Where it stands what a step changed.
  private enum Place {
    /// In the attic, in a log, or beside a snapshot.
    case packed(PackedStep)
    /// It is the difference of two snapshots.
    case between(DomainSnapshot, DomainSnapshot)
  }

  private mutating func place(of moment: Moment.ID) -> Place {
    let timeline = history.timeline
    switch timeline.pages.place(of: moment) {
    case .packed(let packed):
      if packed !== page?.page { page = (packed, packed.steps(through: packed.count - 1)) }
      if let index = packed.index(moment.raw), let step = page?.steps[index] { return .packed(step) }
    case .open(.elsewhere(let places, let source)): return .packed(.elsewhere(places, source))
    case .open(.snapshot(let new)):
      if new.stepCount > 0 { return .packed(.packed(new.step[...], companions: nil)) }
      if let parent = timeline.parent(of: moment), let old = timeline.snapshot(at: parent) {
        return .between(old, new)
      }
    case .open(.nothing), nil: break
    }
    preconditionFailure(
      "A step that is not packed lies between two snapshots, and that to \(moment) does not"
    )
  }

  /// What the step to a moment changed.
  mutating func change(of moment: Moment.ID) throws(StoreError) -> Patch {
    do throws(PatchError) {
      switch place(of: moment) {
      case .packed(let step): return try step.patch
      case .between(let old, let new): return try described.patch(old, new)
      }
    } catch {
      throw .unreadableMoment(moment, error)
    }
  }

  /// Whether the step to a moment has nothing to do with what a change is about, as can be seen without reading all of it.
  mutating func isApart(_ moment: Moment.ID, from change: Patch.Node) -> Bool {
    if case .between(let old, let new) = place(of: moment) { return described.isUnaffected(change, old, new) }
    return isPackedApart(moment, from: change)
  }

  /// The same of a step that is packed; for others it is not looked at.
  private mutating func isPackedApart(_ moment: Moment.ID, from change: Patch.Node) -> Bool {
    guard case .packed(.packed(let bytes, _)) = place(of: moment) else { return false }
    let meets = try? PackedReader.reading(bytes) { reader throws(PatchError) in try reader.meets(change) }
    return meets == false
  }

  /// Carries a change over some steps.
  ///
  /// One by one, for what one step removed and another inserted alike is not the same. Where one of them contradicts it, a
  /// later one may have made that undone: then over all of them together, which says where they contradict it in the end.
  mutating func carry(
    _ change: Patch,
    over moments: [Moment.ID],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    var carried = change
    for moment in moments {
      guard let root = carried.root else { return carried }
      if isApart(moment, from: root) { continue }
      guard
        let next = try? carried.rebased(
          over: self.change(of: moment),
          from: types,
          rank: .second,
          resolving: { _ in nil }
        )
      else {
        return try rebase(change, composed(moments))
      }
      carried = next
    }
    return carried
  }

  /// Puts steps together that follow one another.
  ///
  /// - Parameter other: A change that begins where they do; then the rest of what they did, which has nothing to do with it,
  ///   may be left out.
  mutating func composed(_ moments: [Moment.ID], about other: Patch? = nil) throws -> Patch {
    if let whole = difference(over: moments) { return whole }
    var steps: [Patch] = []
    for moment in moments {
      guard let other else {
        steps.append(try change(of: moment))
        continue
      }
      guard let root = other.root, !isPackedApart(moment, from: root) else { continue }
      steps.append(Patch(root: try change(of: moment).root?.part(about: root)))
    }
    return try Patch(composing: steps).refined(described.shape)
  }
}

extension StepsOfHistory {
  /// The difference of the two ends of some steps, where that is what the steps are together: where each is the difference of
  /// two snapshots, and no list or text is among it, in which a difference may find other elements than the steps did.
  private func difference(over moments: [Moment.ID]) -> Patch? {
    let timeline = history.timeline
    guard moments.count > 1, let first = moments.first.flatMap(timeline.parent), let last = moments.last,
      let old = timeline.snapshot(at: first), let new = timeline.snapshot(at: last),
      moments.allSatisfy({ timeline.snapshot(at: $0)?.stepCount == 0 }),
      let whole = try? described.patch(old, new), whole.root?.isByName ?? true
    else { return nil }
    return whole
  }

  /// What leads from one moment to another one, by way of where their branches part.
  ///
  /// - Parameter other: As of ``composed(_:about:)``.
  mutating func way(
    from start: Moment.ID,
    to end: Moment.ID,
    in timeline: Timeline,
    about other: Patch? = nil
  ) throws -> Patch {
    let shared = timeline.parting(of: start, from: end)
    guard shared != start else {
      return try composed(timeline.steps(after: shared, to: end) ?? [], about: other)
    }
    let back = try composed(timeline.steps(after: shared, to: start) ?? []).inverted
    return try back.followed(by: composed(timeline.steps(after: shared, to: end) ?? []))
  }
}
