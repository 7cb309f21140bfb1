/// The changes that were made since a moment, for a person who decides what is to stay.
public struct Review: Hashable, Sendable {
  /// The changes, in the order in which they were made.
  public let changes: [Change]

  /// One thing that a step did.
  public struct Change: Hashable, Sendable {
    /// The moment that the step led to.
    public let moment: Moment
    /// The change that the step made there.
    public let change: PatchChange
  }
}

extension Review.Change: CustomStringConvertible {
  /// The change on one line: `Rename Page: pages / 3 / title: "A" → "B"`.
  public var description: String { "\(moment.label): \(change)" }
}

extension Store {
  /// Reviews the steps that were made after a moment and are on, as changes that the app can reject one by one.
  ///
  /// The review contains neither the steps that were switched off since nor the steps that switched them off. Where a branch
  /// was merged since, the review contains the branch's own steps.
  ///
  ///     let review = try store.review(since: checkpoint.id, by: .agent)
  ///     try store.reject(review.changes.filter { $0.change.path.first == .field("people") })
  ///
  /// - Parameters:
  ///   - moment: A moment on the way to the present.
  ///   - author: The author of the steps to review; nil for all authors.
  /// - Throws: `StoreError.noSuchMoment` for a moment that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.ahead` for one that was undone, `StoreError.notDescribed` where undo covers what is not described,
  ///   `StoreError.unreadableMoment`.
  /// - Complexity: O(what was changed since).
  public func review(since moment: Moment.ID, by author: Author? = nil) throws -> Review {
    let history = core.withLock { $0.main }
    guard history.domain.described != nil else { throw StoreError.notDescribed }
    let timeline = history.timeline
    try timeline.requireOnTheWay(moment)
    let (steps, places) = (StepsOfHistory(timeline), PlacesOfParts(domain, in: State.self))
    let done = try reading(steps) { try steps.steps(since: moment, by: author.map { [$0] }) }
    // Of very many changes, each is put where it stays at once.
    var changes: [Review.Change] = []
    changes.reserveCapacity(done.reduce(0) { $0 + $1.changes.count })
    for step in done {
      let moment = timeline.moment(step.moment)
      for (_, change) in step.changes {
        changes.append(Review.Change(moment: moment, change: places.outside(change)))
      }
    }
    return Review(changes: changes)
  }

  /// Takes some changes back, as one step. It keeps the other changes of the same steps and all later steps.
  ///
  /// If an element of a list that is `Identifiable` went from one place to another, both changes go together, whichever of
  /// them is given. A step that itself switched other steps goes as a whole.
  ///
  /// - Parameters:
  ///   - changes: Changes of a ``review(since:by:)``.
  ///   - author: The author of the rejection.
  ///   - choose: As of ``undo(only:as:noting:resolving:)``.
  /// - Throws: `StoreError.nothingLeft` where later steps have written over all that they did, and nothing was chosen; any
  ///   error that ``undo(only:as:noting:resolving:)`` throws, such as `StoreError.nothingToUndo` where a step has been
  ///   evicted since it was reviewed, and its moment is the oldest now. Nothing has changed then.
  /// - Complexity: O(what was changed since the first of them).
  public func reject(
    _ changes: some Sequence<Review.Change>,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    let rejected = Dictionary(grouping: changes, by: \.moment.id).mapValues { Set($0.map(\.change)) }
    let count = rejected.reduce(0) { $0 + $1.value.count }
    guard let newest = rejected.keys.max() else { return }
    let label = count == 1 ? "Reject a Change" : "Reject \(count) Changes"
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        let (steps, places) = (StepsOfHistory(timeline), PlacesOfParts(domain, in: State.self))
        if steps.shape == nil { throw StoreError.notDescribed }
        let states = steps.states(of: Set(rejected.keys))
        var switches: [StepSwitch] = []
        for (moment, changes) in rejected.sorted(by: { $0.key < $1.key }) {
          guard timeline.tree.contains(moment) else { throw StoreError.noSuchMoment(moment) }
          // The step to the oldest moment has been evicted.
          if moment == timeline.oldestID { throw StoreError.nothingToUndo }
          guard let state = states[moment] else { try timeline.requireOnTheWay(moment); continue }
          // A step that went off since the review is rejected already.
          guard state.isOn else { continue }
          switches += try reading(steps) {
            try steps.switches(off: moment, without: state.changesOff) {
              changes.contains(places.outside($0))
            }
          }
        }
        let switching = Switching(label: label, author: author, origin: .switched(switches))
        guard !switches.isEmpty, let proposal = try proposal(switching, steps, .undo, asking: choose, turn)
        else { throw StoreError.nothingLeft(of: newest) }
        return proposal
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}

extension StepsOfHistory {
  /// The steps that are on and were not done at a moment on the way to the present, the first one first, with their changes that
  /// are on.
  ///
  /// Of what moved switches, only that is among them which switched what had been done before the moment.
  func steps(
    since moment: Moment.ID,
    by authors: [Author]?
  ) throws(PatchError) -> [(moment: Moment.ID, changes: [(number: Int, change: PatchChange)])] {
    let since = Set(StepSelection.unmerged(of: self, to: timeline.presentID, at: moment))
    guard let first = since.min() else { return [] }
    let choice = StepChoice(by: authors)
    var found: [(moment: Moment.ID, changes: [(number: Int, change: PatchChange)])] = []
    var steps = EffectiveSteps(of: self, at: timeline.presentID)
    while let (step, isOn) = steps.next(), step >= first {
      guard isOn, isStep(step, of: choice), since.contains(step) || !timeline.isOnTheWay(step)
      else { continue }
      let isOutward = origin(of: step).switches.contains { one in
        // The later steps of others were on before a switch of these authors moved.
        let isSince = since.contains(one.moment)
        if isSince, isChosen(one.moment, by: choice) { return false }
        return counts(one) != (isSince ? true : counts(one, at: moment))
      }
      let off = steps.changesOff(of: step)
      let patch = try isOutward ? wholePatch(of: step) : self.patch(of: step)
      let changes = patch.changes.enumerated().filter { !off.contains($0.offset) }
      if !changes.isEmpty { found.append((step, changes.map { (number: $0.offset, change: $0.element) })) }
    }
    return found.reversed()
  }

  /// Whether that which a switch moves is on at a moment or, for nil, at present.
  private func counts(_ one: StepSwitch, at moment: Moment.ID? = nil) -> Bool {
    guard let state = states(of: [one.moment], at: moment)[one.moment] else { return false }
    return state.isOn && !(one.change.map(state.changesOff.contains) ?? false)
  }

  /// The switches that turn some changes of a step off: the whole step, where nothing of it is left.
  ///
  /// - Parameter off: The changes that are off already.
  func switches(
    off moment: Moment.ID,
    without off: Set<Int>,
    where isMeant: (PatchChange) -> Bool
  ) throws(PatchError) -> [StepSwitch] {
    if origin(of: moment).isComposed {
      return try wholePatch(of: moment).changes.contains(where: isMeant)
        ? [StepSwitch(moment, isOn: false)] : []
    }
    let all = try wholePatch(of: moment).changes
    let left = Set(all.indices).subtracting(off)
    var own = left.filter { isMeant(all[$0]) }
    let moved = moves(among: all)
    own.formUnion(own.compactMap { moved[$0] }.filter(left.contains))
    if own == left { return own.isEmpty ? [] : [StepSwitch(moment, isOn: false)] }
    return own.sorted().map { StepSwitch(moment, change: $0, isOn: false) }
  }

  /// Of changes of a step, which two say of one element that it went and that it came: each by the number of the other one.
  ///
  /// An element is known by its identity, where its type has one; others are told apart by their places alone.
  private func moves(among changes: [PatchChange]) -> [Int: Int] {
    var lists: [[PathComponent]: ListedElements?] = [:]
    var (gone, come, moves): ([ListedElement: Int], [ListedElement: Int], [Int: Int]) = ([:], [:], [:])
    for (number, change) in changes.enumerated() {
      guard case .position? = change.path.last else { continue }
      let list = Array(change.path.dropLast())
      let things = lists[list] ?? list.reduce(shape) { $0?.part(at: $1) }?.listedElements
      lists[list] = .some(things)
      guard let things else { continue }
      switch change.kind {
      case .removed(let value):
        if let name = things.name(value) { gone[ListedElement(list: list, name: name)] = number }
      case .inserted(let value):
        if let name = things.name(value) { come[ListedElement(list: list, name: name)] = number }
      case .updated, .spliced: continue
      }
    }
    for (place, number) in gone {
      guard let other = come[place] else { continue }
      (moves[number], moves[other]) = (other, number)
    }
    return moves
  }

  /// An element in a list.
  private struct ListedElement: Hashable {
    let list: [PathComponent]
    let name: AnyHashable
  }
}

extension Timeline {
  /// Sees to it that a moment is there, and on the way to the present.
  fileprivate func requireOnTheWay(_ id: Moment.ID) throws(StoreError) {
    guard tree.contains(id) else { throw .noSuchMoment(id) }
    if isOnTheWay(id) { return }
    throw isOnTheWay(presentID, to: id) ? .ahead(id) : .elsewhere(id)
  }
}
