/// The way to a moment in the attic: a snapshot to begin with, and the steps from there.
///
/// It leads from the nearest value on the way from the moment to the present, which always is one.
package struct Walk: Sendable {
  let start: AnySnapshot
  private var steps: [(id: Moment.ID, direction: PackedDirection)] = []
  private var position = 0
  private let pages: MomentPages
  /// The steps of the page that the walk is in.
  private var page: (page: PackedPage, steps: [PackedStep?])?

  /// - Complexity: O(steps to the nearest value).
  init(to target: Moment.ID, in timeline: Timeline) {
    guard let present = timeline.snapshot(at: timeline.presentID) else {
      preconditionFailure("The present has a snapshot")
    }
    self.init(to: target, from: timeline.presentID, present, in: timeline)
  }

  /// The way from another moment, of which the value is known.
  ///
  /// - Complexity: O(steps to the nearest value).
  init(to target: Moment.ID, from other: Moment.ID, _ value: AnySnapshot, in timeline: Timeline) {
    pages = timeline.pages
    let tree = timeline.tree
    // Up from both ends, until a value is found above the target or the two ways meet.
    var (low, lowDepth) = (target, tree.depth(target))
    var (other, otherDepth) = (other, tree.depth(other))
    var (forward, back, found): ([Moment.ID], [Moment.ID], AnySnapshot) = ([], [], value)
    while low != other {
      if lowDepth >= otherDepth {
        forward.append(low)
        (low, lowDepth) = (Self.parent(of: low, in: tree), lowDepth - 1)
        if let snapshot = timeline.snapshot(at: low) {
          (found, back) = (snapshot, [])
          break
        }
      } else {
        back.append(other)
        (other, otherDepth) = (Self.parent(of: other, in: tree), otherDepth - 1)
        if let snapshot = timeline.snapshot(at: other) { (found, back) = (snapshot, []) }
      }
    }
    start = found
    steps = back.map { ($0, .back) } + forward.reversed().map { ($0, .forward) }
  }

  private static func parent(of id: Moment.ID, in tree: MomentTree) -> Moment.ID {
    guard let parent = tree.parent(of: id) else {
      preconditionFailure("All moments descend from the oldest, and \(id) does not")
    }
    return parent
  }

  /// The next step, and the way in which it is gone.
  mutating func next() -> (step: PackedStep, direction: PackedDirection)? {
    guard position < steps.count else { return nil }
    let (id, direction) = steps[position]
    position += 1
    if let page, let index = page.page.index(id.raw), index < page.steps.count, let step = page.steps[index] {
      return (step, direction)
    }
    guard let packed = pages.packedPage(of: id), let index = packed.index(id.raw) else {
      guard case .elsewhere(let places, let source)? = pages.entry(id)?.kept else {
        preconditionFailure("The step to moment \(id) is not packed")
      }
      return (.elsewhere(places, source), direction)
    }
    // A page is read once, as far as the walk needs it.
    let isAlone = position == steps.count || packed.index(steps[position].id.raw) == nil
    let last = isAlone || direction == .back ? index : packed.count - 1
    let found = packed.steps(through: last, isAlone: isAlone)
    if !isAlone { page = (packed, found) }
    guard let step = found[isAlone ? 0 : index] else {
      preconditionFailure("The step to moment \(id) is not in its page")
    }
    return (step, direction)
  }
}

extension Timeline {
  /// The step to a moment, where it is packed or to be read elsewhere; nil where only snapshots know it.
  package func step(to id: Moment.ID) -> PackedStep? {
    if let page = pages.packedPage(of: id) {
      return page.index(id.raw).flatMap { page.steps(through: $0, isAlone: true)[0] }
    }
    guard case .elsewhere(let places, let source)? = pages.entry(id)?.kept else { return nil }
    return .elsewhere(places, source)
  }
}
