/// The way to a moment in the attic: a snapshot to begin with, and the steps from there.
///
/// It leads from the nearest value on the way from the moment to the present, which always is one.
package struct Reconstruction: Sendable {
  let start: DomainSnapshot
  /// The steps on the way, as the moments that they led to: first those that are gone back.
  private let steps: [Moment.ID]
  /// How many are gone back.
  private let turn: Int
  private var position = 0
  private let pages: MomentPages

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
  init(to target: Moment.ID, from other: Moment.ID, _ value: DomainSnapshot, in timeline: Timeline) {
    pages = timeline.pages
    let tree = timeline.tree
    // Up from both ends, until a value is found above the target or the two ways meet.
    var (low, lowDepth) = (target, tree.depth(target))
    var (other, otherDepth) = (other, tree.depth(other))
    var (forward, back, found): ([Moment.ID], [Moment.ID], DomainSnapshot) = ([], [], value)
    var values = PathValues(pages)
    while low != other {
      if lowDepth >= otherDepth {
        forward.append(low)
        (low, lowDepth) = (Self.parent(of: low, in: tree), lowDepth - 1)
        if let snapshot = values.snapshot(at: low) {
          (found, back) = (snapshot, [])
          break
        }
      } else {
        back.append(other)
        (other, otherDepth) = (Self.parent(of: other, in: tree), otherDepth - 1)
        if let snapshot = values.snapshot(at: other) { (found, back) = (snapshot, []) }
      }
    }
    start = found
    steps = back + forward.reversed()
    turn = back.count
  }

  private static func parent(of id: Moment.ID, in tree: MomentTree) -> Moment.ID {
    guard let parent = tree.parent(of: id) else {
      preconditionFailure("All moments descend from the oldest, and \(id) does not")
    }
    return parent
  }

  /// Goes on along the way, over as many steps as are gone in one direction and have room in a run; nil at its end.
  ///
  /// - Parameter run: The run that receives the steps.
  /// - Throws: ``PatchError`` where a step cannot be read.
  mutating func next(into run: inout PackedRun) throws(PatchError) -> PackedDirection? {
    run.removeAll()
    if position == steps.count { return nil }
    let direction = position < turn ? PackedDirection.back : .forward
    let end = position < turn ? turn : steps.count
    while position < end, !run.isFull {
      guard let page = pages.packedPage(of: steps[position]) else {
        addOpenStep(direction, to: &run)
        continue
      }
      // A page is read once, as far as the walk needs it.
      let first = position
      repeat { position += 1 } while position < end && page.index(steps[position].raw) != nil
      let last = steps[first..<position].reduce(0) { max($0, Int($1.raw - page.first)) }
      try pages.steps(of: page, through: last).add(steps[first..<position], to: &run)
    }
    return direction
  }

  /// Adds the next step, which is not packed with its page.
  private mutating func addOpenStep(_ direction: PackedDirection, to run: inout PackedRun) {
    let id = steps[position]
    position += 1
    guard case .open(.step(let step))? = pages.place(of: id) else {
      preconditionFailure("The step to moment \(id) is not packed")
    }
    for part in direction == .forward ? step.parts : step.parts.reversed() {
      part.withBytes { run.append(stepAt: run.add($0), length: $0.count) }
    }
  }
}

/// The values on a way up: of packed pages most moments have none, which is not asked for each of them.
private struct PathValues {
  private let pages: MomentPages
  /// Moments that have none.
  private var bare: ClosedRange<UInt32>?

  init(_ pages: MomentPages) { self.pages = pages }

  mutating func snapshot(at id: Moment.ID) -> DomainSnapshot? {
    if let bare, bare.contains(id.raw) { return nil }
    bare = pages.packedWithoutValues(upTo: id)
    return bare == nil ? pages.snapshot(at: id) : nil
  }
}
