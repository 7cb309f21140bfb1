import Platform

/// A value that one thread at a time can see, and that writers change one after the other.
///
/// A thread that reads the value holds a lock, for an instant. A writer takes the turn for as long as reducers and hooks run.
/// Meanwhile other threads see the value as it is, and no thread waits for itself.
package final class WriterLock<Value>: @unchecked Sendable {
  // Unchecked, because the compiler cannot see that the contents are reached under `lock` alone: both are private.
  private let lock = Lock()
  private let givingTurn = Bell()
  // Behind a pointer: a stored variable would be guarded against overlapping access a second time, at some cost.
  private let contents: UnsafeMutablePointer<Contents>

  private struct Contents {
    var value: Value
    /// The thread whose turn it is; nil for none.
    var writer: pthread_t?
    /// How many threads wait for their turn.
    var waiting = 0
  }

  package init(_ value: Value) {
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents(value: value))
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// Runs `body` with the value while no other thread can see it; not reentrant.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&contents.pointee.value)
  }

  /// Does the same unless a writer has the turn; nil then.
  @inline(__always)
  package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
    lock.lock()
    defer { lock.unlock() }
    return contents.pointee.writer == nil ? body(&contents.pointee.value) : nil
  }

  /// Does the same when no other writer has the turn.
  ///
  /// - Throws: `StoreError.busy` at once when this thread has it.
  package func withLockWhenFree<Result>(_ body: (inout Value) -> Result) throws(StoreError) -> Result {
    lock.lock()
    try waitUntilFree()
    defer { pass() }
    return body(&contents.pointee.value)
  }

  /// Waits until no other writer has the turn, takes it, and runs `body` with the value; the caller gives it back when it is
  /// done.
  ///
  /// - Throws: `StoreError.busy` at once when this thread has it already.
  @inline(__always)
  package func takeTurn<Result>(_ body: (inout Value) -> Result) throws(StoreError) -> Result {
    lock.lock()
    if contents.pointee.writer != nil { try waitUntilFree() }
    contents.pointee.writer = pthread_self()
    let result = body(&contents.pointee.value)
    lock.unlock()
    return result
  }

  /// How many threads wait for their turn.
  package var waitingCount: Int {
    lock.lock()
    defer { lock.unlock() }
    return contents.pointee.waiting
  }

  /// Gives the turn back: the next writer goes about its work.
  package func giveTurn() {
    lock.lock()
    contents.pointee.writer = nil
    pass()
  }

  /// Runs `body` with the value, for the writer that has the turn, and gives the turn back where the body says that it is over.
  @inline(__always)
  package func withLock<Result>(
    ending isOver: inout Bool,
    _ body: (inout Value, inout Bool) throws -> Result
  ) rethrows -> Result {
    lock.lock()
    defer {
      if isOver { contents.pointee.writer = nil }
      isOver ? pass() : lock.unlock()
    }
    return try body(&contents.pointee.value, &isOver)
  }

  /// Waits, with the lock held, until no writer has the turn; where it throws, the lock is held no longer.
  @inline(never)
  private func waitUntilFree() throws(StoreError) {
    while let writer = contents.pointee.writer {
      if pthread_equal(writer, pthread_self()) != 0 {
        lock.unlock()
        throw .busy
      }
      contents.pointee.waiting += 1
      givingTurn.wait(with: lock)
      contents.pointee.waiting -= 1
    }
  }

  /// Releases the lock, and wakes a writer that waits.
  @inline(__always)
  private func pass() {
    let isAwaited = contents.pointee.waiting > 0
    lock.unlock()
    if isAwaited { givingTurn.ring() }
  }
}
