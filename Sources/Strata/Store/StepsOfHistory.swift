/// What the steps of a history changed.
struct StepsOfHistory {
  private let history: History
  private let description: PartDescription
  private let types: MergeBase

  init(_ history: History) throws(StoreError) {
    guard let description = history.access.description else { throw .notDescribed }
    (self.history, self.description) = (history, description)
    types = MergeBase(description.shape, nil)
  }

  subscript(moment: Moment.ID) -> Patch {
    get throws(StoreError) {
      do throws(PatchError) {
        return try history.change(of: moment, description)
      } catch {
        throw .unreadableMoment(moment, error)
      }
    }
  }

  /// Carries a change over some steps.
  ///
  /// One by one, for what one step removed and another inserted alike is not the same. Where one of them contradicts it, a
  /// later one may have made that undone: then over all of them together, which says where they contradict it in the end.
  func carry(
    _ change: Patch,
    over moments: [Moment.ID],
    asking rebase: (Patch, Patch) throws -> Patch
  ) throws -> Patch {
    var carried = change
    for moment in moments {
      guard
        let next = try? carried.rebased(
          over: self[moment],
          from: types,
          rank: .second,
          resolving: { _ in nil }
        )
      else {
        return try rebase(change, composed(moments[...]))
      }
      if next.isEmpty { return next }
      carried = next
    }
    return carried
  }

  /// Puts steps together, halves first: so each is gone through a few times, however many there are.
  func composed(_ moments: ArraySlice<Moment.ID>) throws -> Patch {
    guard moments.count > 1 else { return try moments.first.map { try self[$0] } ?? Patch() }
    let middle = moments.startIndex + moments.count / 2
    return try composed(moments[..<middle]).followed(by: composed(moments[middle...]))
  }
}

extension StepsOfHistory {
  /// What leads from one moment to another one, by way of where their branches part.
  func way(from start: Moment.ID, to end: Moment.ID, in timeline: Timeline) throws -> Patch {
    var shared = start
    while !timeline.isOnTheWay(shared, to: end), let parent = timeline.parent(of: shared) { shared = parent }
    let back = try composed((timeline.steps(after: shared, to: start) ?? [])[...]).inverted
    return try back.followed(by: composed((timeline.steps(after: shared, to: end) ?? [])[...]))
  }
}
