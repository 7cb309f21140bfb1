/// A pipe that wakes a thread that waits for its descriptor.
final class Bell: Sendable {
  /// Readable after `ring`.
  let descriptor: Int32
  private let inbox: Int32

  /// Returns nil when the system has no pipe left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, inbox) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(inbox)
  }

  /// Wakes the waiting thread; `byte` is the next one that `hear` returns.
  func ring(_ byte: UInt8 = 0) {
    var byte = byte
    // A full pipe has been rung already.
    _ = write(inbox, &byte, 1)
  }

  /// The next byte that was rung; nil when there is none.
  func hear() -> UInt8? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? byte : nil
  }
}

/// The signals that end a line or a session, as events to wait for beside input and output.
///
/// All threads but one block the signals. That thread takes each signal and passes its number on through a pipe. So no
/// handler runs in the middle of other code, and a waiting thread learns of a signal at once.
final class Signals: Sendable {
  private let bell: Bell

  /// Readable when a signal has come.
  var descriptor: Int32 { bell.descriptor }

  /// Begins to take signals. Call it before other threads exist: they inherit the mask.
  ///
  /// A signal that the parent process ignores stays ignored. A broken pipe or a file that is too large is an error of the
  /// system call.
  ///
  /// - Returns: Nil when the system has no pipe or thread left. Each signal then has its usual effect.
  convenience init?(_ numbers: [Int32]) {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    guard let bell = Bell() else { return nil }
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers where !Self.isIgnored(number) { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let isStarted = startThread { [set] in
      var set = set
      while true {
        var number: Int32 = 0
        if sigwait(&set, &number) == 0 { bell.ring(UInt8(truncatingIfNeeded: number)) }
      }
    }
    guard isStarted else {
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      return nil
    }
    self.init(from: bell)
  }

  /// Signals whose numbers are rung on a bell.
  init(from bell: Bell) { self.bell = bell }

  /// The number of the next signal; nil when none has come.
  ///
  /// SIGTSTP stops the program in here, and the program goes on in here.
  ///
  /// - Parameter aroundStop: Called with the stop, to leave the terminal to the shell.
  func next(aroundStop: (() -> Void) -> Void = { $0() }) -> Int32? {
    while let number = bell.hear() {
      guard Int32(number) == SIGTSTP else { return Int32(number) }
      aroundStop { kill(getpid(), SIGSTOP) }
    }
    return nil
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    typealias Handler = @convention(c) (Int32) -> Void
    guard let old = signal(number, SIG_DFL) as Handler? else { return false }
    // Functions can be compared only by their addresses.
    guard unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self) else {
      return false
    }
    _ = signal(number, SIG_IGN)
    return true
  }
}

/// The outcome of waiting for a descriptor.
enum WaitOutcome: Equatable {
  case ready
  /// The time was up first.
  case notYet
  /// The reader of the output is gone.
  case unread
  case signal(Int32)
}

/// Waits until a descriptor can be read or written, or a signal comes, which goes first.
///
/// - Parameters:
///   - output: A descriptor whose reader may go away; -1 for none.
///   - milliseconds: The time limit; -1 for none.
///   - aroundStop: Passed to `Signals.next(aroundStop:)`.
func wait(
  for descriptor: Int32,
  writing: Bool = false,
  orHangUpOf output: Int32 = -1,
  or signals: Signals?,
  milliseconds: Int32 = -1,
  aroundStop: (() -> Void) -> Void = { $0() }
) -> WaitOutcome {
  while true {
    var waiting = [
      pollfd(fd: descriptor, events: Int16(writing ? POLLOUT : POLLIN), revents: 0),
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
    ]
    let count = poll(&waiting, 3, milliseconds)
    if waiting[1].revents != 0, let number = signals?.next(aroundStop: aroundStop) { return .signal(number) }
    if waiting[2].revents != 0 { return .unread }
    // A broken descriptor counts as ready: the next system call reports the error.
    if waiting[0].revents != 0 { return .ready }
    if count == 0 { return .notYet }
    if count < 0 && errno != EINTR { return .ready }
  }
}
