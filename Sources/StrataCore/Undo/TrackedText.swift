/// A text while the walker reads its steps: every stretch that came or went has one fixed place, and is hidden or visible.
///
///     "abc"                             ☐ (endless: nothing is known of the text, and nothing has to be)
///     step 1 replaces "ab" by "tea"     [ab −1] [tea +1] ☐
///     step 2 inserts "s" behind         [ab −1] [tea +1] [s +2] ☐
///     step 1 is off                     [ab] [tea] [s +2] ☐         "abs" and then "c"; "tea" is hidden
///
/// A stretch is visible when its insertion is on and no removal of it is on. An insertion stands behind the stretch that it
/// replaces: so a letter typed behind the new words stays behind the old ones when the replacement is switched off.
final class TrackedText {
  private unowned let graph: StepGraph
  private var order = SpanTree()
  private var stretches = ContiguousArray([Stretch(insertion: .base)])

  private struct Stretch {
    /// The text; nil for a stretch of the base that no step touched.
    var text: String?
    let insertion: Operation
    /// Insertions of the same text in the same place by other steps, where those count as one.
    var otherInsertions: [Operation] = []
    var removals: [Operation] = []
    /// The stretch behind whose end this one was inserted; nil at the beginning of the text.
    var neighbor: SpanTree.Span?

    func isInserted(in on: OperationSet) -> Bool {
      on[insertion] || !otherInsertions.isEmpty && otherInsertions.contains { on[$0] }
    }

    func isVisible(in on: OperationSet) -> Bool {
      isInserted(in: on) && (removals.isEmpty || !removals.contains { on[$0] })
    }
  }

  init(_ graph: StepGraph) { self.graph = graph }

  func refresh(_ span: SpanTree.Span) {
    order.setVisible(span, stretches[Int(span)].isVisible(in: graph.on))
  }

  /// Reads the changes of a step, which are seen from the text as it is visible now.
  func apply(_ runs: [Patch.Node.TextRun], _ step: inout StepReader) throws(PatchError) {
    var position = 0
    // The stretch behind which the next insertion stands, where the run before this one said so.
    var neighbor: SpanTree.Span?
    var replacement: Operation?
    for run in runs {
      switch run {
      case .kept(let count):
        position += count
        (neighbor, replacement) = (nil, nil)
      case .removed(let text):
        let operation = step.nextOperation()
        neighbor = try remove(text, at: position, operation)
        replacement = operation
      case .inserted(let text):
        let operation = replacement ?? step.nextOperation()
        let place = neighbor ?? (position == 0 ? nil : cut(behind: position - 1))
        neighbor = insert(text, behind: place, operation, step.ties)
        position += text.utf8.count
        replacement = nil
      }
    }
  }

  /// What leads from the text in one version to that in another one; nil where both are the same.
  func difference(from old: OperationSet, to new: OperationSet) -> Patch.Node? {
    var runs = NormalRuns<Patch.Node.TextRun>()
    var span: SpanTree.Span? = order.first
    while let here = span {
      let stretch = stretches[Int(here)]
      switch (stretch.isVisible(in: old), stretch.isVisible(in: new)) {
      case (true, true): runs.append(.kept(order.length(here)))
      case (true, false): runs.append(.removed(stretch.text ?? ""))
      case (false, true): runs.append(.inserted(stretch.text ?? ""))
      case (false, false): break
      }
      span = order.next(here)
    }
    let found = runs.runs
    return found.isEmpty ? nil : .text(found)
  }

  /// Calls a function with every operation that touched the text.
  func forEachOperation(_ body: (Operation) -> Void) {
    for stretch in stretches {
      body(stretch.insertion)
      stretch.otherInsertions.forEach(body)
      stretch.removals.forEach(body)
    }
  }
}

extension TrackedText {
  /// Hides the stretch at a position, and returns its last part.
  private func remove(
    _ text: String,
    at position: Int,
    _ operation: Operation
  ) throws(PatchError) -> SpanTree.Span? {
    var offset = 0
    var last: SpanTree.Span?
    let length = text.utf8.count
    while offset < length {
      var (span, start) = order.find(position)
      if start > 0 { split(span, at: start) }
      if order.length(span) > length - offset { span = split(span, at: length - offset) }
      let part = text.part(offset..<offset + order.length(span)) ?? ""
      let found = stretches[Int(span)].text ?? part
      if !found.isWritten(as: part) {
        throw PatchError(.differs(expected: .text(part), found: .text(found))).inside(.position(position))
      }
      stretches[Int(span)].text = part
      stretches[Int(span)].removals.append(operation)
      graph.note(.span(self, span), of: operation)
      order.setVisible(span, false)
      offset += order.length(span)
      last = span
    }
    return last
  }

  /// Inserts a stretch behind its neighbor, and behind the ones there that the step did not see.
  private func insert(
    _ text: String,
    behind neighbor: SpanTree.Span?,
    _ operation: Operation,
    _ ties: Ties
  ) -> SpanTree.Span {
    let first = neighbor.map { order.next($0) } ?? order.first
    var next = first
    while let other = next, isUnseen(other, from: neighbor) {
      if ties.areOfTwoChanges, isInsertion(other, of: text, behind: neighbor) {
        stretches[Int(other)].otherInsertions.append(operation)
        graph.note(.span(self, other), of: operation)
        order.setVisible(other, true)
        return other
      }
      next = order.next(other)
    }
    if ties == .newerFirst { next = first }
    guard let next else { preconditionFailure("The endless stretch is seen by every step") }
    let span = order.insert(length: text.utf8.count, isVisible: true, before: next)
    stretches.append(Stretch(text: text, insertion: operation, neighbor: neighbor))
    graph.note(.span(self, span), of: operation)
    return span
  }

  private func isInsertion(_ span: SpanTree.Span, of text: String, behind neighbor: SpanTree.Span?) -> Bool {
    let stretch = stretches[Int(span)]
    return stretch.neighbor == neighbor && stretch.removals.isEmpty
      && stretch.text?.isWritten(as: text) ?? false
  }

  /// Whether a stretch is new to the step that is read, and was inserted behind the same neighbor or one that follows it.
  private func isUnseen(_ span: SpanTree.Span, from neighbor: SpanTree.Span?) -> Bool {
    let stretch = stretches[Int(span)]
    if stretch.isInserted(in: graph.on) { return false }
    if stretch.neighbor == neighbor { return true }
    guard let neighbor else { return true }
    guard let other = stretch.neighbor else { return false }
    return order.precedes(neighbor, other)
  }

  /// The stretch that ends with the visible byte at a position.
  private func cut(behind position: Int) -> SpanTree.Span {
    let (span, offset) = order.find(position)
    return offset + 1 < order.length(span) ? split(span, at: offset + 1) : span
  }

  /// Parts a stretch, and returns its first part. The last part keeps the number: so what stands behind the stretch still
  /// stands behind its end.
  @discardableResult
  private func split(_ span: SpanTree.Span, at offset: Int) -> SpanTree.Span {
    let first = order.split(span, at: offset)
    var part = stretches[Int(span)]
    if let text = part.text {
      part.text = text.part(0..<offset)
      stretches[Int(span)].text = text.part(offset..<text.utf8.count)
    }
    stretches.append(part)
    stretches[Int(span)].neighbor = first
    for operation in [part.insertion] + part.otherInsertions + part.removals {
      graph.note(.span(self, first), of: operation)
    }
    return first
  }
}
