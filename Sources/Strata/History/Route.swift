/// The way to a moment in the attic: a snapshot to begin with, and the steps from there.
struct Route: Sendable {
  var start: AnySnapshot
  var steps: [(step: PackedStep, side: HistorySide)]
  /// The step that leads to the moment from its parent, whether it is on the way or not.
  var target: PackedStep
}

extension Timeline {
  /// The way to a moment from the nearest snapshot above or below it; nil for a moment that has one itself.
  ///
  /// - Complexity: O(steps to the nearest snapshot).
  func route(to target: Moment.ID) -> Route? {
    let kept = entry(target).kept
    guard kept.snapshot == nil, let last = kept.step else { return nil }
    var (up, down) = (Climb(from: target, last), Descent(from: target))
    while up.isGoing || down.isGoing {
      if let start = up.advance(in: self) {
        return Route(start: start, steps: up.steps.reversed().map { ($0, .forward) }, target: last)
      }
      if let start = down.advance(in: self) {
        return Route(start: start, steps: down.steps.reversed().map { ($0, .back) }, target: last)
      }
    }
    // The snapshots above were evicted, and a branch that has none below was made since: the line leads on from the
    // oldest moment to the present, which has one.
    var around = Descent(from: oldestID)
    while around.isGoing {
      guard let start = around.advance(in: self) else { continue }
      let back = around.steps.reversed().map { ($0, HistorySide.back) }
      return Route(start: start, steps: back + up.steps.reversed().map { ($0, .forward) }, target: last)
    }
    preconditionFailure("No snapshot leads to moment \(target)")
  }

  /// The way up from a moment, looking for a snapshot.
  private struct Climb {
    var steps: [PackedStep] = []
    private var next: PackedStep?
    private var id: Moment.ID

    init(from id: Moment.ID, _ step: PackedStep) {
      (self.id, next) = (id, step)
    }

    var isGoing: Bool { next != nil }

    mutating func advance(in timeline: Timeline) -> AnySnapshot? {
      guard let step = next else { return nil }
      guard let parent = timeline.parent(of: id) else {
        next = nil
        return nil
      }
      steps.append(step)
      let kept = timeline.entry(parent).kept
      (id, next) = (parent, kept.step)
      return kept.snapshot
    }
  }

  /// The way down from a moment, along the line or to the newest children, looking for a snapshot.
  private struct Descent {
    var steps: [PackedStep] = []
    private(set) var isGoing = true
    private var id: Moment.ID

    init(from id: Moment.ID) {
      self.id = id
    }

    mutating func advance(in timeline: Timeline) -> AnySnapshot? {
      guard isGoing, let child = timeline.successor(of: id), let step = timeline.entry(child).kept.step else {
        isGoing = false
        return nil
      }
      steps.append(step)
      id = child
      return timeline.entry(child).kept.snapshot
    }
  }
}
