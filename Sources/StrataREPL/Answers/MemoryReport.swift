import PersistentCollections
import Strata
import Workspace

/// What a workspace takes in memory: the state field by field, and the steps.
struct MemoryReport {
  /// The present state.
  var state: FieldFootprint
  /// How many moments there are beside the present one.
  var steps: Int
  /// What the history keeps alive beyond the present; nil where nothing measures it.
  var historyBytes: Int?
  /// What the newest steps on the way to the present made, the newest first.
  var newest: [Step]

  /// A step, and the bytes that its moment does not share with the one before.
  struct Step {
    var moment: Moment
    var bytesAdded: Int
  }

  /// How much of the present the moment before it has, too; nil where there is no moment before.
  var shared: Double? {
    guard let last = newest.first, state.total.bytes > 0 else { return nil }
    return 1 - min(1, Double(last.bytesAdded) / Double(state.total.bytes))
  }

  /// What the moments would take beyond the present if each were a copy of it.
  var bytesOfCopies: Int {
    let (bytes, isTooMuch) = steps.multipliedReportingOverflow(by: state.total.bytes)
    return isTooMuch ? .max : bytes
  }

  /// Measures a store, and the newest few of its steps.
  ///
  /// - Complexity: O(nodes of the state), and O(changes) for each of the steps.
  init(of store: Store<AppState>) {
    let timeline = store.timeline
    state = store.state.document.footprintByField
    steps = timeline.count - 1
    historyBytes = store.historyBytes
    let last = timeline.undoPath.prefix(8)
    let states = store.states(at: last.flatMap { [$0.id] + ($0.parent.map { [$0] } ?? []) })
    newest = last.compactMap { moment in
      guard let before = moment.parent.flatMap({ states[$0] }), let after = states[moment.id] else {
        return nil
      }
      return Step(moment: moment, bytesAdded: after.document.heapExchange(from: before.document).added.bytes)
    }
  }
}
