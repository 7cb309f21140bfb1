/// A moment as the walker reads it: the step to it, and the switches that it moved.
struct WalkedStep: Sendable {
  /// The moment that the step made.
  let moment: Moment.ID
  /// The moments that the step follows: its parent, and for a merge also the tip of the merged branch.
  ///
  /// A moment that is not among the walked steps is the base, the value that the walk begins with.
  let parents: [Moment.ID]
  /// The step's own changes. A moment that moved switches has changes of its own where a rule repaired the value, or where a
  /// conflict was resolved; they start from the value after the switches moved.
  let patch: Patch
  /// The switches that the moment moved.
  let switches: [StepSwitch]

  init(_ moment: Moment.ID, after parents: [Moment.ID], _ patch: Patch, switches: [StepSwitch] = []) {
    (self.moment, self.parents, self.patch, self.switches) = (moment, parents, patch, switches)
  }
}

/// Steps that are walked together.
struct WalkedSteps: Sendable {
  /// The steps in the order of their moments.
  var steps: [WalkedStep] = []
  /// The newest steps of the present.
  var present: [Moment.ID] = []
  /// The newest steps of the branch that is merged.
  var merged: [Moment.ID] = []
  /// The moments whose changes are switched one by one.
  var single: Set<Moment.ID> = []
}

/// The order of what two steps inserted in one place without having seen each other.
struct InsertionOrder {
  /// Whether the step of the higher moment comes first.
  let isNewerFirst: Bool
  /// Whether an equal insertion of both in one place is there once, as in a merge of two values without known steps.
  let areAlikeOnce: Bool
  /// Whether a row that both inserted keeps the older place, and not the newer one.
  let isFirstPlaceKept: Bool

  /// The order of a history: the step of the lower moment comes first, and the newest place counts.
  static let olderFirst = InsertionOrder(isNewerFirst: false, areAlikeOnce: false, isFirstPlaceKept: false)

  /// The order of two changes whose steps are not known.
  init(isNewerFirst: Bool, areAlikeOnce: Bool) {
    self.init(isNewerFirst: isNewerFirst, areAlikeOnce: areAlikeOnce, isFirstPlaceKept: !isNewerFirst)
  }

  private init(isNewerFirst: Bool, areAlikeOnce: Bool, isFirstPlaceKept: Bool) {
    (self.isNewerFirst, self.areAlikeOnce) = (isNewerFirst, areAlikeOnce)
    self.isFirstPlaceKept = isFirstPlaceKept
  }
}

/// An operation: the unit that one switch covers. It is a whole step, or one change of a step whose changes are switched
/// singly.
struct Operation: Hashable, Sendable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// The operation behind the value that the walk begins with. It is always on.
  static let base = Operation(-1)

  var place: Int { Int(index) }
}

/// The operations that are on in one value.
struct OperationSet: Sendable {
  private var bits: ContiguousArray<Bool>

  /// No operation but the base.
  static let base = OperationSet(count: 0)

  init(count: Int) { bits = ContiguousArray(repeating: false, count: count) }

  subscript(_ operation: Operation) -> Bool {
    get { operation == .base || operation.place < bits.count && bits[operation.place] }
    set { bits[operation.place] = newValue }
  }
}
