/// The way back from the present moment, and which of its steps are in effect: those that nothing there took back.
///
///     0 ── 1 ── 2 ── 3 ── 4        4 takes back 1, so the steps in effect are 4, 3 and 2;
///                                  had 5 taken back 4, they would be 5, 3 and 2, for 5 brings 1 back
struct WayBack: Sequence, IteratorProtocol {
  private let timeline: Timeline
  private var place: Moment.ID
  private var takenBack: Set<Moment.ID> = []
  private var bearers: [Moment.ID: Moment.ID] = [:]

  init(of timeline: Timeline) {
    (self.timeline, place) = (timeline, timeline.presentID)
  }

  mutating func next() -> (moment: Moment, isInEffect: Bool)? { next { _ in false } }

  /// The step before, as the moment that it led to, and whether it is in effect by itself.
  ///
  /// - Parameter willGo: Whether a step that is in effect is to be thought away from then on.
  mutating func next(without willGo: (Moment) -> Bool) -> (moment: Moment, isInEffect: Bool)? {
    guard place != timeline.oldestID, let parent = timeline.parent(of: place) else { return nil }
    let moment = timeline.moment(place)
    place = parent
    if takenBack.contains(moment.id) { return (moment, false) }
    let isInEffect = bearers[moment.id] == nil
    if let other = moment.takesBack, !(isInEffect && willGo(moment)) { take(back: other, by: moment.id) }
    return (moment, isInEffect)
  }

  private mutating func take(back other: Moment.ID, by id: Moment.ID) {
    takenBack.insert(other)
    // What took something back was taken back itself: that is in effect again by this moment, or by what renews it.
    if let renewed = timeline[other]?.takesBack { bearers[renewed] = bearers[id] ?? id }
  }

  /// The moment by which a step is in effect: its own, or the one that brought it back last; as far as has been looked.
  func bearer(of id: Moment.ID) -> Moment.ID { bearers[id] ?? id }
}

extension Timeline {
  /// The step that undo takes back next, as the moment by which it is in effect; nil where there is none.
  ///
  /// - Parameter author: Whose steps are meant; nil for everybody's.
  /// - Complexity: O(1) where everybody's are meant and undo never went around anything, else O(steps looked at).
  func stepToUndo(of author: Author?) -> Moment.ID? {
    if author == nil && !isGoneAround { return presentID == oldestID ? nil : presentID }
    return stepsToUndo(of: author).first { _ in true }?.id
  }

  /// The steps that undo takes back one after the other, each as the moment by which it is in effect.
  func stepsToUndo(of author: Author?) -> some Sequence<Moment> {
    var way = WayBack(of: self)
    return sequence(state: ()) { _ in
      while let (moment, isInEffect) = way.next(without: { isToUndo($0, of: author) }) {
        if isInEffect && isToUndo(moment, of: author) { return moment }
      }
      return nil
    }
  }

  private func isToUndo(_ moment: Moment, of author: Author?) -> Bool {
    switch moment.origin {
    case .outside, .undo: false
    case .sent, .takingBack, .merge, .redo: author.map { step(meantBy: moment).author == $0 } ?? true
    }
  }

  /// What redo does next.
  enum Redoing: Equatable {
    /// It goes to a moment in front.
    case forward(Moment.ID)
    /// It takes back what undo made of a step.
    case takingBack(Moment.ID)
  }

  /// What redo does next; nil where there is nothing to take again.
  ///
  /// - Parameter author: Whose undos are meant; nil for everybody's.
  /// - Complexity: As of ``stepToUndo(of:)``.
  func stepToRedo(of author: Author?) -> Redoing? {
    if let next = successor(of: presentID), isAhead(next, of: author) { return .forward(next) }
    return undosToRedo(of: author).first.map { .takingBack($0.id) }
  }

  /// Whether redo of somebody's steps goes on to a moment in front.
  private func isAhead(_ next: Moment.ID, of author: Author?) -> Bool {
    guard let author else { return true }
    let moment = moment(next)
    if case .undo = moment.origin { return false }
    return moment.origin != .outside && step(meantBy: moment).author == author
  }

  /// What undo made in going around something, the last one first, down to the author's own next step.
  func undosToRedo(of author: Author?) -> [Moment] {
    if author == nil && !isGoneAround { return [] }
    var undos: [Moment] = []
    for (moment, isInEffect) in WayBack(of: self) {
      switch moment.origin {
      case .outside, .redo: continue
      case .undo: if isInEffect && (author == nil || moment.author == author) { undos.append(moment) }
      case .sent, .takingBack, .merge: if author == nil || moment.author == author { return undos }
      }
    }
    return undos
  }

  /// The step that a moment brings back where it is a redo, or takes back where it is an undo; else its own.
  func step(meantBy moment: Moment) -> Moment {
    var meant = moment
    while true {
      switch meant.origin {
      case .undo(let id), .redo(let id):
        guard let before = self[id] else { return meant }
        meant = before
      case .sent, .outside, .takingBack, .merge: return meant
      }
    }
  }

  /// The moment by which a step is in effect: its own, or the one that brought it back last.
  func bearer(of id: Moment.ID) -> Moment.ID {
    var way = WayBack(of: self)
    while let step = way.next(), step.moment.id > id {}
    return way.bearer(of: id)
  }

  /// The moment that is in effect and takes back a step; nil where none does.
  func undo(of id: Moment.ID) -> Moment.ID? {
    let way = WayBack(of: self).lazy.filter(\.isInEffect).map(\.moment)
    return way.prefix { $0.id > id }.first { moment in
      moment.takesBack.map { $0 == id || bearsSame($0, as: id) } ?? false
    }?.id
  }

  /// Whether a moment that brought a step back did so for another one.
  private func bearsSame(_ other: Moment.ID, as id: Moment.ID) -> Bool {
    guard let renewed = self[other]?.takesBack.flatMap({ self[$0]?.takesBack }) else { return false }
    return renewed == id || bearsSame(renewed, as: id)
  }
}

extension Timeline {
  /// The steps that undo takes back, or redo takes again, one after the other.
  func steps(to side: HistorySide) -> [Moment.ID] {
    switch side {
    case .back: return stepsToUndo(of: nil).map { step(meantBy: $0).id }
    case .forward:
      let ahead = sequence(first: presentID, next: successor).dropFirst()
      return ahead.map { step(meantBy: moment($0)).id } + undosToRedo(of: nil).map { step(meantBy: $0).id }
    }
  }

  /// What undo would take back, for a menu.
  func labelToUndo(of author: Author?) -> String? {
    stepToUndo(of: author).map { step(meantBy: moment($0)).label }
  }

  /// What redo would take again, for a menu.
  func labelToRedo(of author: Author?) -> String? {
    switch stepToRedo(of: author) {
    case .forward(let id), .takingBack(let id): step(meantBy: moment(id)).label
    case nil: nil
    }
  }
}
