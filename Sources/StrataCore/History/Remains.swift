/// What a history holds no longer.
///
/// Releasing it may run the app's code, the `deinit` of something in an old state, so that is left to the writer, which
/// holds no lock then.
package struct Remains: Sendable {
  // The first has a place of its own: a step leaves one, and an array would be allocated for it.
  private var first: DomainSnapshot?
  private var others: [DomainSnapshot] = []
  /// The moments that were evicted, in that order.
  private(set) package var evicted: [Moment.ID] = []

  package init() {}

  /// Takes note of a moment that was evicted.
  mutating func add(evicted id: Moment.ID) { evicted.append(id) }

  mutating func add(_ kept: MomentPages.Kept) {
    if case .snapshot(let snapshot) = kept { add(snapshot) }
  }

  mutating func add(_ snapshot: DomainSnapshot) {
    if first == nil { first = snapshot } else { others.append(snapshot) }
  }

  /// Takes what another history let go, whose moments have numbers of their own.
  mutating func add(_ others: Remains) {
    if let snapshot = others.first { add(snapshot) }
    for snapshot in others.others { add(snapshot) }
  }
}
