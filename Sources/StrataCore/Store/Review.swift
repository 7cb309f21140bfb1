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
  /// What was done and taken back since is not among it, and neither is what took it back.
  ///
  ///     let review = try store.review(since: checkpoint.id, by: .agent)
  ///     try store.reject(review.changes.filter { $0.change.path.first == .field("people") })
  ///
  /// - Parameters:
  ///   - moment: A moment on the way to the present.
  ///   - author: Whose steps are reviewed; nil for everybody's.
  /// - Throws: `StoreError.noSuchMoment` for a moment that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.ahead` for one that was undone, `StoreError.notDescribed` where undo covers what is not described, `StoreError.unreadableMoment`.
  /// - Complexity: O(what was changed since).
  public func review(since moment: Moment.ID, by author: Author? = nil) throws(StoreError) -> Review {
    let history = core.withLock { $0.main }
    let timeline = history.timeline
    try timeline.requireOnTheWay(moment)
    var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.domain))
    var (way, found) = (WayBack(of: timeline), [(moment: Moment, changes: [PatchChange])]())
    while let (id, isInEffect) = way.next(), id > moment {
      guard isInEffect, timeline.isToUndo(id, of: author.map { [$0] }),
        !timeline.comesToNothing(id, since: moment, by: author)
      else { continue }
      var changes = try steps.change(of: id).changes
      if let rejected = way.rejected[id] {
        changes = changes.indices.filter { !rejected.contains($0) }.map { changes[$0] }
      }
      found.append((timeline.moment(id), changes))
    }
    // Of very many changes, each is put where it stays at once.
    var changes: [Review.Change] = []
    changes.reserveCapacity(found.reduce(0) { $0 + $1.changes.count })
    while let (moment, step) = found.popLast() {
      for change in step { changes.append(Review.Change(moment: moment, change: places.outside(change))) }
    }
    return Review(changes: changes)
  }

  /// Takes some changes back, and keeps the rest of their steps and what was done later: one step.
  ///
  /// Where an element of a list that is `Identifiable` went from one place to another, both changes go together, whichever is
  /// among them.
  ///
  /// - Parameters:
  ///   - changes: Changes of a ``review(since:by:)``.
  ///   - author: Who rejects them.
  ///   - choose: As of ``undo(only:as:resolving:)``.
  /// - Throws: `StoreError.nothingLeft` where later steps have taken back what they did, and nothing was chosen; what
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
      { turn in
        let history = core.withLock { $0.main }
        let timeline = history.timeline
        var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.domain))
        for moment in rejected.keys {
          try timeline.requireOnTheWay(moment)
          // The step to the oldest moment has been evicted.
          if moment == timeline.oldestID { throw StoreError.nothingToUndo }
        }
        // What has been taken back since it was reviewed is rejected already.
        var way = WayBack(of: timeline)
        while let step = way.next(), step.moment > oldest {}
        var asked: [Moment.Rejected] = []
        for (moment, changes) in rejected where !way.hasTakenBack(moment) {
          let all = try steps.change(of: moment).changes
          let left = Set(all.indices).subtracting(way.rejected[moment] ?? [])
          var own = left.filter { changes.contains(places.outside(all[$0])) }
          if own.isEmpty { continue }
          let moved = try steps.moves(among: all)
          own.formUnion(own.compactMap { moved[$0] }.filter(left.contains))
          asked.append(Moment.Rejected(moment: moment, changes: own == left ? nil : own.sorted()))
        }
        asked.sort { $0.moment < $1.moment }
        guard let first = asked.first else { throw StoreError.nothingLeft(of: newest) }
        let back = try steps.takeBack(asked) { try places.rebase($0, over: $1, choose) }
        let isOne = asked.count == 1 && first.changes == nil
        let origin: Moment.Origin = isOne ? .takingBack(first.moment) : .rejection(of: asked)
        let step = Step(label: label, Provenance(author, origin))
        let proposal = try carried(back, by: places, as: step, in: nil, isStep: places.isChosen, turn)
        guard let proposal else { throw StoreError.nothingLeft(of: newest) }
        return proposal
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}

extension Timeline {
  /// Whether a step that takes others back leaves, together with those, what was there at a moment.
  ///
  /// - Parameter author: Whose steps are looked at; nil for everybody's.
  fileprivate func comesToNothing(_ id: Moment.ID, since moment: Moment.ID, by author: Author?) -> Bool {
    func isLookedAt(_ id: Moment.ID) -> Bool {
      id > moment && tree.contains(id) && author.map { self.author(of: id) == $0 } ?? true
    }
    var (next, isTakenBack) = (id, false)
    while isLookedAt(next) {
      if case .rejection(let parts) = origin(of: next) {
        return isTakenBack || next == id && parts.allSatisfy { isLookedAt($0.moment) }
      }
      guard let other = origin(of: next).takesBack else { return isTakenBack }
      (next, isTakenBack) = (other, !isTakenBack)
    }
    // It was there before; or another author's, which one looks at by itself.
    return next <= moment && !isTakenBack
  }
}
