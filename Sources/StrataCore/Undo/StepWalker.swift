/// Reads the steps of a history, and says what the value becomes when some of them are switched on or off.
///
///     var walker = try StepWalker(steps, from: Sheet._shape)
///     let outcome = try walker.outcome(of: [StepSwitch(moment, isOn: false)], at: present)
///     outcome.patch        // leads from the present to the value without that step
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
  private let graph: StepGraph
  private let value: TrackedValue

  /// Reads steps in the order of their moments.
  ///
  /// - Parameters:
  ///   - steps: The steps since the base, each behind those that it follows.
  ///   - shape: How the values are described; nil for values that know no types, whose rows have no identity.
  ///   - single: The moments of which single changes are to be switched.
  ///   - unitesInsertions: Whether the same text or element that two steps inserted in one place, unseen by each other, is
  ///     there once.
  /// - Throws: ``PatchError`` where a step does not fit the value that it started from.
  init(
    _ steps: [WalkedStep],
    from shape: AnyValueShape?,
    single: Set<Moment.ID> = [],
    unitesInsertions: Bool = false
  ) throws(PatchError) {
    graph = StepGraph(steps, single: single)
    value = TrackedValue(.base, nil, shape)
    for (place, step) in steps.enumerated() {
      graph.enterVersion(before: place)
      graph.take(place)
      guard let root = step.patch.root else { continue }
      var reader = StepReader(graph, place, unitesInsertions: unitesInsertions)
      try value.apply(root, &reader)
    }
  }

  /// What the present becomes when switches are moved there, or a branch is merged.
  ///
  /// - Parameters:
  ///   - switches: The steps that are switched on or off.
  ///   - present: The moment of the present.
  ///   - tip: The newest moment of a branch whose steps are added.
  func outcome(
    of switches: [StepSwitch],
    at present: Moment.ID,
    merging tip: Moment.ID? = nil
  ) throws(PatchError) -> Outcome {
    graph.enterVersion(of: present)
    let (old, new) = (graph.on, graph.states(moving: switches, merging: tip))
    return Outcome(patch: Patch(root: try value.difference(from: old, to: new)))
  }

  /// What leads from one moment's value to that of another one.
  func patch(from old: Moment.ID, to new: Moment.ID) throws(PatchError) -> Patch {
    graph.enterVersion(of: old)
    let before = graph.on
    graph.enterVersion(of: new)
    return Patch(root: try value.difference(from: before, to: graph.on))
  }
}

/// What moving switches makes of the present.
struct Outcome {
  /// What leads from the present to the new value; empty where nothing changes.
  let patch: Patch
}

/// A step that the walker reads, and the change in it that comes next.
struct StepReader {
  let graph: StepGraph
  let unitesInsertions: Bool
  private let step: Int
  /// How many of the step's changes were read.
  private var count = 0
  /// The operation of all that is read, where that is one change of the step.
  private var whole: Operation?

  init(_ graph: StepGraph, _ step: Int, unitesInsertions: Bool) {
    (self.graph, self.step, self.unitesInsertions) = (graph, step, unitesInsertions)
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
