/// Lines that a person edits on a terminal: arrow keys, earlier lines, completion.
///
/// The system's libedit or readline does the work. It is loaded when the program runs, so nothing is linked.
final class EditedLines: LineSource {
  private let library: EditingLibrary
  private let signals: Signals?
  private let prompt: String
  private let history: String?
  private let willWait: () -> Bool
  private var last: String?

  /// Takes the terminal over; nil when no library can be loaded.
  ///
  /// - Parameters:
  ///   - wanted: The library's file, or `none`; nil for the system's.
  ///   - history: The file of the lines typed before; nil to keep none.
  ///   - completions: Called with the line up to the cursor.
  ///   - willWait: Called before each line; false when the answers so far could not be written.
  init?(
    prompt: String,
    library wanted: String?,
    history: String?,
    signals: Signals?,
    completions: @escaping (PartialWord) -> Completions,
    willWait: @escaping () -> Bool
  ) {
    // The libraries read letters as the locale says; the C locale knows only ASCII.
    if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" {
      _ = setlocale(LC_CTYPE, "C.UTF-8")
    }
    guard let library = EditingLibrary(wanted) else { return nil }
    (self.prompt, self.library, self.history) = (prompt, library, history)
    (self.signals, self.willWait) = (signals, willWait)
    library.openHistory(history)
    Callbacks.library = library
    Callbacks.completions = completions
    library.completer?.pointee = completeWords
  }

  func next() -> LineEvent {
    guard willWait() else { return .outputFailed }
    Callbacks.received = nil
    library.installHandler(prompt, receiveLine)
    while true {
      let waited = wait(for: STDIN_FILENO, or: signals) { stop in
        library.removeHandler()
        stop()
        library.installHandler(prompt, receiveLine)  // The line begins anew.
      }
      if case .signal(let number) = waited {
        library.removeHandler()
        return .signal(number)
      }
      if hasHungUp() {
        library.removeHandler()
        return .end
      }
      library.readCharacter()
      if let event = Callbacks.received { return received(event) }
    }
  }

  /// Adds a line to the history.
  private func received(_ event: LineEvent) -> LineEvent {
    guard case .line(let line) = event else { return event }
    if line.utf8.count > DescriptorLines.longest { return .unreadable(.tooLong) }
    if line != last, line.contains(where: { !$0.isWhitespace }) {
      library.addToHistory(line, in: history)
      last = line
    }
    return event
  }

  /// Whether the terminal has been closed; the libraries would take that for a key.
  private func hasHungUp() -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 0) == 1, input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 else {
      return false
    }
    // Linux reports a closed terminal as readable, but no longer as a terminal.
    return input.revents & Int16(POLLIN) == 0 || isatty(STDIN_FILENO) == 0
  }
}

/// State for the libraries' callbacks, which have no context parameter.
private enum Callbacks {
  // Safe: the libraries call back on the thread that calls them, the session's, and there is one terminal.
  nonisolated(unsafe) static var library: EditingLibrary?
  nonisolated(unsafe) static var completions: ((PartialWord) -> Completions)?
  nonisolated(unsafe) static var received: LineEvent?
}

private func receiveLine(_ line: CLine) {
  // First of all: with its handler installed, readline would show the prompt once more.
  Callbacks.library?.removeHandler()
  guard let line else {
    Callbacks.received = .end
    return
  }
  let text = String(cString: line)
  let isWhole = strlen(line) == text.utf8.count && !text.unicodeScalars.contains("\u{FFFD}")
  free(line)
  Callbacks.received = isWhole ? .line(text) : .unreadable(.notUTF8)
}

/// Completes the word before the cursor. The list begins with the common prefix and ends with a null pointer.
private func completeWords(
  _ begun: CText?,
  _ start: Int32,
  _ end: Int32
) -> EditingLibrary.Words? {
  guard let library = Callbacks.library, let begun, let line = library.lineBuffer.pointee else { return nil }
  let count = Int(max(0, start))
  let before =
    library.isLibedit
    ? String(String.UnicodeScalarView(String(cString: line).unicodeScalars.prefix(count)))
    : String(decoding: UnsafeRawBufferPointer(start: line, count: min(count, strlen(line))), as: UTF8.self)
  let word = PartialWord(endOf: before + String(cString: begun))
  let found = word.flatMap { Callbacks.completions?($0) } ?? Completions()
  // The libraries complete file names themselves.
  library.completionIsOver?.pointee = found.areFiles && found.all.isEmpty ? 0 : 1
  guard let word, var typed = found.typed(for: String(cString: begun), in: word) else { return nil }
  // readline adds the closing quote of the only completion.
  if word.isInQuotation && typed.shown.isEmpty && !library.isLibedit { typed.common.removeLast() }
  let list = [typed.common] + typed.shown
  guard let memory = calloc(list.count + 1, MemoryLayout<CLine>.stride) else {
    return nil
  }
  let result = memory.assumingMemoryBound(to: CLine.self)
  for (index, word) in list.enumerated() { result[index] = strdup(word) }
  return result
}

/// A text of the libraries, which is read, and a line that is theirs or becomes theirs.
typealias CText = UnsafePointer<CChar>
typealias CLine = UnsafeMutablePointer<CChar>?

/// The functions that libedit and readline share.
///
/// A program installs a handler, passes on each readable byte, and is called back with a whole line.
struct EditingLibrary {
  typealias LineHandler = @convention(c) (CLine) -> Void
  typealias Words = UnsafeMutablePointer<CLine>
  typealias Completer = @convention(c) (CText?, Int32, Int32) -> Words?
  typealias TextCall = @convention(c) (CText) -> CInt

  let installHandler: @convention(c) (CText, LineHandler) -> Void
  let removeHandler: @convention(c) () -> Void
  let readCharacter: @convention(c) () -> Void
  private let addHistory: TextCall
  /// The line so far.
  let lineBuffer: UnsafeMutablePointer<CLine>
  /// Whether the library shall not complete file names itself.
  let completionIsOver: UnsafeMutablePointer<CInt>?
  let completer: UnsafeMutablePointer<Completer?>?
  /// Whether it is libedit, which counts positions in characters, not in bytes.
  let isLibedit: Bool
  private let handle: UnsafeMutableRawPointer

  /// The libraries' names, the one with the freer licence first.
  private static var names: [String] {
    #if canImport(Darwin)
      ["/usr/lib/libedit.3.dylib", "libedit.dylib", "libreadline.dylib"]
    #else
      ["libedit.so.2", "libedit.so.0", "libedit.so", "libreadline.so.8", "libreadline.so"]
    #endif
  }

  /// Loads a library; nil when none has all the functions.
  ///
  /// - Parameter wanted: The only file to try, or `none`; nil for the system's libraries.
  init?(_ wanted: String?) {
    for name in wanted.map({ [$0] }) ?? Self.names where name != "none" {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      if let library = EditingLibrary(handle) {
        self = library
        return
      }
      dlclose(handle)
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    guard let install = dlsym(handle, "rl_callback_handler_install"),
      let remove = dlsym(handle, "rl_callback_handler_remove"),
      let read = dlsym(handle, "rl_callback_read_char"),
      let add = dlsym(handle, "add_history"),
      let line = dlsym(handle, "rl_line_buffer")
    else { return nil }
    // The headers of both libraries declare these types.
    installHandler = unsafeBitCast(
      install,
      to: (@convention(c) (CText, LineHandler) -> Void).self
    )
    removeHandler = unsafeBitCast(remove, to: (@convention(c) () -> Void).self)
    readCharacter = unsafeBitCast(read, to: (@convention(c) () -> Void).self)
    addHistory = unsafeBitCast(add, to: TextCall.self)
    lineBuffer = line.assumingMemoryBound(to: CLine.self)
    completionIsOver = dlsym(handle, "rl_attempted_completion_over")?.assumingMemoryBound(to: CInt.self)
    completer = dlsym(handle, "rl_attempted_completion_function")?.assumingMemoryBound(to: Completer?.self)
    isLibedit = dlsym(handle, "el_wline") != nil
    self.handle = handle
    // Lists keep their order, and appear at the first Tab.
    dlsym(handle, "rl_sort_completion_matches")?.assumingMemoryBound(to: CInt.self).pointee = 0
    if let bind = dlsym(handle, "rl_variable_bind") {
      typealias Bind = @convention(c) (CText, CText) -> CInt
      _ = unsafeBitCast(bind, to: Bind.self)("show-all-if-ambiguous", "on")
    }
    // The libraries' own signal handlers would end the program with nothing saved.
    dlsym(handle, "rl_catch_signals")?.assumingMemoryBound(to: CInt.self).pointee = 0
  }

  // The types of the functions below are those that the headers of both libraries declare.

  /// Reads the lines typed before, and keeps the newest thousand in their file.
  func openHistory(_ path: String?) {
    guard let path, let truncate = dlsym(handle, "history_truncate_file"),
      let read = dlsym(handle, "read_history")
    else { return }
    let file = openFile(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return }
    close(file)
    typealias Truncate = @convention(c) (CText, CInt) -> CInt
    _ = unsafeBitCast(truncate, to: Truncate.self)(path, 1000)
    _ = unsafeBitCast(read, to: TextCall.self)(path)
  }

  /// Adds a line for the arrow keys, here and in the next session.
  ///
  /// - Parameter path: The history's file; nil to keep the line in memory only.
  func addToHistory(_ line: String, in path: String?) {
    _ = addHistory(line)
    guard let path, let append = dlsym(handle, "append_history") else { return }
    typealias Append = @convention(c) (CInt, CText) -> CInt
    // libedit appends one line more than it is asked for. A history that cannot be written is no reason to refuse the line.
    _ = unsafeBitCast(append, to: Append.self)(isLibedit ? 0 : 1, path)
  }
}
