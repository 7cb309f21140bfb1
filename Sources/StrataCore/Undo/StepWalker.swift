/// Reads the steps of a history, and says what the value becomes when some of them are switched on or off.
///
///     let switches = [StepSwitch(moment, isOn: false)]
///     let steps = try StepSelection.steps(of: history, moving: switches, at: present)
///     try StepWalker(steps, Sheet._shape).patch(moving: switches)    // from the present to the value without that step
///
/// Every step is on or off. The present is what the steps that are on make together, each meaning what it meant when it was
/// taken.
///
///                  1            2            3                4
///     step         "abc"        remove ab    type X at 1      switch 2 off
///     present      abc          c            cX               abcX
///     the walk     [abc +1]     [ab −2] [c]  [ab −2] [c] [X +3]
///
/// A step says where its edits are as positions in the value that it started from. So the walker reads the steps in the order
/// of their moments, and before each one it shows exactly the elements that this step saw (``StepGraph``). There the positions
/// lead to elements, and from then on the edit is bound to these: a stretch of a text (``TrackedText``), a row of a list
/// (``TrackedList``), an entry (``TrackedEntries``), a write of a value (``TrackedValue``). After the last step, a version of
/// the value is nothing but a set of steps that are on, and two of these sets make an ordinary patch.
///
/// Elements have identities only while the walker reads. Values, pages and the log hold none.
///
/// - Complexity: O(*s* log *s*) for *s* changes in the steps, however large the value is. A version is entered at the cost of
///   the steps that it does not share with the one before.
struct StepWalker {
  private let walked: WalkedSteps
  private let graph: StepGraph
  private let value: TrackedValue

  /// Reads steps in the order of their moments.
  ///
  /// - Parameters:
  ///   - walked: The steps since the base, each behind those that it follows.
  ///   - shape: How the values are described; nil for values that know no types, whose rows have no identity.
  ///   - ties: The order of what two steps inserted in one place without having seen each other.
  /// - Throws: ``PatchError`` where a step does not fit the value that it started from.
  init(_ walked: WalkedSteps, _ shape: AnyValueShape?, ties: InsertionOrder = .olderFirst) throws(PatchError)
  {
    self.walked = walked
    graph = StepGraph(walked.steps, single: walked.single)
    value = TrackedValue(.base, nil, shape)
    for (place, step) in walked.steps.enumerated() {
      graph.enterVersion(before: place)
      graph.take(place)
      guard let root = step.patch.root else { continue }
      var reader = StepReader(graph, place, ties)
      try value.apply(root, &reader)
    }
  }

  /// Returns the patch from the present to the value after switches are moved and the branch is merged; empty where nothing
  /// changes.
  func patch(moving switches: [StepSwitch]) throws(PatchError) -> Patch {
    let (old, new) = states(moving: switches)
    return Patch(root: try value.difference(from: old, to: new))
  }

  /// The registers that both sides wrote: steps whose switches move, and steps that they did not see.
  func conflicts(moving switches: [StepSwitch]) throws(PatchError) -> [StepConflict] {
    let (old, new) = states(moving: switches)
    var search = ConflictSearch(from: old, to: new, graph)
    try value.findConflicts(&search)
    return search.found
  }

  private func states(moving switches: [StepSwitch]) -> (old: OperationSet, new: OperationSet) {
    graph.enterVersion(of: walked.present)
    return (graph.on, graph.states(moving: switches, merging: walked.merged))
  }

  /// Returns the patch from one version to another version, both given by their newest steps.
  func patch(from old: [Moment.ID], to new: [Moment.ID]) throws(PatchError) -> Patch {
    graph.enterVersion(of: old)
    let before = graph.on
    graph.enterVersion(of: new)
    return Patch(root: try value.difference(from: before, to: graph.on))
  }
}

/// A step that the walker reads, and the change in it that comes next.
struct StepReader {
  let graph: StepGraph
  let ties: InsertionOrder
  private let step: Int
  /// How many of the step's changes were read.
  private var count = 0
  /// The operation of all that is read, where that is one change of the step.
  private var whole: Operation?

  init(_ graph: StepGraph, _ step: Int, _ ties: InsertionOrder) {
    (self.graph, self.step, self.ties) = (graph, step, ties)
  }

  /// The operation of the next change, in the order of ``Patch/changes``.
  mutating func nextOperation() -> Operation {
    if let whole { return whole }
    defer { count += 1 }
    return graph.operation(of: step, change: count)
  }

  /// Reads what belongs to one change.
  mutating func with(_ operation: Operation, _ body: (inout StepReader) throws(PatchError) -> Void)
    throws(PatchError)
  {
    whole = operation
    defer { whole = nil }
    try body(&self)
  }
}
