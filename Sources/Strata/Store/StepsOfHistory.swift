/// What the steps of a history changed, as one who goes through many of them asks for it.
struct StepsOfHistory {
  private let history: History
  private let description: PartDescription
  private let types: MergeBase
  /// The steps of the page that was read last.
  private var page: (page: PackedPage, steps: [PackedStep?])?

  init(_ history: History) throws(StoreError) {
    guard let description = history.access.description else { throw .notDescribed }
    (self.history, self.description) = (history, description)
    types = MergeBase(description.shape, nil)
  }

  /// Where it stands what a step changed.
  private enum Place {
    /// In the attic, in a log, or beside a snapshot.
    case packed(PackedStep)
    /// It is the difference of two snapshots.
    case between(AnySnapshot, AnySnapshot)
  }

  private mutating func place(of moment: Moment.ID) -> Place {
    let timeline = history.timeline
    if let packed = timeline.pages.packedPage(of: moment) {
      if packed !== page?.page { page = (packed, packed.steps(through: packed.count - 1)) }
      if let index = packed.index(moment.raw), let step = page?.steps[index] { return .packed(step) }
    }
    if let step = timeline.step(to: moment) { return .packed(step) }
    guard let parent = timeline.parent(of: moment), let old = timeline.snapshot(at: parent),
      let new = timeline.snapshot(at: moment)
    else {
      preconditionFailure(
        "A step that is not packed lies between two snapshots, and that to \(moment) does not"
      )
    }
    return new.step.isEmpty ? .between(old, new) : .packed(.packed(new.step[...], companions: nil))
  }

  /// What the step to a moment changed.
  mutating func change(of moment: Moment.ID) throws(StoreError) -> Patch {
    do throws(PatchError) {
      switch place(of: moment) {
      case .packed(let step): return try step.read().patch
      case .between(let old, let new): return try description.step(old, new).patch
      }
    } catch {
      throw .unreadableMoment(moment, error)
    }
  }

  /// Whether the step to a moment has nothing to do with what a change is about, as can be seen without reading all of it.
  private mutating func isApart(_ moment: Moment.ID, from change: Patch.Node) -> Bool {
    switch place(of: moment) {
    case .packed(.packed(let bytes, _)):
      var reader = PackedReader(bytes)
      return (try? reader.meets(change)) == false
    case .packed(.elsewhere): return false
    case .between(let old, let new): return description.stays(change, old, new)
    }
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
  mutating func composed(_ moments: [Moment.ID]) throws -> Patch {
    var steps: [Patch] = []
    for moment in moments { steps.append(try change(of: moment)) }
    return try Patch(composing: steps)
  }
}

extension StepsOfHistory {
  /// What leads from one moment to another one, by way of where their branches part.
  mutating func way(from start: Moment.ID, to end: Moment.ID, in timeline: Timeline) throws -> Patch {
    var shared = start
    while !timeline.isOnTheWay(shared, to: end), let parent = timeline.parent(of: shared) { shared = parent }
    let back = try composed(timeline.steps(after: shared, to: start) ?? []).inverted
    return try back.followed(by: composed(timeline.steps(after: shared, to: end) ?? []))
  }
}
