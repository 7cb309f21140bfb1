// What redo takes next lies ahead, or was taken back by an undo that went around something, or lies on a branch: its author
// undid it where it was the last step of all, and others have gone on from there.
//
//     0 ── 1 ── 3 ── 4        2 was undone before another author made 3; 4 takes it again, on top of that
//          └─── 2             the author's own next step would have ended that: then 2 is a branch like any other

extension Timeline {
  /// What redo does next.
  enum Redoing: Equatable {
    /// It goes to a moment in front.
    case forward(Moment.ID)
    /// It takes back what undo made of a step.
    case takingBack(Moment.ID)
    /// It takes the step to a moment on another branch again.
    case again(Moment.ID)

    var moment: Moment.ID {
      switch self {
      case .forward(let id), .takingBack(let id), .again(let id): id
      }
    }
  }

  /// What redo does next; nil where there is nothing to take again.
  ///
  /// - Parameter authors: Whose undos are meant; nil for those of all.
  /// - Complexity: As of ``stepToUndo(of:)``.
  func stepToRedo(of authors: [Author]?) -> Redoing? { stepsToRedo(of: authors).first }

  /// What redo does next; where nothing is left of that, what it does in its place.
  func stepsToRedo(of authors: [Author]?) -> [Redoing] {
    if let next = successor(of: presentID), authors == nil || isToRedo(next, of: authors) {
      return [.forward(next)]
    }
    return redosBeside(of: authors)
  }

  /// What redo does one after the other, without going to a moment in front, down to the authors' own next step.
  func redosBeside(of authors: [Author]?) -> [Redoing] {
    if authors == nil && !isGoneAround { return [] }
    let undone = undosToRedo(of: authors)
    guard let last = lastLeft(by: authors) else { return undone.map { .takingBack($0) } }
    // That is the authors' own next step after all that was undone before it was made.
    return undone.filter { $0 > last }.map { .takingBack($0) } + left(by: authors, upTo: last)
  }

  /// What undo made in going around something, the last one first, down to the authors' own next step.
  private func undosToRedo(of authors: [Author]?) -> [Moment.ID] {
    var (undos, end): ([Moment.ID], Moment.ID) = ([], oldestID)
    for (moment, isInEffect) in WayBack(of: self, by: authors) {
      if moment < end { break }
      let provenance = pages.provenance(of: moment)
      let isMeant = authors?.contains(provenance?.author ?? .user) ?? true
      switch provenance?.origin ?? .sent {
      case .outside, .redo: continue
      case .undo: if isInEffect && isMeant { undos.append(moment) }
      case .sent, .takingBack, .merge, .rejection:
        // The authors' own next step after what was undone before it was made, and made again behind that.
        let own = provenance?.takesAgain ?? moment
        if isMeant, own > end { end = own }
      }
    }
    return undos
  }

  /// Whether a step that was left by going back is one that redo takes again.
  private func isToRedo(_ moment: Moment.ID, of authors: [Author]?) -> Bool {
    switch origin(of: moment) {
    case .undo, .outside: false
    case .sent, .takingBack, .merge, .rejection, .redo:
      authors?.contains(author(of: step(meantBy: moment))) ?? true
    }
  }

  /// The authors' last own step, where it was left by going back, and the way went on from there by what others did; nil
  /// where it is on the way to the present, or was left for another branch.
  private func lastLeft(by authors: [Author]?) -> Moment.ID? {
    guard let newest = newestOwn(by: authors), tree.contains(newest) else { return nil }
    let shared = last(onTheWayUpTo: newest)
    return shared != newest && isOnTheWay(shared, to: newest) ? newest : nil
  }

  /// What a step takes again that lies on another branch, where all that was left before that was taken again, too: then
  /// the present has it with all that led to it.
  func wholeAgain(by id: Moment.ID) -> Moment.ID? {
    func takenAgain(_ id: Moment.ID) -> Moment.ID? { pages.provenance(of: id)?.takesAgain }
    guard let again = takenAgain(id), tree.contains(again) else { return nil }
    let shared = parting(of: again, from: id)
    let all = Set((steps(after: shared, to: id) ?? []).compactMap(takenAgain))
    return (steps(after: shared, to: again) ?? []).allSatisfy(all.contains) ? again : nil
  }

  /// The authors' steps on the way to one that was left, the first one first, without those that the present has again.
  private func left(by authors: [Author]?, upTo last: Moment.ID) -> [Redoing] {
    let shared = parting(of: last, from: presentID)
    let since = steps(after: shared) ?? []
    let again = Set(since.compactMap { pages.provenance(of: $0)?.takesAgain })
    let merged = since.compactMap { origin(of: $0).merges }
    return (steps(after: shared, to: last) ?? []).compactMap { moment in
      guard isToRedo(moment, of: authors) else { return nil }
      // A redo is taken again by taking back the same undo.
      if case .redo(let undo) = origin(of: moment) {
        return isOnTheWay(undo) && !isTakenBack(undo) ? .takingBack(undo) : nil
      }
      if again.contains(moment) || merged.contains(where: { isOnTheWay(moment, to: $0) }) { return nil }
      return .again(moment)
    }
  }
}
