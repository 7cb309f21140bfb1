#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets one writer at a time go about its work, and nobody wait for itself.
final class Turn: Sendable {
  private let work = Guarded(())
  private let writer = Guarded(ThreadIdentity?.none)

  /// Runs `body` when no other writer is at work.
  ///
  /// - Throws: What `body` throws, or `StoreError.busy` at once when this thread has the turn already.
  func take<Result>(_ body: () throws -> Result) throws -> Result {
    let me = ThreadIdentity.current
    guard writer.withLock({ $0 }) != me else { throw StoreError.busy }
    return try work.withLock { _ in
      writer.withLock { $0 = me }
      defer { writer.withLock { $0 = nil } }
      return try body()
    }
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
