import Foundation
import TestSupport

/// The program on a pseudo-terminal, and a user who types.
final class Typist {
  private let terminal: Int32
  private let process: pid_t
  private var bytes: [UInt8] = []
  /// How much of what is shown was waited for already.
  private var seen = 0

  #if canImport(Darwin)
    private static let leadsSession = Int16(POSIX_SPAWN_SETSID)
  #else
    // The system's header hides the name.
    private static let leadsSession: Int16 = 0x80
  #endif

  /// The terminal could not be made, or the program not started.
  struct NotStarted: Error {
    let number: Int32
  }

  /// - Parameters:
  ///   - words: What stands behind the program's name; nil for the workspace alone.
  ///   - ignoresHangUps: Whether the program is started as `nohup` starts one.
  init(
    _ program: Program,
    _ variables: [String: String] = [:],
    words: [String]? = nil,
    ignoresHangUps: Bool = false
  ) throws {
    let calls = TerminalCalls()
    terminal = calls?.open(O_RDWR | O_NOCTTY) ?? -1
    guard let calls, terminal >= 0, calls.grant(terminal) == 0, calls.unlock(terminal) == 0,
      let name = calls.name(terminal)
    else { throw NotStarted(number: errno) }
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    // One without a size shows nothing.
    var size = winsize(ws_row: 40, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // Who leads a session and opens a terminal is controlled by it: its keys are signals.
    posix_spawnattr_setflags(&attributes, Self.leadsSession)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let known = program.environment.merging(["TERM": "xterm", "LANG": "C.UTF-8"]) { $1 }.merging(variables) {
      $1
    }
    var environment = known.map { strdup("\($0)=\($1)") } + [nil]
    let command =
      ignoresHangUps ? ["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"", Program.path] : [Program.path]
    var arguments = (command + (words ?? [program.file])).map { strdup($0) } + [nil]
    var process: pid_t = 0
    let number = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &environment)
    for text in arguments + environment { free(text) }
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&actions)
    guard number == 0 else { throw NotStarted(number: number) }
    self.process = process
  }

  deinit {
    close(terminal)
  }

  /// Everything that was sent to the terminal.
  var raw: String { String(decoding: bytes, as: UTF8.self) }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Waits until the program has stopped; false when it does not.
  func seesItStop() -> Bool {
    var status: Int32 = 0
    for _ in 0..<5_000 {
      if waitpid(process, &status, WNOHANG | WUNTRACED) == process { return status & 0xFF == 0x7F }
      usleep(2_000)
    }
    return false
  }

  /// Waits until a text is shown behind what was waited for before, and returns what is shown from there on.
  ///
  /// - Parameter isSlowed: Whether the program stands still for most of the time, so that what it does takes long on a fast
  ///   machine, too.
  @discardableResult
  func sees(_ text: String, within seconds: Double = 10, slowed isSlowed: Bool = false) -> String? {
    let end = Date().addingTimeInterval(seconds)
    while true {
      if isSlowed {
        signal(SIGSTOP)
        usleep(50_000)
        signal(SIGCONT)
      }
      let shown = plain(bytes[seen...])
      if let place = shown.range(of: text) {
        let result = String(shown[..<place.upperBound])
        // What comes next is looked for in what comes next.
        seen = bytes.count
        return result
      }
      guard Date() < end, fill(within: isSlowed ? 10 : 200) else { return nil }
    }
  }

  /// Reads what is there; false when nothing comes any more.
  private func fill(within milliseconds: Int32 = 200) -> Bool {
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    return count > 0
  }

  /// Waits for the end of the program, and returns its status; a negative number where a signal ended it, or it did not
  /// end by itself.
  func finish(within seconds: Double = 20) -> Int32 {
    let end = Date().addingTimeInterval(seconds)
    while fill() {
      if Date() > end { kill(process, SIGKILL) }
    }
    return status(by: end)
  }

  /// Closes the window, and waits for the end of the program.
  func hangUp() -> Int32 {
    let noOne = open("/dev/null", O_RDWR)
    dup2(noOne, terminal)
    close(noOne)
    return status(by: Date().addingTimeInterval(20))
  }

  private func status(by end: Date) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if Date() > end { kill(process, SIGKILL) }
      usleep(2_000)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Whether the terminal collects lines and shows what is typed, as a shell expects it.
  var isAsTheShellLeftIt: Bool {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// What was sent, without colours and movements of the cursor.
  private func plain(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.filter { $0 != 0x0D && $0 != 0x07 }, as: UTF8.self)
      .replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
  }
}

/// The calls that make a pseudo-terminal: the system has them, and its header hides them from Swift on Linux.
private struct TerminalCalls {
  let open: @convention(c) (Int32) -> Int32
  let grant: @convention(c) (Int32) -> Int32
  let unlock: @convention(c) (Int32) -> Int32
  let name: @convention(c) (Int32) -> UnsafeMutablePointer<CChar>?

  init?() {
    guard let program = dlopen(nil, RTLD_NOW), let open = dlsym(program, "posix_openpt"),
      let grant = dlsym(program, "grantpt"), let unlock = dlsym(program, "unlockpt"),
      let name = dlsym(program, "ptsname")
    else { return nil }
    self.open = unsafeBitCast(open, to: (@convention(c) (Int32) -> Int32).self)
    self.grant = unsafeBitCast(grant, to: (@convention(c) (Int32) -> Int32).self)
    self.unlock = unsafeBitCast(unlock, to: (@convention(c) (Int32) -> Int32).self)
    self.name = unsafeBitCast(name, to: (@convention(c) (Int32) -> UnsafeMutablePointer<CChar>?).self)
  }
}
