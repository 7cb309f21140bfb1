#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A lock of the operating system, which knows who holds it.
///
/// A pthread lock rather than `Synchronization.Mutex`: the thread sanitizer understands it on every platform, and
/// it exists on the oldest systems that this package supports.
final class Lock: @unchecked Sendable {
  // Unchecked for the pointer, which is a constant; what it points to is the system's business.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes a lock.
  ///
  /// - Parameter isChecked: Whether it notices that a thread takes it twice, which takes a little longer.
  init(isChecked: Bool = false) {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    defer { pthread_mutexattr_destroy(&attributes) }
    if isChecked { pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK)) }
    mutex = .allocate(capacity: 1)
    let failure = pthread_mutex_init(mutex, &attributes)
    precondition(failure == 0, "The system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until no other thread has the lock, and takes it.
  ///
  /// - Returns: whether it was taken; a checked lock is not when the thread has it already.
  @discardableResult
  func lock() -> Bool { pthread_mutex_lock(mutex) == 0 }

  func unlock() { pthread_mutex_unlock(mutex) }
}

/// A value that one thread at a time can see.
package final class Guarded<Value>: @unchecked Sendable {
  // Unchecked, because the compiler cannot see that the value is reached under `lock` alone: both are private, and
  // `withLock` is the only method.
  private let lock = Lock()
  // Behind a pointer: a stored variable would be guarded against overlapping access a second time, at some cost.
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with the value while no other thread can see it; not reentrant.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}
