import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The program in which a person writes longer texts.
struct TextEditor {
  /// What the shell is given to start it.
  let command: String
  /// The folder for the file that it is given.
  let folder: String

  /// The editor that the environment names; nil where it names none.
  init?(_ environment: (String) -> String?) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap(environment).first { $0.contains { !$0.isWhitespace } }
    guard let named else { return nil }
    command = named
    folder = environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// Lets the person edit a text in a file of its own, which only they can read.
  ///
  /// - Parameter take: Takes what they made of it, without the line feeds at its end. Where that fails, the file stays
  ///   where it is, and the error says where that is.
  /// - Throws: `NotEdited`, and `NotTaken` with what `take` threw.
  func edit(_ text: String, _ take: (String) throws -> Void) throws {
    let path = try write(text)
    var isKept = false
    defer { if !isKept { unlink(path) } }
    let status = try run(on: path)
    guard status == 0 else { throw NotEdited(reason: "\(command) ended with \(status)") }
    isKept = true
    let edited = try read(path)
    do {
      try take(edited)
    } catch {
      throw NotTaken(error: error, path: path)
    }
    isKept = false
  }

  private func write(_ text: String) throws(NotEdited) -> String {
    var template = Array((folder + "/strata-note-XXXXXX").utf8CString)
    let file = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guard file >= 0 else {
      throw NotEdited(reason: "no file can be made in \(folder): \(SystemError(errno))")
    }
    defer { close(file) }
    guard writeAll(Array((text + "\n").utf8), to: file, or: nil) == nil else {
      unlink(path)
      throw NotEdited(reason: "\(path) cannot be written")
    }
    return path
  }

  private func read(_ path: String) throws(NotEdited) -> String {
    let file = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw NotEdited(reason: "\(path) cannot be read: \(SystemError(errno))") }
    defer { close(file) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = Self.read(file, &buffer)
      if count == 0 { break }
      guard count > 0 else { throw NotEdited(reason: "\(path) cannot be read: \(SystemError(errno))") }
      bytes += buffer[..<count]
    }
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw NotEdited(reason: "what was written is not in UTF-8. It is in \(path)")
    }
    return text
  }

  /// The system's `read`, which the method of the same name hides.
  private static func read(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    let size = buffer.count
    return buffer.withUnsafeMutableBytes { buffer in systemRead(file, buffer.baseAddress, size) }
  }

  /// Starts the editor, and waits for its end; where it is stopped, so is this program.
  private func run(on path: String) throws(NotEdited) -> Int32 {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program blocks or ignores is no business of the editor's.
    var (none, defaults) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ["sh", "-c", "\(command) \"$1\"", "sh", path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ)
    guard failure == 0 else {
      throw NotEdited(reason: "\(command) cannot be started: \(SystemError(failure))")
    }
    var status: Int32 = 0
    while true {
      let found = waitpid(child, &status, WUNTRACED)
      if found == -1 && errno == EINTR { continue }
      guard found == child else { throw NotEdited(reason: "\(command) has got lost") }
      guard status & 0xFF == 0x7F else { break }
      // The shell gets the terminal back, and wakes both.
      kill(getpid(), SIGSTOP)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

/// A text was not edited; nothing has changed.
struct NotEdited: Error, Equatable, CustomStringConvertible {
  let reason: String

  var description: String { "Nothing was changed: \(reason)." }

  /// The environment names no editor.
  static let noEditor = NotEdited(
    reason:
      "no editor is named. Quit, and start again with such as EDITOR=nano strata, or write the text in the line"
  )
  /// No person sits at a terminal.
  static let noTerminal = NotEdited(
    reason: "there is no terminal for an editor. Write the text in the line, as in note add It rains"
  )
}

/// A text that was edited could not be taken; it is kept.
struct NotTaken: Error, CustomStringConvertible {
  let error: any Error
  let path: String

  var description: String { "\(told(error)) What you wrote is kept in \(path)" }
}
