/// Carries the change of a list or a text over another one.
///
/// Both are read from the beginning, side by side. What went or came on either side, between places that both keep, is one
/// stretch: it is looked at as a whole, because whether both put something in one place shows at its end only.
struct RunRebasing<Run: RebasedRun> {
  private var mine: RunReader<Run>
  private var theirs: RunReader<Run>
  private var runs = NormalRuns<Run>()
  /// The position in what the other change leads to.
  private var position = 0
  /// The position in what both changes began with.
  private var oldPosition = 0
  private var stretch: [Piece] = []

  /// What happened at one place of a stretch.
  private enum Piece {
    case insertedByMe(Run.Content)
    case insertedByThem(Run.Content)
    case insertedByBoth(Run.Content)
    case removedByMe(Run.Content)
    case removedByThem(Run.Content)
    case removedByBoth(Run.Content)
  }

  init(_ mine: [Run], over theirs: [Run]) {
    (self.mine, self.theirs) = (RunReader(mine), RunReader(theirs))
  }

  consuming func rebased(_ rebasing: inout Rebasing) throws(PatchError) -> [Run] {
    var work = self
    while !work.mine.isAtEnd || !work.theirs.isAtEnd { try work.goOn(&rebasing) }
    try work.endStretch(&rebasing)
    return work.runs.runs
  }

  private mutating func goOn(_ rebasing: inout Rebasing) throws(PatchError) {
    switch (try mine.takeInsertion(), try theirs.takeInsertion()) {
    case (let own?, let other?):
      if rebasing.unitesInsertions && own.isWritten(as: other) {
        stretch.append(.insertedByBoth(own))
      } else if rebasing.rank == .first {
        stretch += [.insertedByMe(own), .insertedByThem(other)]
      } else {
        stretch += [.insertedByThem(other), .insertedByMe(own)]
      }
      return
    case (let own?, nil): return stretch.append(.insertedByMe(own))
    case (nil, let other?): return stretch.append(.insertedByThem(other))
    case (nil, nil): break
    }
    let length = min(mine.length, theirs.length)
    let (own, other) = (try mine.take(length), try theirs.take(length))
    defer { oldPosition += length }
    switch (own.fate, other.fate) {
    case (.removed(let content), .removed(let same)):
      guard content.isWritten(as: same) else {
        throw PatchError(.differs(expected: content.plain, found: same.plain)).inside(.position(position))
      }
      stretch.append(.removedByBoth(content))
    case (.removed(let content), .kept): stretch.append(.removedByMe(content))
    case (.kept, .removed(let content)): stretch.append(.removedByThem(content))
    case (.kept, .kept):
      try endStretch(&rebasing)
      keep(length)
    default:
      try endStretch(&rebasing)
      for run in try own.rebased(over: other, at: position, from: oldPosition, &rebasing) { runs.append(run) }
      if case .removed = other.fate {} else { position += 1 }
    }
  }

  private mutating func keep(_ length: Int) {
    runs.append(.kept(length))
    position += length
  }

  /// Decides what becomes of what went and came.
  private mutating func endStretch(_ rebasing: inout Rebasing) throws(PatchError) {
    let pieces = stretch
    stretch = []
    if pieces.isEmpty { return }
    if try settle(pieces, &rebasing) { return }
    for piece in pieces {
      switch piece {
      case .insertedByMe(let content): runs.append(.inserted(content))
      case .insertedByThem(let content), .insertedByBoth(let content): keep(content.length)
      case .removedByMe(let content):
        runs.append(.removed(content))
        position += content.length
      case .removedByThem, .removedByBoth: break
      }
    }
  }

  /// Asks what is to be there where both put something in the place of what both removed; returns whether they did.
  private mutating func settle(_ pieces: [Piece], _ rebasing: inout Rebasing) throws(PatchError) -> Bool {
    var (base, own, present) = (Run.Content(), Run.Content(), Run.Content())
    var (isRemovedByBoth, isInsertedByMe, isInsertedByThem) = (false, false, false)
    for piece in pieces {
      switch piece {
      case .insertedByMe(let content):
        own += content
        isInsertedByMe = true
      case .insertedByThem(let content):
        present += content
        isInsertedByThem = true
      case .insertedByBoth(let content):
        own += content
        present += content
      case .removedByMe(let content):
        base += content
        present += content
      case .removedByThem(let content):
        base += content
        own += content
      case .removedByBoth(let content):
        base += content
        isRemovedByBoth = true
      }
    }
    guard isRemovedByBoth, isInsertedByMe, isInsertedByThem else { return false }
    let settled = try rebasing.inside(.position(position)) { rebasing throws(PatchError) in
      let whole = Whole(base: base.plain, mine: own.plain, theirs: present.plain)
      return try rebasing.settle(whole).map { value throws(PatchError) in try Run.Content(plain: value) }
    }
    if let settled {
      runs.append(.removed(present))
      runs.append(.inserted(settled))
      position += present.length
    } else {
      keep(present.length)
    }
    return true
  }
}

/// A run that can be carried over another one.
protocol RebasedRun: PatchRun where Content: RebasedContent {
  /// What is left to do at one place that either changed.
  func rebased(
    over other: Self,
    at position: Int,
    from oldPosition: Int,
    _ rebasing: inout Rebasing
  ) throws(PatchError) -> [Self]
}

/// What went or came, as a value to choose from.
protocol RebasedContent: RunContent {
  var plain: PlainValue { get }

  /// Whether both are written the same.
  func isWritten(as other: Self) -> Bool

  /// What was chosen; nothing for nil.
  init(plain: PlainValue?) throws(PatchError)
}

extension Patch.Node.Run: RebasedRun {
  func rebased(over other: Self, at position: Int, from oldPosition: Int, _ rebasing: inout Rebasing)
    throws(PatchError) -> [Self]
  {
    try rebasing.rebase(self, over: other, at: position, from: oldPosition)
  }
}

extension Patch.Node.TextRun: RebasedRun {
  /// A byte of a text is never changed where it is.
  func rebased(over other: Self, at position: Int, from oldPosition: Int, _ rebasing: inout Rebasing)
    throws(PatchError) -> [Self]
  {
    [self]
  }
}

extension [PlainValue]: RebasedContent {
  var plain: PlainValue { .list(self) }

  func isWritten(as other: Self) -> Bool { self == other }

  init(plain: PlainValue?) throws(PatchError) {
    switch plain {
    case .list(let values)?: self = Array(values)
    case nil: self = []
    case _?: throw PatchError(.otherKind(expected: "the elements of a list"))
    }
  }
}

extension String: RebasedContent {
  var plain: PlainValue { .text(self) }

  init(plain: PlainValue?) throws(PatchError) {
    switch plain {
    case .text(let text)?: self = text
    case nil: self = ""
    case _?: throw PatchError(.otherKind(expected: "a text"))
    }
  }
}
