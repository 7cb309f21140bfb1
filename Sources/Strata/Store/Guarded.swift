#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value that one thread at a time can see.
///
/// A pthread lock rather than `Synchronization.Mutex`: the thread sanitizer understands it on every platform, and
/// it exists on the oldest systems that this package supports.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked, because the compiler cannot see that `value` is reached under `mutex` alone: both are private,
  // and `withLock` is the only method.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "The system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value while no other thread can see it; not reentrant.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
