/// The way of a movement: a log that has its steps need not have them again.
package struct MovementPath: Equatable, Sendable {
  /// The moment that is left.
  package let start: Moment.ID
  /// How many bytes the steps on the way take: going there again takes about as long as to read as much.
  package let bytes: Int
}

extension History {
  /// The way of a movement from the present to another moment.
  ///
  /// It runs the app's code: not with a lock held.
  ///
  /// - Complexity: O(steps), and O(what changes) for those that only the values at their ends know.
  func way(to id: Moment.ID) -> MovementPath {
    let start = timeline.presentID
    let shared = timeline.parting(of: start, from: id)
    let steps =
      (timeline.steps(after: shared, to: start) ?? []) + (timeline.steps(after: shared, to: id) ?? [])
    var packed = StepsByPage(timeline.pages)
    return MovementPath(start: start, bytes: steps.reduce(0) { $0 + bytes(ofStepTo: $1, &packed) })
  }

  private func bytes(ofStepTo id: Moment.ID, _ packed: inout StepsByPage) -> Int {
    switch try? packed.step(known: id) {
    case .step(let bytes): return bytes.count
    case .whole(let step): return step.count
    case .end(let new) where new.stepCount > 0: return new.stepCount
    case .end(let new):
      guard let old = timeline.parent(of: id).flatMap(timeline.snapshot),
        let exchange = domain.described?.exchange(old, new)
      else { return 0 }
      return exchange.added.bytes + exchange.released.bytes
    case nil: return 0
    }
  }
}
