/// Lets one writer at a time go about its work, and no thread wait for itself.
package final class Turn: Sendable {
  private let work = Lock(isChecked: true)

  package init() {}

  /// Waits until no other writer is at work; the caller calls ``end()`` when it is done.
  ///
  /// - Throws: `StoreError.busy` at once when this thread has the turn already.
  package func begin() throws(StoreError) {
    guard work.lock() else { throw .busy }
  }

  /// Lets the next writer go about its work.
  package func end() {
    work.unlock()
  }
}
