/// A list while the walker reads its steps: every element that came, went or changed is a row with one fixed place.
///
///     [1, 2, 3]                          ☐ (endless, as in a text)
///     step 1 moves row 3 to the front    [3 ⓑ] [row 1, row 2] [3 ⓐ] ☐      row 3 has two places, ⓑ is the newest
///     step 2 changes row 3               [3 ⓑ] [row 1, row 2] [3 ⓐ] ☐      the change is in the row, not in a place
///     step 1 is off                      [3 ⓑ] [row 1, row 2] [3 ⓐ] ☐      row 3 with its change, in place ⓐ
///
/// Two things are known of a row: whether it is there (``TrackedPresence``), and its place. The newest place counts whose step
/// is on. A move is a row that a step removes and inserts under one identity. Elements without an identity never move.
final class TrackedList {
  private unowned let graph: StepGraph
  private let elementShape: AnyValueShape?
  private let names: ListedElements?
  private(set) var spans = PlacedSpans(Element())
  private(set) var rows = ContiguousArray<Row>()
  /// The rows that came or went, by their identity.
  private var named: [AnyHashable: Int] = [:]

  struct Element: PlacedContent {
    /// The row that stands there; nil for elements of the base that no step touched.
    var row: Int?

    /// Only elements that no step touched are parted.
    func removeFirst(_ count: Int) -> Element { self }

    func forEachOperation(_ body: (Operation) -> Void) {}
  }

  struct Row {
    var presence: TrackedPresence
    /// Its places, the newest last.
    var places: [SpanTree.Span]
  }

  init(_ graph: StepGraph, _ shape: AnyValueShape?) {
    self.graph = graph
    elementShape = shape?.part(at: .position(0))
    names = shape?.listedElements
  }

  /// The place of a row in a version.
  func place(of row: Int, in on: OperationSet) -> SpanTree.Span {
    let row = rows[row]
    return row.places.last { spans[$0].isInserted(in: on) } ?? row.places[0]
  }

  /// The row that is visible in a place; nil where none is.
  func visible(in span: SpanTree.Span, _ on: OperationSet) -> TrackedValue? {
    guard let row = spans[span].content.row, place(of: row, in: on) == span else { return nil }
    return rows[row].presence.value(in: on)
  }

  func refresh(_ row: Int) {
    for place in rows[row].places {
      spans.setVisible(place, visible(in: place, graph.on) != nil, in: graph.view)
    }
  }
}

extension TrackedList {
  /// Reads the changes of a step, which are seen from the list as it is visible now.
  func apply(_ runs: [Patch.Node.Run], _ step: inout StepReader) throws(PatchError) {
    let moves = try self.moves(in: runs)
    var position = 0
    // The place behind which the next insertion stands, where the run before this one said so.
    var neighbor: SpanTree.Span?
    for run in runs {
      switch run {
      case .kept(let count):
        position += count
        neighbor = nil
      case .changed(let node):
        try change(position, node, &step)
        position += 1
        neighbor = nil
      case .removed(let values):
        for value in values { neighbor = try remove(value, at: position, moves, &step) }
      case .inserted(let values):
        if neighbor == nil, position > 0 { neighbor = spans.span(endingAt: position - 1, in: graph.view) }
        for value in values {
          neighbor = try insert(value, behind: neighbor, moves, &step)
          position += 1
        }
      }
    }
  }

  private func change(_ position: Int, _ node: Patch.Node, _ step: inout StepReader) throws(PatchError) {
    do throws(PatchError) {
      let (_, row) = row(at: position)
      guard let value = rows[row].presence.value(in: graph.on) else { throw PatchError(.nothingThere) }
      try value.apply(node, &step)
    } catch {
      throw error.inside(.position(position))
    }
  }

  /// Hides the row at a position, and returns its place.
  private func remove(
    _ value: PlainValue,
    at position: Int,
    _ moves: [AnyHashable: Move],
    _ step: inout StepReader
  ) throws(PatchError) -> SpanTree.Span {
    let operation = step.nextOperation()
    let (place, row) = row(at: position)
    let name = names?.name(value)
    if name.flatMap({ moves[$0] }) == nil {
      if let name { named[name] = row }
      do throws(PatchError) {
        try rows[row].presence.remove(value, operation, in: graph.on)
      } catch {
        throw error.inside(.position(position))
      }
      graph.note(.row(self, row), of: operation)
    }
    spans.setVisible(place, false, in: graph.view)
    return place
  }

  /// Inserts an element behind its neighbor, and returns its place.
  private func insert(
    _ value: PlainValue,
    behind neighbor: SpanTree.Span?,
    _ moves: [AnyHashable: Move],
    _ step: inout StepReader
  ) throws(PatchError) -> SpanTree.Span {
    let operation = step.nextOperation()
    let name = names?.name(value)
    if let move = name.flatMap({ moves[$0] }) {
      let place = insertPlace(of: move.row, behind: neighbor, operation, step)
      // A change of the element during its move belongs to the row, wherever the row stands.
      if let node = try names?.difference(move.old, value),
        let moved = rows[move.row].presence.value(in: graph.on)
      {
        try step.with(operation) { step throws(PatchError) in try moved.apply(node, &step) }
      }
      return place
    }
    let row = newRow(name)
    rows[row].presence.insert(TrackedValue(operation, value, elementShape), operation)
    let place = insertPlace(of: row, behind: neighbor, operation, step)
    let count = rows[row].places.count
    if count > 1, step.ties.isFirstPlaceKept { rows[row].places.swapAt(count - 2, count - 1) }
    return place
  }

  /// The row that arrives under an identity: the one that a step removed, or a new one.
  private func newRow(_ name: AnyHashable?) -> Int {
    if let name, let row = named[name], rows[row].presence.value(in: graph.on) == nil { return row }
    rows.append(Row(presence: TrackedPresence(nil), places: []))
    if let name { named[name] = rows.count - 1 }
    return rows.count - 1
  }
}

extension TrackedList {
  /// A row that a step removes in one place and inserts in another one.
  private struct Move {
    let row: Int
    /// The row before the step.
    let old: PlainValue
  }

  /// The rows that a step moves. A name that is removed or inserted twice says of no row where it went.
  private func moves(in runs: [Patch.Node.Run]) throws(PatchError) -> [AnyHashable: Move] {
    guard let names else { return [:] }
    var removed: [AnyHashable: [(position: Int, value: PlainValue)]] = [:]
    var position = 0
    for run in runs {
      if case .removed(let values) = run {
        for (offset, value) in values.enumerated() {
          if let name = names.name(value) { removed[name, default: []].append((position + offset, value)) }
        }
      }
      if case .inserted = run {} else { position += run.length }
    }
    if removed.isEmpty { return [:] }
    var inserted: [AnyHashable: Int] = [:]
    for case .inserted(let values) in runs {
      for value in values { if let name = names.name(value) { inserted[name, default: 0] += 1 } }
    }
    var moves: [AnyHashable: Move] = [:]
    for (name, rows) in removed where rows.count == 1 && inserted[name] == 1 {
      let (_, row) = row(at: rows[0].position)
      try self.rows[row].presence.value(in: graph.on)?.learn(rows[0].value, in: graph.on)
      moves[name] = Move(row: row, old: rows[0].value)
    }
    return moves
  }

  /// Inserts a place of a row. Where another step put it there alike, or inserted an element of the same value, it is that place.
  private func insertPlace(
    of row: Int,
    behind neighbor: SpanTree.Span?,
    _ operation: Operation,
    _ step: StepReader
  ) -> SpanTree.Span {
    let place = spans.insert(Element(row: row), length: 1, behind: neighbor, by: step, operation) { other in
      other.row == row
        || names == nil && other.row.map { rows[$0].presence.isArrival(like: rows[row].presence) } ?? false
    }
    guard let found = spans[place].content.row else { return place }
    if found == row {
      if !rows[row].places.contains(place) { rows[row].places.append(place) }
    } else {
      rows[found].presence.insertAgain(operation)
    }
    graph.note(.row(self, found), of: operation)
    return place
  }

  /// The row at a position; one of the base that no step touched before is parted from its neighbors.
  private func row(at position: Int) -> (place: SpanTree.Span, row: Int) {
    let span = spans.span(at: position, most: 1, in: graph.view)
    if let row = spans[span].content.row { return (span, row) }
    rows.append(Row(presence: TrackedPresence(TrackedValue(.base, nil, elementShape)), places: [span]))
    spans[contentOf: span].row = rows.count - 1
    return (span, rows.count - 1)
  }
}

extension TrackedList {
  /// Returns the patch from the list in one version to the list in another version; nil where both are the same.
  func difference(from old: OperationSet, to new: OperationSet) throws(PatchError) -> Patch.Node? {
    var runs = NormalRuns<Patch.Node.Run>()
    try spans.forEach { span, place throws(PatchError) in
      if place.content.row == nil { return runs.append(.kept(spans.order.length(span))) }
      switch (visible(in: span, old), visible(in: span, new)) {
      case (nil, nil): break
      case (let before?, nil): runs.append(.removed([try before.value(in: old)]))
      case (nil, let after?): runs.append(.inserted([try after.value(in: new)]))
      case (let before?, let after?):
        let node = try TrackedPresence.difference(from: before, old, to: after, new)
        runs.append(node.map { .changed($0) } ?? .kept(1))
      }
    }
    let found = runs.runs
    return found.isEmpty ? nil : .list(found)
  }

  func forEachOperation(_ body: (Operation) -> Void) {
    for row in rows { row.presence.forEachOperation(body) }
    spans.forEachOperation(body)
  }
}
