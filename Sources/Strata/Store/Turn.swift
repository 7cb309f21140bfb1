#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets one writer at a time go about its work, and nobody wait for itself.
final class Turn: Sendable {
  private let work = Lock()
  private let writer = Guarded(ThreadIdentity?.none)

  /// Waits until no other writer is at work; the caller calls ``end()`` when it is done.
  ///
  /// - Throws: `StoreError.busy` at once when this thread has the turn already.
  func begin() throws(StoreError) {
    let me = ThreadIdentity.current
    if writer.withLock({ $0 == me }) { throw .busy }
    work.lock()
    writer.withLock { $0 = me }
  }

  /// Lets the next writer go about its work.
  func end() {
    writer.withLock { $0 = nil }
    work.unlock()
  }
}

/// Tells one thread from another, for as long as both live.
struct ThreadIdentity: Equatable, @unchecked Sendable {
  // Unchecked, because a `pthread_t` is a pointer on some systems: it is compared here and never followed.
  private let thread: pthread_t

  static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }

  static func == (left: ThreadIdentity, right: ThreadIdentity) -> Bool {
    pthread_equal(left.thread, right.thread) != 0
  }
}
