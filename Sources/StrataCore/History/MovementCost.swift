/// The start of a movement, and the size of the steps on its way. A log that has these steps does not repeat them.
package struct MovementCost: Equatable, Sendable {
  /// The moment that the movement starts from.
  package let start: Moment.ID
  /// The bytes of the steps on the way: a replay takes about as long as reading as many.
  package let bytes: Int
}

extension History {
  /// The cost of a movement from the present to another moment.
  ///
  /// It runs the app's code: call it without a lock.
  ///
  /// - Complexity: O(steps), and O(changes) for each step that is still a difference of two snapshots.
  func cost(to id: Moment.ID) -> MovementCost {
    let start = timeline.presentID
    let shared = timeline.parting(of: start, from: id)
    let steps =
      (timeline.steps(after: shared, to: start) ?? []) + (timeline.steps(after: shared, to: id) ?? [])
    var packed = StepsByPage(timeline.pages)
    return MovementCost(start: start, bytes: steps.reduce(0) { $0 + bytes(ofStepTo: $1, &packed) })
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
