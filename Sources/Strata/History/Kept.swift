/// What a history holds of a moment, to bring its state back.
enum Kept: Sendable {
  /// The part as it was.
  case snapshot(AnySnapshot)
}

/// What a history holds no longer.
///
/// Releasing it may run the app's code, the `deinit` of something in an old state, so that is left to whoever holds
/// no lock.
package struct Remains: Sendable {
  // The first has a place of its own: a step leaves one, and an array would be allocated for it.
  private var first: Kept?
  private var others: [Kept] = []

  package init() {}

  mutating func add(_ kept: Kept) {
    if first == nil { first = kept } else { others.append(kept) }
  }
}
