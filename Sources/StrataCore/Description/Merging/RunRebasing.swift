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
  /// What becomes of elements that either change moved; nil where neither moved any.
  private let moves: Moves<Run>?

  /// What happened at one place of a stretch.
  private enum Piece {
    case insertedByMe(Run.Content)
    case insertedByThem(Run.Content)
    case insertedByBoth(Run.Content)
    case removedByMe(Run.Content)
    case removedByThem(Run.Content)
    case removedByBoth(Run.Content)
    /// What is to be done with an element that either moved, whatever becomes of the rest, and how many of those that are
    /// there it is about.
    case moved([Run], length: Int)
  }

  init(_ mine: [Run], over theirs: [Run], _ rebasing: inout Rebasing) throws(PatchError) {
    (self.mine, self.theirs) = (RunReader(mine), RunReader(theirs))
    moves = try Run.moves(mine, over: theirs, &rebasing)
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
        stretch += insertedByMe(own) + insertedByThem(other)
      } else {
        stretch += insertedByThem(other) + insertedByMe(own)
      }
      return
    case (let own?, nil):
      stretch += insertedByMe(own)
      return
    case (nil, let other?):
      stretch += insertedByThem(other)
      return
    case (nil, nil): break
    }
    let length = min(mine.length, theirs.length, moves?.room(at: oldPosition) ?? .max)
    let (own, other) = (try mine.take(length), try theirs.take(length))
    defer { oldPosition += length }
    let move = moves?.places[oldPosition]
    switch (own.fate, other.fate) {
    case (.removed(let content), .removed(let same)):
      guard content.isWritten(as: same) else {
        throw PatchError(.differs(expected: content.plain, found: same.plain)).inside(.position(position))
      }
      stretch.append(move == nil ? .removedByBoth(content) : .moved([], length: 0))
    case (.removed(let content), .kept):
      stretch.append(move == nil ? .removedByMe(content) : .moved([.removed(content)], length: length))
    case (.kept, .removed(let content)):
      stretch.append(move == nil ? .removedByThem(content) : .moved([], length: 0))
    case (.kept, .kept):
      try endStretch(&rebasing)
      keep(length)
    default:
      try endStretch(&rebasing)
      let left =
        if let move { move } else {
          try own.rebased(over: other, at: position, from: oldPosition, &rebasing)
        }
      for run in left { runs.append(run) }
      if case .removed = other.fate {} else { position += 1 }
    }
  }

  private func insertedByMe(_ content: Run.Content) -> [Piece] {
    guard let moves else { return [.insertedByMe(content)] }
    return content.elements.map { element in
      guard let moved = moves.mine[element] else { return .insertedByMe(element) }
      return .moved(moved.map { [.inserted($0)] } ?? [], length: 0)
    }
  }

  private func insertedByThem(_ content: Run.Content) -> [Piece] {
    guard let moves else { return [.insertedByThem(content)] }
    return content.elements.map { element in
      guard let moved = moves.theirs[element] else { return .insertedByThem(element) }
      return .moved(moved, length: element.length)
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
    let chosen = try choice(pieces, &rebasing)
    var value: Run.Content?
    if case .value(let content) = chosen { value = content }
    for piece in pieces {
      switch (piece, chosen) {
      case (.moved(let runs, let length), _):
        for run in runs { self.runs.append(run) }
        position += length
        continue
      case (.insertedByMe(let content), .both), (.insertedByMe(let content), .mine):
        runs.append(.inserted(content))
      case (.insertedByThem(let content), .both), (.insertedByThem(let content), .theirs):
        keep(content.length)
      case (.insertedByBoth(let content), .both), (.insertedByBoth(let content), .mine),
        (.insertedByBoth(let content), .theirs), (.removedByMe(let content), .theirs):
        keep(content.length)
      case (.removedByMe(let content), _), (.insertedByThem(let content), _),
        (.insertedByBoth(let content), _):
        runs.append(.removed(content))
        position += content.length
      case (.removedByThem(let content), .mine): runs.append(.inserted(content))
      case (.removedByThem, _), (.removedByBoth, _), (.insertedByMe, _): break
      }
      if let content = value {
        runs.append(.inserted(content))
        value = nil
      }
    }
  }

  /// What is to be there of what both put in one place.
  private enum Chosen {
    /// What each did; they do not contradict each other.
    case both
    case mine, theirs
    case value(Run.Content)
  }

  /// Asks what is to be there where both put something in the place of what both removed.
  private mutating func choice(_ pieces: [Piece], _ rebasing: inout Rebasing) throws(PatchError) -> Chosen {
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
      case .moved: break
      }
    }
    guard isRemovedByBoth, isInsertedByMe, isInsertedByThem else { return .both }
    return try rebasing.inside(.position(position)) { rebasing throws(PatchError) in
      let whole = Whole(base: base.plain, mine: own.plain, theirs: present.plain)
      guard let value = rebasing.settle(whole) else { return .theirs }
      let content = try Run.Content(plain: value)
      return content.isWritten(as: own) ? .mine : .value(content)
    }
  }
}

/// A run that can be carried over another one.
protocol RebasedRun: PatchRun where Content: RebasedContent {
  /// What becomes of elements that either change moved; nil where neither moved any.
  static func moves(
    _ mine: [Self],
    over theirs: [Self],
    _ rebasing: inout Rebasing
  ) throws(PatchError) -> Moves<Self>?

  /// What is left to do at one place that either changed.
  func rebased(
    over other: Self,
    at position: Int,
    from oldPosition: Int,
    _ rebasing: inout Rebasing
  ) throws(PatchError) -> [Self]
}

/// What went or came, as a value to choose from.
protocol RebasedContent: RunContent, Hashable {
  var plain: PlainValue { get }

  /// One by one, where they can be moved; as a whole where not.
  var elements: [Self] { get }

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
  /// A letter of a text is any other such letter: none is moved.
  static func moves(_ mine: [Self], over theirs: [Self], _ rebasing: inout Rebasing) -> Moves<Self>? { nil }

  /// A byte of a text is never changed where it is.
  func rebased(over other: Self, at position: Int, from oldPosition: Int, _ rebasing: inout Rebasing)
    throws(PatchError) -> [Self]
  {
    [self]
  }
}

extension [PlainValue]: RebasedContent {
  var plain: PlainValue { .list(self) }

  var elements: [Self] { map { [$0] } }

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

  var elements: [Self] { [self] }

  init(plain: PlainValue?) throws(PatchError) {
    switch plain {
    case .text(let text)?: self = text
    case nil: self = ""
    case _?: throw PatchError(.otherKind(expected: "a text"))
    }
  }
}
