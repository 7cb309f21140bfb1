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

  /// The writes of a register that contradict each other, by their places among all of its writes.
  struct Sides {
    let base: Int
    let current: Int
    let other: Int
    let result: Int
  }

  /// Finds the sides of a conflict; nil where none of the moved writes meets a foreign one.
  ///
  /// - Parameter writes: The operations that wrote the register, the base first and the newest last.
  func sides(of writes: [Operation]) -> Sides? {
    func newest(before end: Int, in on: OperationSet) -> Int { writes[..<end].lastIndex { on[$0] } ?? 0 }
    let current = newest(before: writes.count, in: old)
    // A write that is switched off is in conflict only if the current write saw it; else the current write is there in any
    // case.
    let last = writes.lastIndex { write in
      isMoved(write) && isForeign(writes[current], to: write)
        && (new[write] || graph.sees(writes[current], write))
    }
    guard let moved = last else { return nil }
    // A write that is switched off makes room for the newest one before it.
    let before = newest(before: moved, in: old)
    return Sides(
      base: new[writes[moved]] ? before : moved,
      current: current,
      other: new[writes[moved]] ? moved : newest(before: moved, in: new),
      result: newest(before: writes.count, in: new)
    )
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
    let kind = kind ?? MergeConflict.Kind(base: base, current: current, other: other)
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

extension MergeConflict.Kind {
  /// How two writes contradict each other; nil, and a value that says so, are nothing.
  fileprivate init(base: PlainValue?, current: PlainValue?, other: PlainValue?) {
    func isNothing(_ value: PlainValue?) -> Bool { value ?? .null == .null }
    if isNothing(base) {
      self = .insertedTwice
    } else {
      self = isNothing(current) || isNothing(other) ? .changedAndRemoved : .changedTwice
    }
  }
}

extension TrackedValue {
  func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    if let sides = search.sides(of: writes.map(\.operation)) {
      return search.note(
        base: try value(of: sides.base, in: search.old),
        current: try value(of: sides.current, in: search.old),
        other: try value(of: sides.other, in: search.new),
        result: try value(of: sides.result, in: search.new)
      )
    }
    let (before, after) = (newest(in: search.old), newest(in: search.new))
    let hidden = writes[..<after].lastIndex { search.new[$0.operation] }
    if before != after {
      guard
        search.isLost(
          writes[before].inside,
          by: writes[after].operation,
          after: writes[before].operation
        )
      else { return }
      let (current, other) = (try value(of: before, in: search.old), try value(of: after, in: search.new))
      return search.note(base: writes[before].value, current: current, other: other, result: other)
    }
    if let hidden, search.isInVain(writes[hidden].inside, under: writes[after].operation) {
      let (current, other) = (try value(of: after, in: search.new), try value(of: hidden, in: search.new))
      return search.note(base: writes[hidden].value, current: current, other: other, result: current)
    }
    switch writes[after].inside {
    case .unchanged, .text: break
    case .fields(let fields): try fields.findConflicts(&search)
    case .entries(let entries): try entries.findConflicts(&search)
    case .list(let list): try list.findConflicts(&search)
    }
  }
}

extension TrackedPresence {
  fileprivate func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    if let sides = search.sides(of: writes.map(\.operation)) {
      return search.note(
        base: try writes[sides.base].value?.value(in: search.old),
        current: try writes[sides.current].value?.value(in: search.old),
        other: try writes[sides.other].value?.value(in: search.new),
        result: try writes[sides.result].value?.value(in: search.new)
      )
    }
    let (before, after) = (writes[newest(in: search.old)], writes[newest(in: search.new)])
    let hidden = writes.last { search.new[$0.operation] && $0.value != nil && $0.value !== after.value }?
      .value
    if before.value !== after.value {
      guard let value = before.value,
        search.isLost(value, by: after.operation, after: before.operation)
      else { return }
      let (current, other) = (try value.value(in: search.old), try after.value?.value(in: search.new))
      search.note(base: value.writes[0].value, current: current, other: other, result: other)
    } else if let hidden, search.isInVain(hidden, under: after.operation) {
      let current = try after.value?.value(in: search.new)
      let (base, other) = (try hidden.value(in: search.old), try hidden.value(in: search.new))
      search.note(base: base, current: current, other: other, result: current)
    } else {
      try after.value?.findConflicts(&search)
    }
  }
}

extension ConflictSearch {
  /// Whether the switches take a value away in which another step changed something.
  ///
  /// - Parameters:
  ///   - new: The operation that removed the value, or put another value in its place.
  ///   - old: The operation that the value came with.
  fileprivate func isLost(_ value: some OperationHolder, by new: Operation, after old: Operation) -> Bool {
    let moved = isMoved(new) ? new : old
    return value.isTouched { isForeign($0, to: moved) }
  }

  /// Whether the switches change something inside of a value that another step took away.
  fileprivate func isInVain(_ value: some OperationHolder, under removal: Operation) -> Bool {
    value.isTouched { isMoved($0) && new[$0] && isForeign(removal, to: $0) }
  }
}

/// Something that operations touched.
private protocol OperationHolder {
  func forEachOperation(_ body: (Operation) -> Void)
}

extension OperationHolder {
  fileprivate func isTouched(where isMeant: (Operation) -> Bool) -> Bool {
    var isFound = false
    forEachOperation { isFound = isFound || isMeant($0) }
    return isFound
  }
}

extension TrackedValue: OperationHolder {}
extension TrackedValue.Inside: OperationHolder {}

extension TrackedFields {
  fileprivate func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    for name in values.keys.sorted(by: { $0.isWritten(before: $1) }) {
      try search.inside(.field(name)) { search throws(PatchError) in try values[name]?.findConflicts(&search)
      }
    }
  }
}

extension TrackedEntries {
  /// Members that both sides removed or inserted are the same on both.
  fileprivate func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    for key in entries.keys.sorted(by: { $0.precedes($1) }) {
      try search.inside(.key(key)) { search throws(PatchError) in try entries[key]?.findConflicts(&search) }
    }
  }
}

extension TrackedList {
  fileprivate func findConflicts(_ search: inout ConflictSearch) throws(PatchError) {
    try forEachRow(in: search.new) { position, row throws(PatchError) in
      try search.inside(.position(position)) { search throws(PatchError) in
        try row.presence.findConflicts(&search)
        try findMoves(of: row, &search)
      }
    }
  }

  /// Looks for an element that both sides moved.
  private func findMoves(of row: Row, _ search: inout ConflictSearch) throws(PatchError) {
    guard row.places.count > 2, row.presence.value(in: search.old) === row.presence.value(in: search.new),
      let sides = search.sides(of: row.places.map { operation(of: $0, in: search.old) })
    else { return }
    let wanted = [sides.base, sides.current, sides.other, sides.result].map { row.places[$0] }
    let positions = positions(of: wanted, in: search.new, without: row).map { PlainValue.integer(Int64($0)) }
    search.note(
      .outOfOrder,
      base: positions[0],
      current: positions[1],
      other: positions[2],
      result: positions[3],
      element: try row.presence.value(in: search.new)?.value(in: search.new)
    )
  }

  /// Calls a function with every row, and the position at which it stands or would stand in a version.
  private func forEachRow(
    in on: OperationSet,
    _ body: (_ position: Int, Row) throws(PatchError) -> Void
  ) throws(PatchError) {
    var position = 0
    try spans.forEach { span, place throws(PatchError) in
      guard let row = place.content.row else {
        position += spans.order.length(span)
        return
      }
      if self.place(of: row, in: on) != span { return }
      try body(position, rows[row])
      if rows[row].presence.value(in: on) != nil { position += 1 }
    }
  }

  /// The step that put a row into a place: of several that did so alike, one that is on.
  private func operation(of place: SpanTree.Span, in on: OperationSet) -> Operation {
    let place = spans[place]
    return on[place.operation] ? place.operation : place.otherOperations.first { on[$0] } ?? place.operation
  }

  /// The positions of places in a version, among all rows but one.
  private func positions(of wanted: [SpanTree.Span], in on: OperationSet, without row: Row) -> [Int] {
    var positions = wanted.map { _ in 0 }
    var position = 0
    spans.forEach { span, place in
      for (index, place) in wanted.enumerated() where place == span { positions[index] = position }
      if row.places.contains(span) { return }
      if place.content.row == nil || visible(in: span, on) != nil { position += spans.order.length(span) }
    }
    return positions
  }
}
