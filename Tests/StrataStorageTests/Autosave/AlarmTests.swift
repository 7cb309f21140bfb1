import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// Threads that run when the test lets them, on the test's own.
final class Threads: Sendable {
  private let started = Guarded<[@Sendable () -> Void]>([])
  /// The system's reason for giving no thread; nil while it gives some.
  let refusal = Guarded<SystemError?>(nil)

  /// How many threads were started and have not run.
  var count: Int { started.withLock { $0.count } }

  var alarm: Alarm {
    Alarm { [self] body throws(SystemError) in
      if let refusal = refusal.withLock({ $0 }) { throw refusal }
      started.withLock { $0.append(body) }
    }
  }

  /// Runs each thread to its end.
  func run() {
    let bodies = started.withLock { started in
      defer { started = [] }
      return started
    }
    for body in bodies { body() }
  }
}

@Suite("Alarms")
struct AlarmTests {
  let threads = Threads()
  let heard = Guarded<[String]>([])
  private var all: [String] { heard.withLock { $0 } }

  @Test("An alarm has a thread while a call waits, and none before and after")
  func threadPerCall() throws {
    let alarm = threads.alarm
    #expect(threads.count == 0)
    for name in ["a", "b"] {
      try alarm.set(after: .zero) { [heard] in heard.withLock { $0.append(name) } }
      #expect(threads.count == 1)
      threads.run()
    }
    #expect(all == ["a", "b"] && threads.count == 0)
  }

  @Test("A call takes the place of the one that waits, on the same thread; cancelling takes it away")
  func replacing() throws {
    let alarm = threads.alarm
    try alarm.set(after: .seconds(1_000)) { [heard] in heard.withLock { $0.append("a") } }
    try alarm.set(after: .zero) { [heard] in heard.withLock { $0.append("b") } }
    #expect(threads.count == 1)
    threads.run()
    #expect(all == ["b"])
    try alarm.set(after: .zero) { [heard] in heard.withLock { $0.append("c") } }
    alarm.cancel()
    threads.run()
    #expect(all == ["b"])
  }

  @Test("A call can set the next one, which needs no other thread")
  func next() throws {
    let alarm = threads.alarm
    try alarm.set(after: .zero) { [heard, threads] in
      heard.withLock { $0.append("a") }
      #expect(throws: Never.self) {
        try alarm.set(after: .zero) { heard.withLock { $0.append("b") } }
      }
      #expect(threads.count == 0)
    }
    threads.run()
    #expect(all == ["a", "b"])
  }

  @Test("set(after:) throws when the system gives no thread, keeps nothing, and works again later")
  func refused() throws {
    let alarm = threads.alarm
    threads.refusal.withLock { $0 = .wouldBlock }
    var kept: Threads? = Threads()
    weak let witness = kept
    #expect(throws: SystemError.wouldBlock) {
      try alarm.set(after: .zero) { [kept] in _ = kept?.count }
    }
    kept = nil
    #expect(witness == nil)
    threads.refusal.withLock { $0 = nil }
    try alarm.set(after: .zero) { [heard] in heard.withLock { $0.append("a") } }
    threads.run()
    #expect(all == ["a"])
  }

  @Test("A call that is replaced, cancelled or made is released where it may use the alarm")
  func released() throws {
    let alarm = Alarm()
    let freed = DispatchSemaphore(value: 0)
    final class Owner: Sendable {
      let end: @Sendable () -> Void
      init(_ end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
    }
    func call(after wait: Duration) throws {
      let owner = Owner {
        alarm.cancel()
        freed.signal()
      }
      try alarm.set(after: wait) { withExtendedLifetime(owner) {} }
    }
    try call(after: .seconds(1_000))
    alarm.cancel()
    try #require(Patience.wait(for: freed))
    try call(after: .seconds(1_000))
    // The release of the first call may cancel the second one.
    try alarm.set(after: .seconds(1_000)) {}
    try #require(Patience.wait(for: freed))
    try call(after: .milliseconds(1))
    try #require(Patience.wait(for: freed))
  }

  @Test("The thread of an alarm takes no signal from another thread, and the sender's mask stays")
  func signals() throws {
    @Sendable func blocked() -> [Bool] {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return [SIGINT, SIGTERM, SIGSEGV].map { sigismember(&mask, $0) == 1 }
    }
    let (alarm, before) = (Alarm(), blocked())
    let made = DispatchSemaphore(value: 0)
    try alarm.set(after: .zero) {
      #expect(blocked() == [true, true, false])
      made.signal()
    }
    #expect(blocked() == before)
    try #require(Patience.wait(for: made))
  }

  @Test("On real threads each call is made, however often one is set, and not before its time")
  func real() throws {
    let alarm = Alarm()
    let made = DispatchSemaphore(value: 0)
    for _ in 0..<Soak.times(200) {
      let due = SuspendingClock.now.advanced(by: .microseconds(200))
      try alarm.set(after: .seconds(1_000)) {}
      try alarm.set(after: .microseconds(200)) {
        #expect(SuspendingClock.now >= due)
        made.signal()
      }
      try #require(Patience.wait(for: made))
    }
  }
}
