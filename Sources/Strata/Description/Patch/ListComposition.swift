/// Puts together the changes that a list went through twice.
///
/// Both are read from the beginning: what the first one made of the old list is what the second one starts from.
/// Elements that the first removed and that the second inserted do not meet; all others do, one by one or in runs.
struct ListComposition {
  private var first: RunReader
  private var second: RunReader
  private var runs = ListRuns()
  /// The position in the list between the two changes, for messages.
  private var position = 0

  init(_ first: [Patch.Node.Run], _ second: [Patch.Node.Run]) {
    self.first = RunReader(first)
    self.second = RunReader(second)
  }

  /// What leads from the first old list to the last new one.
  consuming func composed() throws(PatchError) -> [Patch.Node.Run] {
    var composition = self
    while true {
      if case .removed(let values)? = composition.first.next {
        composition.runs.append(.removed(values))
        composition.first.drop(values.count)
      } else if case .inserted(let values)? = composition.second.next {
        composition.runs.append(.inserted(values))
        composition.second.drop(values.count)
      } else if composition.first.next == nil && composition.second.next == nil {
        return composition.runs.runs
      } else {
        do throws(PatchError) {
          try composition.meet()
        } catch {
          throw error.inside(.position(composition.position))
        }
      }
    }
  }

  /// Puts together what both say about the next elements of the list between them.
  private mutating func meet() throws(PatchError) {
    // Behind the last run of either everything is kept.
    let made = first.next ?? .kept(second.length)
    let used = second.next ?? .kept(first.length)
    let length = min(made.length, used.length)
    switch (made, used) {
    case (.kept, .kept): runs.append(.kept(length))
    case (.kept, .changed): runs.append(used)
    case (.kept, .removed(let values)): runs.append(.removed(Array(values.prefix(length))))
    case (.changed, .kept): runs.append(made)
    case (.changed(let first), .changed(let second)):
      runs.append(try first.followed(by: second).map { .changed($0) } ?? .kept(1))
    case (.changed(let node), .removed(let values)):
      var old = values[0]
      try old.apply(node.inverted)
      runs.append(.removed([old]))
    case (.inserted(let values), .kept): runs.append(.inserted(Array(values.prefix(length))))
    case (.inserted(let values), .changed(let node)):
      var new = values[0]
      try new.apply(node)
      runs.append(.inserted([new]))
    case (.inserted(let values), .removed(let gone)):
      // What came and went again was never there; that it is the same says that the changes belong together.
      guard values.prefix(length) == gone.prefix(length) else {
        throw PatchError(
          .differs(expected: .list(Array(gone.prefix(length))), found: .list(Array(values.prefix(length))))
        )
      }
    case (.removed, _), (_, .inserted):
      preconditionFailure("What went before and what came after were dealt with before they could meet")
    }
    first.drop(length)
    second.drop(length)
    position += length
  }
}

/// The runs of a change, of which the foremost may be used up in part.
private struct RunReader {
  private var rest: ArraySlice<Patch.Node.Run>
  private(set) var next: Patch.Node.Run?

  init(_ runs: [Patch.Node.Run]) {
    rest = runs[...]
    next = rest.popFirst()
  }

  var length: Int { next?.length ?? 0 }

  mutating func drop(_ count: Int) {
    guard let run = next else { return }
    next = count < run.length ? run.dropping(count) : rest.popFirst()
  }
}

extension Patch.Node.Run {
  /// How many elements it is about.
  var length: Int {
    switch self {
    case .kept(let count): count
    case .changed: 1
    case .removed(let values), .inserted(let values): values.count
    }
  }

  fileprivate func dropping(_ count: Int) -> Patch.Node.Run {
    switch self {
    case .kept(let length): .kept(length - count)
    case .changed: self
    case .removed(let values): .removed(Array(values.dropFirst(count)))
    case .inserted(let values): .inserted(Array(values.dropFirst(count)))
    }
  }
}
