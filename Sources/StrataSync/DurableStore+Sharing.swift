import StrataCore
import StrataStorage

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
}
