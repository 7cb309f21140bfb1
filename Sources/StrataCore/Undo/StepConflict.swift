/// A register that both sides wrote: steps whose switches move, and a step that is on before and after.
///
///     title: was "A", current "C", other "B"        step 1 wrote "B", step 2 wrote "C" over it; step 1 is switched
///
/// The newest write counts, so moving the switches makes a value in any case. A caller that asks is offered both sides; the
/// choice is a new write over that value.
struct StepConflict: Hashable, Sendable {
  /// The way to the register, in the value after the switches moved.
  let path: [PathComponent]
  let kind: MergeConflict.Kind
  /// What was there before either side wrote; nil for nothing.
  let base: PlainValue?
  /// The present value.
  let current: PlainValue?
  /// The value that the moved switches stand for: of a merged branch, or what an undo restores.
  let other: PlainValue?
  /// The value after the switches moved, which is one of both.
  let result: PlainValue?
  /// The element that both sides moved; nil for other registers.
  var element: PlainValue?
}

extension StepConflict {
  /// What is to be in a register in the end.
  enum Choice {
    /// The present value.
    case current
    /// The value that the moved switches stand for.
    case other
    /// Something else; nil for nothing. For an element that both sides moved, its position.
    case value(PlainValue?)
  }

  /// The writes that follow the moving of the switches: for each conflict what is chosen.
  static func choices(
    in conflicts: [StepConflict],
    _ choose: (StepConflict) throws(PatchError) -> Choice
  ) throws(PatchError) -> Patch {
    var patches: [Patch] = []
    for conflict in conflicts {
      switch try choose(conflict) {
      case .current: patches.append(conflict.choosing(conflict.current))
      case .other: patches.append(conflict.choosing(conflict.other))
      case .value(let value): patches.append(conflict.choosing(value))
      }
    }
    // The last ones first, so that the positions of those before them are still right.
    return try Patch(composing: patches.reversed())
  }

  /// The write that puts a chosen value into the register; empty where it is there already.
  private func choosing(_ value: PlainValue?) -> Patch {
    guard let last = path.last, value != result else { return Patch() }
    let outer = Array(path.dropLast())
    if let element {
      guard case (.integer(let from)?, .integer(let to)?) = (result, value) else { return Patch() }
      return Patch(moving: element, from: Int(from), to: Int(to)).inside(outer)
    }
    switch (last, result, value) {
    case (_, let result?, let value?):
      return Patch(root: Patch.Node.between(result, value)).inside(path)
    case (.key(let key), nil, let value?):
      return Patch(root: .entries([Patch.Node.Entry(key: key, change: .inserted(value))])).inside(outer)
    case (.key(let key), let result?, nil):
      return Patch(root: .entries([Patch.Node.Entry(key: key, change: .removed(result))])).inside(outer)
    case (.position(let position), nil, let value?):
      return Patch(root: .list(NormalRuns([.kept(position), .inserted([value])]).runs)).inside(outer)
    case (.position(let position), let result?, nil):
      return Patch(root: .list(NormalRuns([.kept(position), .removed([result])]).runs)).inside(outer)
    default: return Patch()
    }
  }
}

extension Patch {
  /// A move of an element in a list; both positions are those among the other elements.
  fileprivate init(moving element: PlainValue, from old: Int, to new: Int) {
    let (first, last) = (min(old, new), max(old, new))
    let (gone, come) = (Node.Run.removed([element]), Node.Run.inserted([element]))
    let runs = [.kept(first), old < new ? gone : come, .kept(last - first), old < new ? come : gone]
    self.init(root: old == new ? nil : .list(NormalRuns(runs).runs))
  }
}

/// The search for registers that both sides wrote.
struct ConflictSearch {
  /// The operations that are on before the switches move.
  let old: OperationSet
  /// The operations that are on afterwards.
  let new: OperationSet
  let graph: StepGraph
  private(set) var found: [StepConflict] = []
  private var path: [PathComponent] = []

  init(from old: OperationSet, to new: OperationSet, _ graph: StepGraph) {
    (self.old, self.new, self.graph) = (old, new, graph)
  }

  /// Whether the switches move an operation.
  func isMoved(_ operation: Operation) -> Bool { old[operation] != new[operation] }

  /// Whether an operation is on before and after, and one that is moved did not see it.
  func isForeign(_ operation: Operation, to moved: Operation) -> Bool {
    operation != .base && old[operation] && new[operation] && !graph.sees(moved, operation)
  }

  mutating func inside(
    _ step: PathComponent,
    _ body: (inout ConflictSearch) throws(PatchError) -> Void
  ) throws(PatchError) {
    path.append(step)
    defer { path.removeLast() }
    try body(&self)
  }

  mutating func note(
    _ kind: MergeConflict.Kind? = nil,
    base: PlainValue?,
    current: PlainValue?,
    other: PlainValue?,
    result: PlainValue?,
    element: PlainValue? = nil
  ) {
    if current == other { return }
    let kind = kind ?? Whole(base: base, mine: current, theirs: other).kind
    found.append(
      StepConflict(
        path: path,
        kind: kind,
        base: base,
        current: current,
        other: other,
        result: result,
        element: element
      )
    )
  }
}

extension TrackedValue {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    let (before, after) = (newest(in: search.old), newest(in: search.new))
    let current = writes[before].operation
    let moved = writes.lastIndex {
      search.isMoved($0.operation) && search.isForeign(current, to: $0.operation)
    }
    if let moved {
      // A write that is switched off makes room for the newest one before it.
      let isOn = search.new[writes[moved].operation]
      let other = isOn ? moved : writes[..<moved].lastIndex { search.new[$0.operation] } ?? 0
      let earlier = writes[..<moved].lastIndex { search.old[$0.operation] } ?? 0
      search.note(
        base: try value(of: earlier, in: search.old),
        current: try value(of: before, in: search.old),
        other: try value(of: other, in: search.new),
        result: try value(of: after, in: search.new)
      )
    } else if before == after {
      try writes[before].inside.findConflicts(&search)
    }
  }

  /// Whether a step that is on before and after changed something inside that a moved operation did not see.
  fileprivate func hasForeignChange(to moved: Operation, _ search: ConflictSearch) -> Bool {
    var isFound = false
    forEachOperation { isFound = isFound || search.isForeign($0, to: moved) }
    return isFound
  }
}

extension TrackedValue.Inside {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    switch self {
    case .unchanged, .text: break
    case .fields(let fields): try fields.findConflicts(&search)
    case .entries(let entries): try entries.findConflicts(&search)
    case .list(let list): try list.findConflicts(&search)
    }
  }
}

extension TrackedPresence {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    let (before, after) = (newest(in: search.old), newest(in: search.new))
    let current = writes[before]
    if let moved = writes.lastIndex(where: {
      search.isMoved($0.operation) && search.isForeign(current.operation, to: $0.operation)
    }) {
      let isOn = search.new[writes[moved].operation]
      let other = isOn ? moved : writes[..<moved].lastIndex { search.new[$0.operation] } ?? 0
      let earlier = writes[..<moved].lastIndex { search.old[$0.operation] } ?? 0
      return search.note(
        base: try writes[earlier].value?.value(in: search.old),
        current: try current.value?.value(in: search.old),
        other: try writes[other].value?.value(in: search.new),
        result: try writes[after].value?.value(in: search.new)
      )
    }
    if let value = current.value, let kept = writes[after].value, kept === value {
      return try value.findConflicts(&search)
    }
    if let value = current.value, writes[after].value == nil {
      // The switches take away what another step changed inside.
      let moved = search.isMoved(writes[after].operation) ? writes[after].operation : current.operation
      guard value.hasForeignChange(to: moved, search) else { return }
      search.note(
        base: value.writes[0].value,
        current: try value.value(in: search.old),
        other: nil,
        result: nil
      )
    }
    if current.value == nil, writes[after].value == nil,
      let last = writes[..<before].last(where: { search.old[$0.operation] }),
      let value = last.value
    {
      // The switches change something inside of what another step took away.
      var isChanged = false
      value.forEachOperation { operation in
        isChanged =
          isChanged
          || search.isMoved(operation) && search.new[operation]
            && search.isForeign(current.operation, to: operation)
      }
      guard isChanged else { return }
      search.note(
        base: try value.value(in: search.old),
        current: nil,
        other: try value.value(in: search.new),
        result: nil
      )
    }
  }
}

extension TrackedFields {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    for name in values.keys.sorted(by: { $0.isWritten(before: $1) }) {
      try search.inside(.field(name)) { search throws(PatchError) in try values[name]?.findConflicts(&search)
      }
    }
  }
}

extension TrackedEntries {
  /// Members that both sides removed or inserted are the same on both.
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    for key in entries.keys.sorted(by: { $0.precedes($1) }) {
      try search.inside(.key(key)) { search throws(PatchError) in try entries[key]?.findConflicts(&search) }
    }
  }
}

extension TrackedList {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    try forEachRow(in: search.new) { position, row throws(PatchError) in
      try search.inside(.position(position)) { search throws(PatchError) in
        try row.presence.findConflicts(&search)
        try findMoves(of: row, &search)
      }
    }
  }

  /// Looks for an element that both sides moved.
  private func findMoves(of row: Row, _ search: inout ConflictSearch) throws(PatchError) {
    func newest(_ places: ArraySlice<SpanTree.Span>, _ on: OperationSet) -> SpanTree.Span? {
      places.last { on[operation(of: $0, in: on)] }
    }
    guard row.places.count > 2, row.presence.value(in: search.old) === row.presence.value(in: search.new),
      let current = newest(row.places[...], search.old), let result = newest(row.places[...], search.new)
    else { return }
    let own = operation(of: current, in: search.old)
    let moved = row.places.lastIndex { place in
      let operation = operation(of: place, in: search.new)
      return search.isMoved(operation) && search.isForeign(own, to: operation)
    }
    guard let moved, let base = newest(row.places[..<moved], search.old) else { return }
    let isOn = search.new[operation(of: row.places[moved], in: search.new)]
    guard let other = isOn ? row.places[moved] : newest(row.places[..<moved], search.new) else { return }
    let positions = positions(of: [base, current, other, result], in: search.new, without: row)
      .map { PlainValue.integer(Int64($0)) }
    search.note(
      .outOfOrder,
      base: positions[0],
      current: positions[1],
      other: positions[2],
      result: positions[3],
      element: try row.presence.value(in: search.new)?.value(in: search.new)
    )
  }
}
