extension Store {
  /// Takes back one step, wherever it stands on the way to the present, and keeps what was done later.
  ///
  ///     let slip = store.timeline.undoPath.dropFirst(3).first
  ///     try store.undo(only: slip.id)
  ///
  /// The step is turned around and carried over all that came later, as ``Patch/rebased(over:rank:resolving:)`` does it;
  /// what comes of that is a new step, which can be undone like any other. Moments never change. Taking back the last
  /// step is ``undo()``.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - choose: Says what is to be there in the end where later steps changed the same: *mine* is what it was before the
  ///     step, *theirs* what it is now; nil leaves it open.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.nothingToUndo` for the oldest, `StoreError.nothingLeft` where later steps have taken back what the step
  ///   did, `StoreError.notDescribed` where undo covers what is not described; `MergeError` where later steps contradict
  ///   it, or the state's own rules do; what ``undo()`` throws. Nothing has changed then.
  /// - Complexity: O(what the step and the later ones changed).
  public func undo(
    only moment: Moment.ID,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    var isLast = false
    try write(
      { change in
        isLast = core.withLock { $0.main.timeline.presentID } == moment
        if isLast {
          try prepare(.step(.back), of: nil, &change, otherwise: .nothingToUndo)
        } else {
          try prepareTakingBack(moment, choose, &change)
        }
      },
      cause: { isLast ? .undo : .takingBack(moment) }
    )
  }

  private func prepareTakingBack(
    _ moment: Moment.ID,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    let history = core.withLock { $0.main }
    guard let label = history.timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
    guard let description = history.access.description else { throw StoreError.notDescribed }
    if moment == history.timeline.oldestID { throw StoreError.nothingToUndo }
    guard let later = history.steps(after: moment) else { throw StoreError.elsewhere(moment) }
    let steps = StepsOfHistory(history: history, description: description)
    let (taken, kept) = (try steps[moment].inverted, try steps.composed(later[...]))
    let back = try PlacesOfParts<State>(history.access.paths).rebase(taken, over: kept, choose)
    if back.isEmpty { throw StoreError.nothingLeft(of: moment) }
    change.after = making.copy(change.before)
    do throws(PatchError) {
      try changePart(of: change.after, back, history.access, description)
    } catch {
      throw MergeError.patch(error)
    }
    change.step = Step(label: "Undo \(label)")
    change.capture()
  }

  /// Changes what undo covers in a version, and lets the rules have their say.
  private func changePart(
    of version: AnyVersion,
    _ patch: Patch,
    _ access: PartAccess,
    _ description: PartDescription
  ) throws(PatchError) {
    let shape = AnyValueShape.ofDescribed(State.self)
    let present = version.withAddress { access.capture($0, $0, []) }
    access.restorePart(try description.changed(present, patch, shape == nil), version.address)
    if let shape, shape.hasRules { try shape.validate(version.address) }
  }
}

/// What the steps of a history changed.
private struct StepsOfHistory {
  let history: History
  let description: PartDescription

  subscript(moment: Moment.ID) -> Patch {
    get throws(StoreError) {
      do throws(PatchError) {
        return try history.change(of: moment, description)
      } catch {
        throw .unreadableMoment(moment, error)
      }
    }
  }

  /// Puts steps together, halves first: so each is gone through a few times, however many there are.
  func composed(_ moments: ArraySlice<Moment.ID>) throws -> Patch {
    guard moments.count > 1 else { return try moments.first.map { try self[$0] } ?? Patch() }
    let middle = moments.startIndex + moments.count / 2
    return try composed(moments[..<middle]).followed(by: composed(moments[middle...]))
  }
}

/// Where the parts that undo covers stand in a state, for places that a person is told of.
private struct PlacesOfParts<State> {
  /// The fields that lead to each part; nothing where the state is not described.
  private let places: [[String]]
  private let isSeveral: Bool

  init(_ paths: [AnyKeyPath]) {
    func places<Known: DescribedValue>(in type: Known.Type) -> [[String]] {
      PartFields(paths, of: type)?.places ?? []
    }
    self.places = (State.self as? any DescribedValue.Type).map { places(in: $0) } ?? []
    isSeveral = paths.count > 1
  }

  /// Carries a patch of the parts over another one, where conflicts are seen from the whole state.
  func rebase(
    _ patch: Patch,
    over other: Patch,
    _ choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws(MergeError) -> Patch {
    do throws(MergeError) {
      return try patch.rebased(over: other) { choose(outside($0)) }
    } catch {
      guard case .conflicts(let conflicts) = error else { throw error }
      throw .conflicts(conflicts.map { outside($0) })
    }
  }

  /// A conflict seen from the whole state.
  private func outside(_ conflict: MergeConflict) -> MergeConflict {
    var (path, index) = (conflict.path[...], 0)
    // Of several parts, each stands under its number.
    if isSeveral, case .field(let name)? = path.popFirst() { index = Int(name) ?? 0 }
    let place = places.indices.contains(index) ? places[index] : []
    return conflict.at(place.map { .field($0) } + path)
  }
}
