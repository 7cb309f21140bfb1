/// Every moment that a part of a state went through, and what brings its state back.
///
/// A pure value: it knows nothing of stores, locks or clocks, nor of the type of what it keeps. Going to a moment
/// swaps one snapshot for another and runs no code of the app.
package struct History: Sendable {
  /// The moments, and which of them is the present.
  package internal(set) var timeline: Timeline
  /// How much is kept, and how.
  package private(set) var keeping: Keeping { didSet { recent = Self.recent(domain, keeping) } }
  /// How many moments stay as values; nil for all of them, as of a part that is not described.
  private(set) var recent: Int?
  /// The way to the part that the history is about.
  package let domain: UndoDomain
  /// The memory that the history keeps alive, as far as a limit in bytes needs it.
  var weight = HistoryWeight()

  /// The label of the moment that a history begins with.
  package static let firstLabel = "Start"

  /// Starts a history with one moment, which counts as saved.
  package init(
    _ first: DomainSnapshot,
    of domain: UndoDomain,
    keeping: Keeping = .standard,
    at time: Timestamp,
    number: Moment.ID = .first
  ) {
    let keeping = keeping.applied(to: domain)
    (self.domain, self.keeping, recent) = (domain, keeping, Self.recent(domain, keeping))
    timeline = Timeline(
      label: Self.firstLabel,
      at: time,
      keeping: .snapshot(first),
      as: number,
      pageSize: keeping.pageSize
    )
    timeline.nextSteps = NextSteps(domain.described)
  }

  init(_ timeline: Timeline, of domain: UndoDomain, keeping: Keeping) {
    let keeping = keeping.applied(to: domain)
    (self.timeline, self.domain) = (timeline, domain)
    (self.keeping, recent) = (keeping, Self.recent(domain, keeping))
    self.timeline.nextSteps = NextSteps(domain.described)
  }

  private static func recent(_ domain: UndoDomain, _ keeping: Keeping) -> Int? {
    domain.described == nil ? nil : keeping.snapshots
  }

  /// Takes a step, and evicts what is over the limit.
  package mutating func record(
    _ step: Step,
    _ snapshot: DomainSnapshot,
    at time: Timestamp,
    into deferred: inout DeferredReleases
  ) {
    if timeline.isExtended(by: step, at: time), let extended = timeline.snapshot(at: timeline.presentID) {
      let joined = domain.joined(extended, snapshot)
      if let old = timeline.extend(with: step, at: time, keeping: .snapshot(joined)) { deferred.add(old) }
    } else {
      timeline.append(step, at: time, keeping: .snapshot(snapshot))
      timeline.trim(to: keeping.steps, into: &deferred)
    }
  }

  /// Moves the present to another moment, whose snapshot it then has.
  package mutating func move(
    _ movement: Movement,
    to id: Moment.ID,
    arrivingAt snapshot: DomainSnapshot,
    into deferred: inout DeferredReleases
  ) {
    let last = timeline.presentID
    timeline.move(movement, to: id)
    timeline.pages.open(around: movement.isStep ? id : nil)
    weight.bytes = nil
    guard recent != nil || timeline.pages.hasValues else { return }
    if timeline.snapshot(at: timeline.presentID) == nil {
      timeline.pages.setValue(snapshot, at: timeline.presentID, into: &deferred)
    }
    releaseValue(at: last, into: &deferred)
  }

  /// Takes moments away that the present was moved back from, each as long as nothing followed on it or marks it.
  ///
  /// - Parameter moments: The last one first.
  mutating func drop(_ moments: [Moment.ID], into deferred: inout DeferredReleases) {
    for id in moments {
      if timeline.savedID == id || timeline.checkpointNames[id] != nil { return }
      if !timeline.removeTip(ifOne: id, into: &deferred) { return }
    }
  }

  /// Begins again with a snapshot, whose moment counts as saved.
  package mutating func restart(with first: DomainSnapshot, at time: Timestamp) {
    self = History(first, of: domain, keeping: keeping, at: time, number: nextBeginning)
  }

  /// The number that a new beginning would have: numbers go on, so that none means two moments, until all are given out.
  var nextBeginning: Moment.ID {
    timeline.isExhausted ? .first : Moment.ID(raw: timeline.newestID.raw + 1)
  }

  /// Seals the present moment: nothing is added to it any more.
  mutating func endMerging() {
    timeline.mergeKey = nil
  }

  /// Marks the present moment as the saved one.
  package mutating func markSaved() {
    timeline.markSaved()
  }

  /// Gives the present moment a name to come back to.
  mutating func setCheckpoint(_ name: String) {
    timeline.setCheckpoint(name)
  }

  /// Removes moments for as long as there are too many.
  package mutating func evict(into deferred: inout DeferredReleases, while isOver: (Timeline) -> Bool) {
    timeline.evict(into: &deferred, while: isOver)
  }

  /// Forgets all moments but the present, with their labels and what they changed.
  ///
  /// - Parameter first: The present without its restored part from before.
  package mutating func forget(keeping first: DomainSnapshot) {
    timeline = timeline.forgetting(keeping: .snapshot(first))
    weight = HistoryWeight()
  }

  /// Forgets the moments that follow on the present.
  mutating func forgetAhead(into deferred: inout DeferredReleases) {
    timeline.forgetAhead(into: &deferred)
    weight.bytes = nil
  }

  /// Sets how many steps are kept, evicts what is over it, and returns what is not kept any more.
  @discardableResult
  package mutating func keep(steps: Int?) -> DeferredReleases {
    keeping = keeping.limited(toSteps: steps)
    var deferred = DeferredReleases()
    timeline.trim(to: keeping.steps, into: &deferred)
    return deferred
  }

  /// Sets how many bytes are kept; the store evicts what is over it, of all its histories.
  mutating func keep(bytes: Int?) { keeping = keeping.limited(toBytes: bytes) }
}

extension Timeline {
  /// A timeline that has forgotten all moments but the present.
  func forgetting(keeping kept: MomentPages.Kept) -> Timeline {
    var next = Timeline(
      label: History.firstLabel,
      at: present.time,
      keeping: kept,
      as: presentID,
      pageSize: pages.size
    )
    // Numbers are never used twice, those of forgotten moments neither.
    next.newestID = newestID
    next.nextSteps = nextSteps
    if next.presentID != next.newestID { next.olderTips[next.presentID] = () }
    if hasUnsavedChanges { next.savedID = nil }
    return next
  }
}

/// The snapshots and moments that a history no longer holds.
///
/// Releasing them may run the app's code, the `deinit` of an object in an old state. So the writer releases them, when it
/// holds no lock.
package struct DeferredReleases: Sendable {
  // The first has a place of its own: a step leaves one, and an array would be allocated for it.
  private var first: DomainSnapshot?
  private var others: [DomainSnapshot] = []
  /// The moments that were evicted, in that order.
  private(set) package var evicted: [Moment.ID] = []

  package init() {}

  /// Takes note of a moment that was evicted.
  mutating func add(evicted id: Moment.ID) { evicted.append(id) }

  mutating func add(_ kept: MomentPages.Kept) {
    if case .snapshot(let snapshot) = kept { add(snapshot) }
  }

  mutating func add(_ snapshot: DomainSnapshot) {
    if first == nil { first = snapshot } else { others.append(snapshot) }
  }

  /// Takes the snapshots that another history let go, without its evicted moments: their numbers are those of that history.
  mutating func add(_ others: DeferredReleases) {
    if let snapshot = others.first { add(snapshot) }
    for snapshot in others.others { add(snapshot) }
  }
}
