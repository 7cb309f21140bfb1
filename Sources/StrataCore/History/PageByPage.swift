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

/// The steps of a history that are packed, read a page at a time.
struct StepsByPage: Sendable {
  private let pages: MomentPages
  private var page: PageSteps?
  private var words: (page: PackedPage, words: PageWords)?

  init(_ pages: MomentPages) { self.pages = pages }

  /// A step, or the snapshot that it led to.
  enum Known {
    case step(ArraySlice<UInt8>)
    /// A step with its restored values, which was added to, maybe.
    case whole(PackedStep)
    /// The snapshot; the step is the difference to the snapshot of its parent.
    case end(DomainSnapshot)
  }

  /// The step to a moment, or its snapshot; nil for a moment that was removed.
  mutating func step(known id: Moment.ID) throws(PatchError) -> Known? {
    if let page, let index = page.page.index(id.raw) { return .step(page[index]) }
    switch pages.place(of: id) {
    case .packed(let packed, let index):
      let steps = try pages.steps(of: packed)
      page = steps
      return .step(steps[index])
    case .open(.snapshot(let end)): return .end(end)
    case .open(.step(let step)): return .whole(step)
    case .open(.nothing), nil: return nil
    }
  }

  /// The step to a moment; nil where only snapshots know it, and where it is not there.
  mutating func step(to id: Moment.ID) throws(PatchError) -> PackedStep? {
    switch try step(known: id) {
    case .step(let bytes): PackedStep(bytes, restoredValues: try restoredValues(of: id))
    case .whole(let step): step
    case .end, nil: nil
    }
  }

  private mutating func restoredValues(of id: Moment.ID) throws(PatchError) -> RestoredValues? {
    guard pages.hasRestoredValues, let page = page?.page, let index = page.index(id.raw) else { return nil }
    guard page.hasRestoredValues(index) else { return nil }
    let words = self.words.flatMap { $0.page === page ? $0.words : nil } ?? page.words
    self.words = (page, words)
    return try page.restoredValues(index, words)
  }
}

extension Timeline {
  /// The restored values of a moment whose step is packed.
  func restoredValues(at id: Moment.ID) throws(PatchError) -> RestoredValues? {
    guard pages.hasRestoredValues else { return nil }
    if let page = pages.packedPage(of: id) {
      return try page.index(id.raw).flatMap { index throws(PatchError) in
        try page.restoredValues(index, page.words)
      }
    }
    guard case .open(.step(let step))? = pages.place(of: id) else { return nil }
    return step.restoredValues
  }
}
