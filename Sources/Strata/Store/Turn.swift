/// Lets one writer at a time go about its work, and no thread wait for itself.
final class Turn: Sendable {
  private let work = Lock(isChecked: true)

  /// Waits until no other writer is at work; the caller calls ``end()`` when it is done.
  ///
  /// - Throws: `StoreError.busy` at once when this thread has the turn already.
  func begin() throws(StoreError) {
    guard work.lock() else { throw .busy }
  }

  /// Lets the next writer go about its work.
  func end() {
    work.unlock()
  }
}
