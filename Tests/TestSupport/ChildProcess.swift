import Foundation

/// A process that a test starts.
///
/// It has default signals whatever the tests inherited (a shell gives a background job an ignored SIGINT), an environment
/// that the test knows, and no descriptors but its first three.
public struct ChildProcess: Sendable {
  /// The number of the process.
  public let id: pid_t
  private let ending = Ending()

  /// The end of a process, once a thread of its own has waited for it.
  ///
  /// Each process is waited for at once, also where no test asks for its end: Swift Testing waits for any child of the
  /// tests, and goes round and round while one that is not its own has ended and was not waited for.
  private final class Ending: Sendable {
    // Read and written under the lock alone.
    private let lock = NSLock()
    nonisolated(unsafe) private var status: Int32?

    func wait(for id: pid_t) {
      Thread.detachNewThread { [self] in
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        lock.withLock { self.status = status }
      }
    }

    var value: Int32? { lock.withLock { status } }
  }

  /// The system started no process.
  public struct NotStarted: Error {
    /// The number of the reason, as in `errno.h`.
    public let number: Int32
  }

  /// The first three descriptors of a process.
  public enum Descriptors {
    /// Descriptors of the tests' own.
    case own(input: Int32, output: Int32, errors: Int32)
    /// A terminal by its name; the process leads a session of its own, so that keys become signals.
    case terminal(name: String)
  }

  /// The variables of every child: the paths of programs and temporary files, and the options of sanitizers.
  public static let surroundings: [String: String] = {
    let inherited = ProcessInfo.processInfo.environment
    let folder = FileManager.default.temporaryDirectory.path
    let known = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder, "TMPDIR": folder]
    let passedOn = inherited.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"].contains($0.key) }
    return known.merging(["LANG": "C.UTF-8"]) { $1 }.merging(passedOn) { $1 }
  }()

  /// One process is started at a time: no other one inherits a pipe before it is marked as the tests' own.
  private static let starting = NSLock()

  #if canImport(Darwin)
    private static let leadsSession = Int16(POSIX_SPAWN_SETSID)
  #else
    // The system's header hides the name.
    private static let leadsSession: Int16 = 0x80
  #endif

  /// Does what must not overlap with the start of another process.
  static func start<Result>(_ body: () throws -> Result) rethrows -> Result {
    starting.lock()
    defer { starting.unlock() }
    return try body()
  }

  /// Makes a pipe whose ends no child inherits.
  public static func pipe() -> Pipe { start { pipeWhileStarting() } }

  /// The same, inside `start`.
  static func pipeWhileStarting() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }

  /// Starts a process.
  public init(
    _ path: String,
    _ arguments: [String],
    descriptors: Descriptors,
    environment: [String: String] = surroundings
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    switch descriptors {
    case .own(let input, let output, let errors):
      for (number, own) in [input, output, errors].enumerated() {
        posix_spawn_file_actions_adddup2(&actions, own, Int32(number))
      }
    case .terminal(let name):
      flags |= Self.leadsSession
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, flags)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: pid_t = 0
    let number = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
    guard number == 0 else { throw NotStarted(number: number) }
    self.id = id
    ending.wait(for: id)
  }

  /// Sends a signal, unless the process has ended and its number may be another one's.
  public func signal(_ number: Int32) {
    if ending.value == nil { kill(id, number) }
  }

  /// Whether the process has stopped, and may go on.
  public var isStopped: Bool {
    var found = siginfo_t()
    return waitid(P_PID, id_t(id), &found, WSTOPPED | WNOHANG | WNOWAIT) == 0 && found.si_signo == SIGCHLD
  }

  /// Waits for the end; the status, or the number of the signal that ended it.
  ///
  /// A process that does not end is killed at the limit of patience.
  public func finish() -> (status: Int32, isSignal: Bool) {
    if !Patience.blocks(until: { ending.value != nil }) {
      signal(SIGKILL)
      _ = Patience.blocks { ending.value != nil }
    }
    let status = ending.value ?? SIGKILL
    let signal = status & 0x7F
    return signal == 0 ? ((status >> 8) & 0xFF, false) : (signal, true)
  }
}
