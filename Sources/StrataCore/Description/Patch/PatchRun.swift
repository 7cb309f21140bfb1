/// Neighbours that had the same fate: elements of a list, or bytes of a text.
protocol PatchRun: Equatable {
  associatedtype Content: RunContent

  static func kept(_ count: Int) -> Self
  static func removed(_ content: Content) -> Self
  static func inserted(_ content: Content) -> Self

  /// The fate of the neighbours.
  var fate: RunFate<Content> { get }

  /// This run and then the next one, which is about the same places; nil when nothing is left of either.
  func followed(by next: Self) throws(PatchError) -> Self?
}

/// A fate that neighbours share.
enum RunFate<Content> {
  case kept(Int)
  case removed(Content)
  case inserted(Content)
  /// One element changed.
  case changed
}

/// The content that a run removes or inserts: elements, or bytes that are whole scalars.
protocol RunContent {
  init()
  var length: Int { get }
  static func += (left: inout Self, right: Self)

  /// The part of the content in a range; nil when the range would cut a scalar.
  func part(_ range: Range<Int>) -> Self?

  /// How much of both is the same at the beginning, and at the end of what is left then.
  func sharedEnds(with other: Self) -> (start: Int, end: Int)
}

extension PatchRun {
  /// How many elements or bytes it is about.
  var length: Int {
    switch fate {
    case .kept(let count): count
    case .changed: 1
    case .removed(let content), .inserted(let content): content.length
    }
  }

  /// The run for some of its places.
  func part(_ range: Range<Int>) throws(PatchError) -> Self {
    let part: Self?
    switch fate {
    case .kept: part = .kept(range.count)
    case .changed: part = self
    case .removed(let content): part = content.part(range).map { .removed($0) }
    case .inserted(let content): part = content.part(range).map { .inserted($0) }
    }
    guard let part else { throw PatchError(.noCut(at: range.upperBound, count: length)) }
    return part
  }
}

extension Patch.Node.Run: PatchRun {
  var fate: RunFate<[PlainValue]> {
    switch self {
    case .kept(let count): .kept(count)
    case .changed: .changed
    case .removed(let values): .removed(values)
    case .inserted(let values): .inserted(values)
    }
  }

  func followed(by next: Self) throws(PatchError) -> Self? {
    switch (self, next) {
    case (.kept, _): return next
    case (_, .kept): return self
    case (.changed(let first), .changed(let second)):
      return try first.followed(by: second).map { .changed($0) } ?? .kept(1)
    case (.changed(let node), .removed(let values)):
      var old = values[0]
      try old.apply(node.inverted)
      return .removed([old])
    case (.inserted(let values), .changed(let node)):
      var new = values[0]
      try new.apply(node)
      return .inserted([new])
    case (.inserted(let values), .removed(let gone)):
      // A value that was inserted and then removed was never there. That both values are the same shows that the changes
      // belong together.
      if values == gone { return nil }
      throw PatchError(.differs(expected: .list(gone), found: .list(values)))
    case (.removed, _), (_, .inserted):
      preconditionFailure("What went before and what came after were dealt with before they could meet")
    }
  }
}

extension [PlainValue]: RunContent {
  var length: Int { count }

  func part(_ range: Range<Int>) -> [PlainValue]? { Array(self[range]) }

  func sharedEnds(with other: [PlainValue]) -> (start: Int, end: Int) {
    let most = Swift.min(count, other.count)
    var (start, end) = (0, 0)
    while start < most, self[start] == other[start] { start += 1 }
    while start + end < most, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return (start, end)
  }
}
