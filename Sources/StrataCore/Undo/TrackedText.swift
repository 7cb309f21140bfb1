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
  private var spans = PlacedSpans(Stretch())

  private struct Stretch: PlacedContent {
    /// The text; nil for a stretch of the base that no step touched.
    var text: String?
    var removals: [Operation] = []

    func isRemoved(in on: OperationSet) -> Bool { !removals.isEmpty && removals.contains { on[$0] } }

    mutating func removeFirst(_ count: Int) -> Stretch {
      var first = self
      if let text {
        first.text = text.part(0..<count)
        self.text = text.part(count..<text.utf8.count)
      }
      return first
    }

    func forEachOperation(_ body: (Operation) -> Void) { removals.forEach(body) }
  }

  init(_ graph: StepGraph) { self.graph = graph }

  func refresh(_ span: SpanTree.Span) {
    spans.setVisible(span, Self.isVisible(spans[span], in: graph.on), in: graph.view)
  }

  private static func isVisible(_ place: PlacedSpans<Stretch>.Place, in on: OperationSet) -> Bool {
    place.isInserted(in: on) && !place.content.isRemoved(in: on)
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
        if neighbor == nil, position > 0 {
          neighbor = spans.span(endingAt: position - 1, in: graph.view, noteSplit)
        }
        neighbor = insert(text, behind: neighbor, operation, step)
        position += text.utf8.count
        replacement = nil
      }
    }
  }

  /// Hides the stretch at a position, and returns its last part.
  private func remove(
    _ text: String,
    at position: Int,
    _ operation: Operation
  ) throws(PatchError) -> SpanTree.Span? {
    var offset = 0
    var last: SpanTree.Span?
    while offset < text.utf8.count {
      let span = spans.span(at: position, most: text.utf8.count - offset, in: graph.view, noteSplit)
      let length = spans.order.length(span)
      let part = text.part(offset..<offset + length) ?? ""
      let found = spans[span].content.text ?? part
      if !found.isWritten(as: part) {
        throw PatchError(.differs(expected: .text(part), found: .text(found))).inside(.position(position))
      }
      spans[contentOf: span].text = part
      spans[contentOf: span].removals.append(operation)
      graph.note(.span(self, span), of: operation)
      spans.setVisible(span, false, in: graph.view)
      offset += length
      last = span
    }
    return last
  }

  private func insert(
    _ text: String,
    behind neighbor: SpanTree.Span?,
    _ operation: Operation,
    _ step: StepReader
  ) -> SpanTree.Span {
    let new = Stretch(text: text)
    let span = spans.insert(new, length: text.utf8.count, behind: neighbor, by: step, operation) {
      $0.removals.isEmpty && $0.text?.isWritten(as: text) ?? false
    }
    graph.note(.span(self, span), of: operation)
    return span
  }

  /// Takes note that the first part of a stretch depends on what the whole did.
  private func noteSplit(_ first: SpanTree.Span, _ place: PlacedSpans<Stretch>.Place) {
    for operation in [place.operation] + place.otherOperations + place.content.removals {
      graph.note(.span(self, first), of: operation)
    }
  }

  /// Returns the patch from the text in one version to the text in another version; nil where both are the same.
  func difference(from old: OperationSet, to new: OperationSet) -> Patch.Node? {
    var runs = NormalRuns<Patch.Node.TextRun>()
    spans.forEach { span, place in
      switch (Self.isVisible(place, in: old), Self.isVisible(place, in: new)) {
      case (true, true): runs.append(.kept(spans.order.length(span)))
      case (true, false): runs.append(.removed(place.content.text ?? ""))
      case (false, true): runs.append(.inserted(place.content.text ?? ""))
      case (false, false): break
      }
    }
    let found = runs.runs
    return found.isEmpty ? nil : .text(found)
  }

  /// Calls a function with every operation that touched the text.
  func forEachOperation(_ body: (Operation) -> Void) { spans.forEachOperation(body) }
}
