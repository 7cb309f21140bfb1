/// What was done since a moment, change by change, for a person who decides what is to stay.
public struct Review: Hashable, Sendable {
  /// The changes, in the order in which they were made.
  public let changes: [Change]

  /// One thing that a step did.
  public struct Change: Hashable, Sendable {
    /// The moment that the step led to.
    public let moment: Moment
    /// What it did.
    public let change: PatchChange
  }
}

extension Review.Change: CustomStringConvertible {
  /// The change on one line: `Rename Page: pages / 3 / title: "A" → "B"`.
  public var description: String { "\(moment.label): \(change)" }
}

extension Store {
  /// What was done after a moment and is in effect, as changes that can be rejected one by one.
  ///
  ///     let review = try store.review(since: checkpoint.id, by: .agent)
  ///     try store.reject(review.changes.filter { $0.change.path.first == .field("people") })
  ///
  /// - Parameters:
  ///   - moment: A moment on the way to the present.
  ///   - author: Whose steps are reviewed; nil for everybody's.
  /// - Throws: `StoreError.noSuchMoment` for a moment that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.notDescribed` where undo covers what is not described, `StoreError.unreadableMoment`.
  /// - Complexity: O(what was changed since).
  public func review(since moment: Moment.ID, by author: Author? = nil) throws(StoreError) -> Review {
    let history = core.withLock { $0.main }
    let timeline = history.timeline
    guard timeline[moment] != nil else { throw .noSuchMoment(moment) }
    guard timeline.isOnTheWay(moment) else { throw .elsewhere(moment) }
    var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.access))
    var changes: [[Review.Change]] = []
    for id in timeline.stepsInEffect(of: author) {
      if id <= moment { break }
      let step = timeline.moment(id)
      changes.append(
        try steps.change(of: id).changes.map { Review.Change(moment: step, change: places.outside($0)) }
      )
    }
    return Review(changes: Array(changes.reversed().joined()))
  }

  /// Takes some changes back, and keeps the rest of their steps and what was done later: one step.
  ///
  /// - Parameters:
  ///   - changes: Changes of a ``review(since:by:)``.
  ///   - author: Who rejects them.
  ///   - choose: As of ``undo(only:as:resolving:)``.
  /// - Throws: `StoreError.nothingLeft` where later steps have taken back what they did; what
  ///   ``undo(only:as:resolving:)`` throws, such as `StoreError.nothingToUndo` where a step has been evicted since it was
  ///   reviewed, and its moment is the oldest now. Nothing has changed then.
  /// - Complexity: O(what was changed since the first of them).
  public func reject(
    _ changes: some Sequence<Review.Change>,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    let rejected = Dictionary(grouping: changes, by: \.moment.id).mapValues { Set($0.map(\.change)) }
    let count = rejected.reduce(0) { $0 + $1.value.count }
    guard let newest = rejected.keys.max(), let oldest = rejected.keys.min() else { return }
    let label = count == 1 ? "Reject a Change" : "Reject \(count) Changes"
    try write(
      { change in
        let history = core.withLock { $0.main }
        let timeline = history.timeline
        var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.access))
        for moment in rejected.keys {
          if timeline[moment] == nil { throw StoreError.noSuchMoment(moment) }
          // The step to the oldest moment has been evicted.
          if moment == timeline.oldestID { throw StoreError.nothingToUndo }
          if !timeline.isOnTheWay(moment) { throw StoreError.elsewhere(moment) }
        }
        // What has been taken back since it was reviewed is rejected already.
        var way = WayBack(of: timeline)
        while let step = way.next(), step.moment > oldest {}
        let inEffect = rejected.keys.filter { !way.hasTakenBack($0) }
        guard let first = inEffect.min(), let before = timeline.parent(of: first) else {
          throw StoreError.nothingLeft(of: newest)
        }
        let back = try steps.takeBack(
          among: timeline.steps(after: before) ?? [],
          keeping: Dictionary(
            uniqueKeysWithValues: inEffect.map { moment in
              (moment, { rejected[moment]?.contains(places.outside($0)) != true })
            }
          )
        ) { try places.rebase($0, over: $1, choose) }
        if back.isEmpty { throw StoreError.nothingLeft(of: newest) }
        let step = Step(label: label, Provenance(author))
        try prepareChange(back, as: step, in: nil, otherwise: .nothingLeft(of: newest), &change)
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}
