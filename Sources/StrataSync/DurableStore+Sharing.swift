import StrataCore
import StrataStorage

// The store's notes about the order are in its state, and so in the same line of the log as the change that they belong to.

extension DurableStore where State: SharedState {
  /// The own change to be published next, and the position in the order that it may take; nil where there is none.
  ///
  /// It is on the disk: no power cut takes back what other machines may have by then. See `Store.nextToPublish()`.
  ///
  /// - Throws: The errors that `Store.nextToPublish()` and ``sync()`` throw.
  public func nextToPublish() throws -> (change: SharedChange, position: Int)? {
    guard let next = try store.nextToPublish() else { return nil }
    try sync()
    return next
  }
}
