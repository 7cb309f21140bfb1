/// The way back from the present moment, and which of its steps are in effect: those that nothing there took back.
///
///     0 ── 1 ── 2 ── 3 ── 4        4 takes back 1, so the steps in effect are 4, 3 and 2;
///                                  had 5 taken back 4, they would be 5, 3 and 2, for 5 brings 1 back
struct WayBack: Sequence, IteratorProtocol {
  private let timeline: Timeline
  private var place: Moment.ID
  private var takenBack: Set<Moment.ID> = []
  private var bearers: [Moment.ID: Moment.ID] = [:]
  /// Which of their changes were rejected of steps that are in effect otherwise, as far as has been looked.
  private(set) var rejected: [Moment.ID: Set<Int>] = [:]

  /// - Parameter authors: Whose steps are of concern; nil for those of all. What others did since then, and took nothing
  ///   back, is passed over.
  init(of timeline: Timeline, by authors: [Author]? = nil) {
    (self.timeline, place) = (timeline, timeline.presentID)
    guard let authors else { return }
    let concerned = [timeline.newestOwn(by: authors), timeline.newestTakingBack].compactMap { $0 }.max()
    place = timeline.last(onTheWayUpTo: concerned ?? timeline.oldestID)
  }

  mutating func next() -> (moment: Moment.ID, isInEffect: Bool)? { next { _ in false } }

  /// The step before, as the moment that it led to, and whether it is in effect by itself.
  ///
  /// - Parameter willGo: Whether a step that is in effect is to be thought away from then on.
  mutating func next(without willGo: (Moment.ID) -> Bool) -> (moment: Moment.ID, isInEffect: Bool)? {
    guard place != timeline.oldestID, let parent = timeline.parent(of: place) else { return nil }
    let moment = place
    place = parent
    if takenBack.contains(moment) { return (moment, false) }
    let isInEffect = bearers[moment] == nil
    if timeline.hasTakenBack {
      let parts = timeline.origin(of: moment).takenBack
      if !parts.isEmpty, !(isInEffect && willGo(moment)) {
        for part in parts { take(back: part, by: moment) }
      }
    }
    return (moment, isInEffect)
  }

  private mutating func take(back part: Moment.Rejected, by id: Moment.ID) {
    let other = part.moment
    if let changes = part.changes {
      rejected[other, default: []].formUnion(changes)
      return
    }
    takenBack.insert(other)
    // What took something back was taken back itself: that is in effect again by this moment, or by what renews it.
    if let renewed = timeline.origin(of: other).takesBack { bearers[renewed] = bearers[id] ?? id }
  }

  /// Whether a step was taken back, as far as has been looked.
  func hasTakenBack(_ id: Moment.ID) -> Bool { takenBack.contains(id) }

  /// The moment by which a step is in effect: its own, or the one that brought it back last; as far as has been looked.
  func bearer(of id: Moment.ID) -> Moment.ID { bearers[id] ?? id }
}

extension Timeline {
  /// The step that undo takes back next, as the moment by which it is in effect; nil where there is none.
  ///
  /// - Parameter authors: Whose steps are meant; nil for those of all.
  /// - Complexity: O(1) where all authors are meant and undo never went around anything, else O(steps looked at).
  func stepToUndo(of authors: [Author]?) -> Moment.ID? {
    if authors == nil && !isGoneAround { return presentID == oldestID ? nil : presentID }
    return stepsToUndo(of: authors).first { _ in true }
  }

  /// The steps that undo takes back one after the other, each as the moment by which it is in effect.
  func stepsToUndo(of authors: [Author]?) -> some Sequence<Moment.ID> {
    var way = WayBack(of: self, by: authors)
    return sequence(state: ()) { _ in
      while let (moment, isInEffect) = way.next(without: { isToUndo($0, of: authors) }) {
        if isInEffect && isToUndo(moment, of: authors) { return moment }
      }
      return nil
    }
  }

  /// Whether a step is one that undo can take back.
  func isToUndo(_ moment: Moment.ID, of authors: [Author]?) -> Bool {
    guard let provenance = pages.provenance(of: moment) else { return authors?.contains(.user) ?? true }
    return switch provenance.origin {
    case .outside, .undo: false
    case .sent, .takingBack, .merge, .rejection: authors?.contains(provenance.author) ?? true
    case .redo: authors?.contains(author(of: step(meantBy: moment))) ?? true
    }
  }

  /// The step that a moment brings back where it is a redo, or takes back where it is an undo; else its own.
  func step(meantBy moment: Moment.ID) -> Moment.ID {
    var meant = moment
    while true {
      switch origin(of: meant) {
      case .undo(let id), .redo(let id):
        guard tree.contains(id) else { return meant }
        meant = id
      case .sent, .outside, .takingBack, .merge, .rejection: return meant
      }
    }
  }

  /// Whether a step merges a branch, or takes back or brings back one that does.
  func isMerge(_ id: Moment.ID) -> Bool {
    var next = id
    while let other = origin(of: next).takesBack, tree.contains(other) { next = other }
    return origin(of: next).merges != nil
  }

  /// The moment by which a step is in effect: its own, or the one that brought it back last.
  func bearer(of id: Moment.ID) -> Moment.ID {
    if !hasTakenBack { return id }
    var way = WayBack(of: self)
    while let step = way.next(), step.moment > id {}
    return way.bearer(of: id)
  }

  /// Which changes were rejected of steps that are in effect otherwise.
  ///
  /// - Parameter id: The oldest of those steps.
  func rejectedChanges(since id: Moment.ID) -> [Moment.ID: Set<Int>] {
    var way = WayBack(of: self)
    while let step = way.next(), step.moment > id {}
    return way.rejected
  }

  /// Whether nothing of a step is in effect any more, for others took it back.
  func isTakenBack(_ id: Moment.ID) -> Bool {
    if !hasTakenBack { return false }
    var way = WayBack(of: self)
    while let step = way.next(), step.moment > id {}
    return way.hasTakenBack(id)
  }

  /// The moment that is in effect and takes back a step by itself; nil where none does.
  func undo(of id: Moment.ID) -> Moment.ID? {
    if !hasTakenBack { return nil }
    let way = WayBack(of: self).lazy.filter(\.isInEffect).map(\.moment)
    return way.prefix { $0 > id }.first { moment in
      origin(of: moment).takesBack.map { $0 == id || bearsSame($0, as: id) } ?? false
    }
  }

  /// Whether a moment that brought a step back did so for another one.
  private func bearsSame(_ other: Moment.ID, as id: Moment.ID) -> Bool {
    guard let renewed = origin(of: other).takesBack.flatMap({ origin(of: $0).takesBack }) else {
      return false
    }
    return renewed == id || bearsSame(renewed, as: id)
  }
}

extension Timeline {
  /// The steps that undo takes back, or redo takes again, one after the other.
  func steps(to side: HistorySide) -> [Moment.ID] {
    switch side {
    case .back: return stepsToUndo(of: nil).map(step)
    case .forward:
      let ahead = Array(sequence(first: presentID, next: successor).dropFirst())
      let beside = redosBeside(of: nil).map(\.moment).filter { !ahead.contains($0) }
      return ahead.map(step) + beside.map(step)
    }
  }

  /// What undo would take back, for a menu.
  func labelToUndo(of authors: [Author]?) -> String? {
    stepToUndo(of: authors).map { words(of: step(meantBy: $0)).label }
  }

  /// What redo would take again, for a menu.
  func labelToRedo(of authors: [Author]?) -> String? {
    stepToRedo(of: authors).map { words(of: step(meantBy: $0.moment)).label }
  }
}
