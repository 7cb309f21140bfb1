/// A movement that changes much: a log that has the steps on its way need not have them again.
package struct LongWay: Equatable, Sendable {
  /// The moment that is left.
  package let start: Moment.ID
  /// What the steps on the way take, packed or in a log: going there again takes about as long as to read as much.
  package let bytes: Int

  /// What takes less is written as it is: that is short, and stands by itself where the log is damaged.
  @TaskLocal package static var leastBytes = 1 << 18
}

extension History {
  /// What a movement from the present to another moment is, where its steps take much; nil where they do not.
  ///
  /// It runs the app's code: not with a lock held.
  ///
  /// - Complexity: O(steps), and O(what changes) for those that only the values at their ends know.
  func longWay(to id: Moment.ID) -> LongWay? {
    let start = timeline.presentID
    let shared = timeline.parting(of: start, from: id)
    let steps =
      (timeline.steps(after: shared, to: start) ?? []) + (timeline.steps(after: shared, to: id) ?? [])
    var packed = StepsByPage(timeline.pages)
    let bytes = steps.reduce(0) { $0 + self.bytes(ofStepTo: $1, &packed) }
    return bytes < LongWay.leastBytes ? nil : LongWay(start: start, bytes: bytes)
  }

  private func bytes(ofStepTo id: Moment.ID, _ packed: inout StepsByPage) -> Int {
    switch packed.step(to: id) {
    case .packed(let bytes, _): return bytes.count
    case .elsewhere(let places, let source): return source.bytes(at: places)
    case nil: break
    }
    guard let new = timeline.snapshot(at: id), new.stepCount == 0 else {
      return timeline.snapshot(at: id)?.stepCount ?? 0
    }
    guard let old = timeline.parent(of: id).flatMap(timeline.snapshot),
      let exchange = domain.described?.exchange(old, new)
    else { return 0 }
    return exchange.added.bytes + exchange.released.bytes
  }
}
