import Strata

// What a store knows of the order is in its state, and so in the same line of the log as the change that it belongs to.

extension DurableStore where State: Shared {
  /// The own change to be published next, and the position in the order that it may take; nil where there is none.
  ///
  /// It is on the disk: no power cut takes back what other machines may have by then. See `Store.nextToPublish()`.
  ///
  /// - Throws: What `Store.nextToPublish()` and ``sync()`` throw.
  public func nextToPublish() throws -> (change: SharedChange, position: Int)? {
    guard let next = try store.nextToPublish() else { return nil }
    try sync()
    return next
  }

  /// Takes in the change at a position of the order; see `Store.apply(_:at:resolving:)`.
  ///
  /// It is in the log with the position when this returns, as a whole.
  ///
  /// - Throws: What `Store.apply(_:at:resolving:)` throws; ``LogError`` where it cannot be kept.
  @discardableResult
  public func apply(
    _ change: SharedChange,
    at position: Int,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in .mine }
  ) throws -> Applied {
    try store.apply(change, at: position, resolving: choose)
  }
}
