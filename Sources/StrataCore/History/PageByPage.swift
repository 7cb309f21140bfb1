/// The labels, times and origins of a timeline's moments; each page is read once for neighbors.
struct WordsByPage {
  private let timeline: Timeline
  private var last: (page: PackedPage, words: PageWords)?

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// The label, time and origin of a moment that the timeline has.
  mutating func words(of id: Moment.ID) -> MomentWords {
    guard let page = timeline.pages.packedPage(of: id), let index = page.index(id.raw) else {
      return timeline.words(of: id)
    }
    if last?.page !== page { last = (page, page.words) }
    return last?.words[index] ?? timeline.words(of: id)
  }
}

/// The steps of a history that are packed or to be read elsewhere, read a page at a time.
struct StepsByPage: Sendable {
  private let pages: MomentPages
  private var page: PageSteps?

  init(_ pages: MomentPages) { self.pages = pages }

  /// A step, or the snapshot that it led to.
  enum Known {
    case step(PackedStep)
    /// The snapshot; the step is the difference to the snapshot of its parent.
    case end(DomainSnapshot)
  }

  /// The step to a moment, or its snapshot; nil for a moment that was removed.
  mutating func step(known id: Moment.ID) -> Known? {
    if let page, let index = page.page.index(id.raw) { return .step(page[index]) }
    switch pages.place(of: id) {
    case .packed(let packed, let index):
      let steps = pages.steps(of: packed)
      page = steps
      return .step(steps[index])
    case .open(.snapshot(let end)): return .end(end)
    case .open(.elsewhere(let places, let source)): return .step(.elsewhere(places, source))
    case .open(.nothing), nil: return nil
    }
  }

  /// The step to a moment; nil where only snapshots know it, and where it is not there.
  mutating func step(to id: Moment.ID) -> PackedStep? {
    if case .step(let step)? = step(known: id) { step } else { nil }
  }
}

extension Timeline {
  /// The step to a moment, where it is packed or to be read elsewhere; nil where only snapshots know it.
  package func step(to id: Moment.ID) -> PackedStep? {
    var steps = StepsByPage(pages)
    return steps.step(to: id)
  }

  /// The companions of a moment whose step is packed, or read from elsewhere.
  func companions(at id: Moment.ID) throws(PatchError) -> DomainSnapshot? {
    if let page = pages.packedPage(of: id) { return try page.index(id.raw).flatMap(page.companions) }
    return try step(to: id)?.companions
  }
}
