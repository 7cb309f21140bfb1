import Platform
import StrataCore

/// Calls a closure after a while, on a thread that exists for no longer than a call waits.
///
///     let alarm = Alarm()
///     try alarm.set(after: .seconds(2)) { save() }
///     try alarm.set(after: .seconds(3)) { save() }  // takes the place of the first call
///     alarm.cancel()                                // nothing is called
///
/// A timer of Dispatch needs a descriptor and ends the process where none is left; where the system gives no thread, it
/// never fires. An alarm needs a thread alone, and says so where there is none.
final class Alarm: @unchecked Sendable {
  // Unchecked, because the compiler cannot see that the variables are reached under `lock` alone.
  private let lock = Lock()
  private let bell = Bell()
  private let startThread: ThreadStart
  private var call: (@Sendable () -> Void)?
  private var due = SuspendingClock.now
  /// Whether a thread waits for the time, or makes a call.
  private var hasThread = false

  /// Runs its argument on a new thread, or throws the system's refusal.
  typealias ThreadStart = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Void

  init(on startThread: @escaping ThreadStart = { body throws(SystemError) in try onNewThread(body) }) {
    self.startThread = startThread
  }

  /// Calls `body` after `wait`, unless another call takes its place before, or `cancel()` takes it away.
  ///
  /// - Throws: The reason where the system gives no thread; there is no call then.
  func set(after wait: Duration, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let (old, refusal) = put(body, at: .now.advanced(by: wait))
    withExtendedLifetime(old) {}
    if let refusal { throw refusal }
  }

  /// Takes the call away that waits.
  func cancel() {
    withExtendedLifetime(put(nil, at: .now)) {}
  }

  /// Puts a call in the place of the one that waits, and returns that one, to be released where no lock is held.
  private func put(
    _ body: (@Sendable () -> Void)?,
    at time: SuspendingClock.Instant
  ) -> (old: (@Sendable () -> Void)?, refusal: SystemError?) {
    lock.lock()
    defer { lock.unlock() }
    let old = call
    (call, due) = (body, time)
    if hasThread {
      bell.ring()
    } else if body != nil {
      do throws(SystemError) {
        try startThread { self.run() }
        hasThread = true
      } catch {
        call = nil
        return (old, error)
      }
    }
    return (old, nil)
  }

  /// Makes each call when it is due, until no call waits.
  private func run() {
    // Each call is released before the next wait, and under no lock: it may keep the owner of this alarm.
    while let call = nextCall() { call() }
  }

  /// Waits until a call is due, and returns it; nil when no call waits.
  private func nextCall() -> (@Sendable () -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    while call != nil {
      let wait = SuspendingClock.now.duration(to: due)
      if wait <= .zero {
        defer { call = nil }
        return call
      }
      bell.wait(with: lock, atMost: wait)
    }
    hasThread = false
    return nil
  }
}

/// Runs `body` on a thread of its own, which gets no signals but its own faults.
private func onNewThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
  #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  // A signal belongs to a thread that expects it; the new thread has the mask of this one from its start.
  var (mask, own) = (sigset_t(), sigset_t())
  sigfillset(&mask)
  for fault in [SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPIPE] { sigdelset(&mask, fault) }
  pthread_sigmask(SIG_SETMASK, &mask, &own)
  defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
  let work = Unmanaged.passRetained(ThreadBody(body))
  let number = pthread_create(
    &thread,
    nil,
    { context in
      // Optional on some systems.
      let context: UnsafeMutableRawPointer? = context
      pthread_detach(pthread_self())
      if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    },
    work.toOpaque()
  )
  guard number == 0 else {
    work.release()
    throw SystemError(number)
  }
}

/// The body of a thread, behind a pointer that C can pass on.
private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
