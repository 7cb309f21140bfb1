import Foundation
import TestSupport

/// The program on a pseudo-terminal, with a person who types.
final class Typist {
  private let terminal: Int32
  private let process: ChildProcess
  private var bytes: [UInt8] = []
  /// The number of bytes that earlier calls of `sees` covered.
  private var seen = 0

  /// The terminal or the program could not be started.
  struct NotStarted: Error {
    let number: Int32
  }

  /// - Parameters:
  ///   - words: The words after the program's name. Files are in the test's folder.
  ///   - ignoresHangUps: Whether the program ignores SIGHUP, as under `nohup`.
  ///   - columns: The width of the window.
  init(
    _ program: Program,
    _ variables: [String: String] = [:],
    words: [String] = ["workspace.json"],
    ignoresHangUps: Bool = false,
    columns: UInt16 = 200
  ) throws {
    let calls = TerminalCalls()
    terminal = calls?.open(O_RDWR | O_NOCTTY | O_CLOEXEC) ?? -1
    guard let calls, terminal >= 0, calls.grant(terminal) == 0, calls.unlock(terminal) == 0,
      let name = calls.name(terminal)
    else { throw NotStarted(number: errno) }
    // The libraries show nothing on a terminal without a size.
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    let known = program.environment.merging(["TERM": "xterm", "LANG": "C.UTF-8"]) { $1 }
    let trap = ignoresHangUps ? "trap '' HUP; " : ""
    process = try ChildProcess(
      "/bin/sh",
      ["-c", "\(trap)cd \"$HOME\"; exec \"$0\" \"$@\"", Program.path] + words,
      descriptors: .terminal(name: String(cString: name)),
      environment: known.merging(variables) { $1 }
    )
  }

  deinit {
    close(terminal)
  }

  /// All output on the terminal.
  var raw: String { String(decoding: bytes, as: UTF8.self) }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { process.signal(number) }

  /// Waits until the program has stopped; false when it does not.
  func seesItStop() -> Bool { Patience.blocks { process.isStopped } }

  /// Waits until a text is shown after the text waited for before; returns the output from there up to the text.
  @discardableResult
  func sees(_ text: String) -> String? {
    let end = ContinuousClock.now + Patience.limit
    while true {
      let shown = plain(bytes[seen...])
      if let place = shown.range(of: text) {
        let result = String(shown[..<place.upperBound])
        // The next call looks only at later output.
        seen = bytes.count
        return result
      }
      guard ContinuousClock.now < end, fill() else { return nil }
    }
  }

  /// Reads available output; false after the end.
  private func fill() -> Bool {
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 200) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    return count > 0
  }

  /// Waits for the end of the program and returns its status; a negative number when a signal ended it.
  func finish() -> Int32 {
    let end = ContinuousClock.now + Patience.limit
    while fill() {
      if ContinuousClock.now > end { signal(SIGKILL) }
    }
    return status()
  }

  /// Closes the window, and waits for the end of the program.
  func hangUp() -> Int32 {
    let nothing = open("/dev/null", O_RDWR)
    dup2(nothing, terminal)
    close(nothing)
    return status()
  }

  private func status() -> Int32 {
    let end = process.finish()
    return end.isSignal ? -end.status : end.status
  }

  /// Whether the terminal collects lines and echoes keys, as a shell expects it.
  var isAsTheShellLeftIt: Bool {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The output without colours and movements of the cursor.
  private func plain(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.filter { $0 != 0x0D && $0 != 0x07 }, as: UTF8.self)
      .replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
  }
}

/// The system calls that make a pseudo-terminal. On Linux, the header hides them from Swift.
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
