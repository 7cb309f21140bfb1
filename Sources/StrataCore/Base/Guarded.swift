import Platform

/// A lock of the operating system.
///
/// A pthread lock rather than `Synchronization.Mutex`: the thread sanitizer understands it on every platform, and
/// it exists on the oldest systems that this package supports.
package final class Lock: @unchecked Sendable {
  // Unchecked for the pointer, which is a constant; what it points to is the system's business.
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "The system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until no other thread has the lock, and takes it.
  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Whether a thread has the lock just now, for tests of what is done under it.
  var isTaken: Bool {
    guard pthread_mutex_trylock(mutex) == 0 else { return true }
    unlock()
    return false
  }
}

/// A condition variable: threads that hold a lock wait for it, until another thread rings it.
package final class Bell: @unchecked Sendable {
  // Unchecked as the lock is.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    condition = .allocate(capacity: 1)
    #if canImport(Darwin)
      let failure = pthread_cond_init(condition, nil)
    #else
      // A clock that no person sets, as Apple's systems have for waits anyway.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      let failure = pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
    precondition(failure == 0, "The system has no memory left for a bell")
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Lets go of the lock, and takes it again when it was rung; it may come back before.
  func wait(with lock: Lock) { pthread_cond_wait(condition, lock.mutex) }

  /// Does the same, but comes back after `wait` at the latest, or after a day.
  package func wait(with lock: Lock, atMost wait: Duration) {
    let (seconds, attoseconds) = min(max(wait, .zero), .seconds(86_400)).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, lock.mutex, &time)
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      end.tv_sec += time.tv_sec + (end.tv_nsec + time.tv_nsec) / 1_000_000_000
      end.tv_nsec = (end.tv_nsec + time.tv_nsec) % 1_000_000_000
      pthread_cond_timedwait(condition, lock.mutex, &end)
    #endif
  }

  /// Wakes one thread that waits.
  package func ring() { pthread_cond_signal(condition) }
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

  /// Whether a thread sees the value just now, for tests of what is done under a lock.
  package var isTaken: Bool { lock.isTaken }
}
