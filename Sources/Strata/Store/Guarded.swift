#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock of the operating system.
///
/// A pthread lock rather than `Synchronization.Mutex`: the thread sanitizer understands it on every platform, and
/// it exists on the oldest systems that this package supports.
final class Lock: @unchecked Sendable {
  // Unchecked for the pointer, which is a constant; what it points to is the system's business.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "The system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}

/// A value that one thread at a time can see.
package final class Guarded<Value>: @unchecked Sendable {
  // Unchecked, because the compiler cannot see that `value` is reached under `lock` alone: both are private, and
  // `withLock` is the only method.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with the value while no other thread can see it; not reentrant.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
