#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The signals that end a line or a sitting, as something to wait for together with input and output.
///
/// They are blocked in all threads but one, which takes them and passes their numbers on through a pipe. So nothing
/// runs in the middle of something else, and whoever waits hears of them at once.
final class Signals: Sendable {
  /// Can be read when a signal came.
  let descriptor: Int32

  /// Begins to take signals; has to be called before there are other threads, which inherit what is blocked.
  ///
  /// A signal that whoever started the program had it ignore stays ignored. Broken pipes and files that are too large
  /// are errors of the calls that notice them, and end nothing.
  ///
  /// - Returns: Nil when the system has no pipe or thread left; the signals then do what they do by themselves.
  convenience init?(_ numbers: [Int32]) {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers where !Self.isIgnored(number) { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    guard Self.startThread(Post(set: set, inbox: ends[1])) else {
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      return nil
    }
    self.init(passedOnTo: ends[0])
  }

  /// Signals whose numbers come, a byte each, through the end of a pipe.
  init(passedOnTo descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// The number of a signal that came and was not asked for yet; nil when none did.
  ///
  /// Where the person stops the program, it stops in here, and goes on in here when they want it to.
  ///
  /// - Parameter aroundStop: Called with what stops the program, to leave the terminal as the shell wants it.
  func next(aroundStop: (() -> Void) -> Void = { $0() }) -> Int32? {
    var number: UInt8 = 0
    while read(descriptor, &number, 1) == 1 {
      guard Int32(number) == SIGTSTP else { return Int32(number) }
      aroundStop { kill(getpid(), SIGSTOP) }
    }
    return nil
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    guard let old = signal(number, SIG_DFL) as sighandler? else { return false }
    // Functions cannot be compared but as the addresses that they are.
    guard unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN as sighandler?, to: Int.self) else {
      return false
    }
    _ = signal(number, SIG_IGN)
    return true
  }

  private typealias sighandler = @convention(c) (Int32) -> Void

  private static func startThread(_ post: Post) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // The thread never ends, so neither does what it was given.
    let context = Unmanaged.passRetained(post).toOpaque()
    return pthread_create(&thread, nil, passSignalsOn, context) == 0
  }
}

/// What the thread needs that takes the signals.
private final class Post {
  var set: sigset_t
  let inbox: Int32

  init(set: sigset_t, inbox: Int32) {
    (self.set, self.inbox) = (set, inbox)
  }

  func passOn() {
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(inbox, &byte, 1)
    }
  }
}

#if canImport(Darwin)
  private func passSignalsOn(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Post>.fromOpaque(context).takeUnretainedValue().passOn()
    return nil
  }
#else
  private func passSignalsOn(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Post>.fromOpaque(context).takeUnretainedValue().passOn() }
    return nil
  }
#endif
