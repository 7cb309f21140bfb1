/// The walked steps in order, and which of them are on in one version of the value.
///
///     moment       1 ── 2 ── 3 ── 5 ── 6          6 moves a switch: 2 off
///                        \── 4                    4 lies on a branch that was left
///
///     version 5    past 1 2 3 5       on 1 2 3 5
///     version 4    past 1 2 4         on 1 2 4
///     version 6    past 1 2 3 5 6     on 1 3 5 6
///
/// An operation is on where the newest moment that moved its switch says so, among the moments of the past that are on
/// themselves. Where no such moment exists, an operation is on if it belongs to the past. So a moment that moved switches is
/// switched like any other, and what it moved follows.
///
/// The graph shows one version at a time. Entering another version visits the steps between both, and reports each operation
/// whose state differs to the texts and lists that it touches. A second view keeps the version that was shown before: so
/// switching back and forth between two branches visits only the steps of these branches.
final class StepGraph {
  /// The view that is shown.
  private(set) var view: SpanTree.View = 0

  private var versions: [Version]

  /// The steps that each step follows; none for one that follows the base.
  private var parents: [[Int]] = []
  private var places: [Moment.ID: Int] = [:]
  /// The first operation of each step. Where changes are switched singly, an operation for each of them follows.
  private var firstOperations: [Int] = []
  private var stepOfOperation: [Int] = []
  private var areChangesSingle: [Bool] = []
  /// The steps that move the switch of an operation, in ascending order.
  private var switchedBy: [[(step: Int, isOn: Bool)]] = []
  private var targets: [[Operation]] = []
  private var touched: [[Touched]] = []

  /// The steps of the pasts that were asked for.
  private var pasts: [Int: [Bool]] = [:]
  private var marks: [Side] = []

  /// A version of the value.
  private struct Version {
    /// The newest steps.
    var heads: [Int] = []
    /// The steps that belong to it.
    var isPast: [Bool]
    /// The operations that are on.
    var on: OperationSet
  }

  /// A place that depends on an operation.
  enum Touched {
    case span(TrackedText, SpanTree.Span)
    case row(TrackedList, Int)
  }

  /// - Parameter single: Moments whose changes are switched one by one, in addition to those that `steps` switch so.
  init(_ steps: [WalkedStep], single: Set<Moment.ID>) {
    versions = []
    let switched = steps.flatMap { $0.switches.lazy.filter { $0.change != nil }.map(\.moment) }
    let single = single.union(switched)
    for step in steps { append(step, isSingle: single.contains(step.moment)) }
    marks = Array(repeating: [], count: steps.count)
    let base = Version(
      isPast: Array(repeating: false, count: steps.count),
      on: OperationSet(count: stepOfOperation.count)
    )
    versions = Array(repeating: base, count: SpanTree.views)
  }

  /// The operations that are on in the version that is shown.
  var on: OperationSet { versions[view].on }

  /// Adds a step behind all others.
  private func append(_ step: WalkedStep, isSingle: Bool) {
    let place = parents.count
    parents.append(step.parents.compactMap { places[$0] })
    places[step.moment] = place
    firstOperations.append(stepOfOperation.count)
    areChangesSingle.append(isSingle)
    let count = isSingle ? 1 + step.patch.changes.count : 1
    for _ in 0..<count {
      stepOfOperation.append(place)
      switchedBy.append([])
      touched.append([])
    }
    var moved: [Operation] = []
    for one in step.switches {
      for operation in operations(of: one) {
        switchedBy[operation.place].append((place, one.isOn))
        moved.append(operation)
      }
    }
    targets.append(moved)
  }

  private func operations(of one: StepSwitch) -> [Operation] {
    guard let step = places[one.moment] else { return [] }
    let first = firstOperations[step]
    guard areChangesSingle[step] else { return [Operation(first)] }
    let end = step + 1 < firstOperations.count ? firstOperations[step + 1] : stepOfOperation.count
    guard let change = one.change else { return (first..<end).map { Operation($0) } }
    return first + 1 + change < end ? [Operation(first + 1 + change)] : []
  }

  /// The operation of one change of a step.
  func operation(of step: Int, change: Int) -> Operation {
    Operation(firstOperations[step] + (areChangesSingle[step] ? 1 + change : 0))
  }

  /// Notes that a place depends on an operation.
  func note(_ place: Touched, of operation: Operation) {
    if operation != .base { touched[operation.place].append(place) }
  }
}

extension StepGraph {
  /// The versions that a step belongs to: the version that is left, the version that is entered, or both.
  private struct Side: OptionSet {
    let rawValue: UInt8
    static let left = Side(rawValue: 1)
    static let entered = Side(rawValue: 2)

    var isOneSide: Bool { self == .left || self == .entered }
  }

  /// Moves to the version from which a step starts.
  func enterVersion(before step: Int) { enter(parents[step]) }

  /// Moves to the version with the given newest steps.
  func enterVersion(of moments: [Moment.ID]) { enter(moments.compactMap { places[$0] }) }

  /// Takes a step, which starts from the version that is shown.
  func take(_ step: Int) {
    versions[view].heads = [step]
    setPast(step, true)
  }

  /// Whether the step of one operation has that of another one in its past.
  func sees(_ operation: Operation, _ other: Operation) -> Bool {
    if operation == .base || other == .base { return other == .base }
    let step = stepOfOperation[operation.place]
    if pasts[step] == nil { pasts[step] = past(of: step) }
    return pasts[step]?[stepOfOperation[other.place]] ?? false
  }

  private func past(of step: Int) -> [Bool] {
    var isPast = [Bool](repeating: false, count: parents.count)
    var rest = [step]
    while let step = rest.popLast() {
      if isPast[step] { continue }
      isPast[step] = true
      rest += parents[step]
    }
    return isPast
  }

  /// The operations that are on in the version that is shown, once some switches moved and a branch was merged.
  func states(moving switches: [StepSwitch], merging branch: [Moment.ID]) -> OperationSet {
    let here = versions[view].heads
    // The newest steps of both lie side by side, as the parents of a merge do.
    if !branch.isEmpty { enter(here + branch.compactMap { places[$0] }) }
    var asked: [Operation: Bool] = [:]
    for one in switches { for operation in operations(of: one) { asked[operation] = one.isOn } }
    var states = on
    // A moment that moved switches is newer than their steps, so its own state is known before theirs.
    for place in stepOfOperation.indices.reversed() {
      let operation = Operation(place)
      states[operation] = asked[operation] ?? state(of: operation, in: states)
    }
    enter(here)
    return states
  }

  private func enter(_ target: [Int]) {
    if versions[view].heads == target { return }
    view = 1 - view
    let heads = versions[view].heads
    if heads == target { return }
    var (open, seen, left, entered): (Int, [Int], [Int], [Int]) = (0, [], [], [])
    var newest = -1
    func mark(_ step: Int, _ side: Side) {
      let before = marks[step]
      if before.isEmpty { seen.append(step) }
      marks[step].formUnion(side)
      // The steps before a step of both versions are the same in both.
      open += (marks[step].isOneSide ? 1 : 0) - (before.isOneSide ? 1 : 0)
      newest = max(newest, step)
    }
    for step in heads { mark(step, .left) }
    for step in target { mark(step, .entered) }
    while open > 0 {
      let (step, side) = (newest, marks[newest])
      newest -= 1
      if side.isEmpty { continue }
      if side == .left { left.append(step) }
      if side == .entered { entered.append(step) }
      if side.isOneSide { open -= 1 }
      for parent in parents[step] { mark(parent, side) }
    }
    for step in seen { marks[step] = [] }
    versions[view].heads = target
    // Steps leave from the oldest on and enter from the newest on: so a step that a newer one switches off is never on in
    // between.
    for step in left.reversed() { setPast(step, false) }
    for step in entered { setPast(step, true) }
  }

  private func setPast(_ step: Int, _ isIn: Bool) {
    versions[view].isPast[step] = isIn
    let end = step + 1 < firstOperations.count ? firstOperations[step + 1] : stepOfOperation.count
    for place in firstOperations[step]..<end { update(Operation(place)) }
  }

  private func state(of operation: Operation, in states: OperationSet) -> Bool {
    for (step, isOn) in switchedBy[operation.place].reversed() where states[Operation(firstOperations[step])]
    {
      return isOn
    }
    return versions[view].isPast[stepOfOperation[operation.place]]
  }

  /// Sets the state of an operation, and of what it switches.
  private func update(_ operation: Operation) {
    let isOn = state(of: operation, in: on)
    if on[operation] == isOn { return }
    versions[view].on[operation] = isOn
    for place in touched[operation.place] {
      switch place {
      case .span(let text, let span): text.refresh(span)
      case .row(let list, let row): list.refresh(row)
      }
    }
    let step = stepOfOperation[operation.place]
    if firstOperations[step] == operation.place { for target in targets[step] { update(target) } }
  }
}
