import Strata

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Work on a thread of its own, and a descriptor that can be read when it is over.
final class Beside<Result: Sendable>: Sendable {
  let meter: WorkMeter
  /// Can be read when there is a result.
  let descriptor: Int32
  private let inbox: Int32
  private let body: @Sendable () throws -> Result
  private let found = Guarded<Swift.Result<Result, any Error>?>(nil)

  /// Begins the work; nil where the system has no pipe or thread left.
  init?(_ meter: WorkMeter, _ body: @escaping @Sendable () throws -> Result) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, inbox, self.meter, self.body) = (ends[0], ends[1], meter, body)
    guard begin() else { return nil }
  }

  deinit {
    close(descriptor)
    close(inbox)
  }

  /// What the work came to, once the descriptor can be read.
  ///
  /// - Throws: What the work threw.
  func result() throws -> Result {
    guard let result = found.withLock({ $0 }) else { throw Unfinished() }
    return try result.get()
  }

  /// Nothing was found yet.
  struct Unfinished: Error {}

  private func begin() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // As much as the thread has that waits.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let errand = Unmanaged.passRetained(Errand(run: work))
    if pthread_create(&thread, &attributes, runErrand, errand.toOpaque()) == 0 { return true }
    errand.release()
    return false
  }

  @Sendable
  private func work() {
    let result = Swift.Result { try WorkMeter.$current.withValue(meter) { try body() } }
    found.withLock { $0 = result }
    var byte: UInt8 = 1
    _ = write(inbox, &byte, 1)
  }
}

/// What a thread is started with.
private final class Errand {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runErrand(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func runErrand(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
