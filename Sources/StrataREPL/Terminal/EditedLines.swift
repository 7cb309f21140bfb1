#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Lines that a person edits on a terminal: arrow keys, earlier lines, completion.
final class EditedLines: LineSource {
  private let library: EditingLibrary
  private let history: LineHistory?
  private let signals: Signals?
  private let prompt: String
  private let willWait: () -> Bool
  private var last: String?

  /// Takes the terminal over; nil when no library can be loaded.
  ///
  /// - Parameters:
  ///   - wanted: The library; nil for the system's.
  ///   - completions: What can stand where the last word of a line has been begun.
  ///   - willWait: Called before each line is asked for; false where the answers so far could not be written.
  init?(
    prompt: String,
    library wanted: String?,
    history: LineHistory?,
    signals: Signals?,
    completions: @escaping (BegunWord) -> Completions,
    willWait: @escaping () -> Bool
  ) {
    // The libraries read letters as the locale has them; one without any knows none beyond ASCII.
    if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" {
      _ = setlocale(LC_CTYPE, "C.UTF-8")
    }
    guard let library = EditingLibrary(wanted) else { return nil }
    (self.prompt, self.library, self.history, self.signals) = (prompt, library, history, signals)
    self.willWait = willWait
    for line in history?.lines() ?? [] where !line.utf8.contains(0) {
      _ = library.addHistory(line)
      last = line
    }
    Callbacks.library = library
    Callbacks.completions = completions
    library.completer?.pointee = completeWords
  }

  func next() -> LineEvent {
    guard willWait() else { return .unheard }
    Callbacks.received = nil
    library.installHandler(prompt, receiveLine)
    while true {
      let waited = wait(for: STDIN_FILENO, or: signals) { stop in
        library.removeHandler()
        stop()
        library.installHandler(prompt, receiveLine)  // The line begins anew.
      }
      switch waited {
      case .signal(let number):
        library.removeHandler()
        return .signal(number)
      case .ready, .notYet:
        if hasHungUp() {
          library.removeHandler()
          return .end
        }
        library.readCharacter()
        if let event = Callbacks.received { return taken(event) }
      }
    }
  }

  /// Keeps a line for the arrow keys, here and in the next sitting.
  private func taken(_ event: LineEvent) -> LineEvent {
    guard case .line(let line) = event else { return event }
    if line.utf8.count > DescriptorLines.longest { return .unreadable(.tooLong) }
    if line != last, line.contains(where: { !$0.isWhitespace }) {
      _ = library.addHistory(line)
      history?.add(line)
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
    // Linux says of a terminal that is gone that it can be read; but it is no terminal any more.
    return input.revents & Int16(POLLIN) == 0 || isatty(STDIN_FILENO) == 0
  }
}

/// What the libraries' callbacks, which are given no context, have to know.
private enum Callbacks {
  // Unsafe only in name: the libraries call back on the thread that calls them, which is the sitting's, and there is
  // one terminal.
  nonisolated(unsafe) static var library: EditingLibrary?
  nonisolated(unsafe) static var completions: ((BegunWord) -> Completions)?
  nonisolated(unsafe) static var received: LineEvent?
}

private func receiveLine(_ line: UnsafeMutablePointer<CChar>?) {
  // Before anything else: with the handler there, readline would show the prompt once more.
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

/// What a line begins with: so many bytes of it, or so many characters as C counts them.
private func beginning(
  of line: UnsafePointer<CChar>,
  upTo count: Int,
  inCharacters countsCharacters: Bool
) -> String {
  guard countsCharacters else {
    return String(
      decoding: UnsafeRawBufferPointer(start: line, count: min(count, strlen(line))),
      as: UTF8.self
    )
  }
  return String(String.UnicodeScalarView(String(cString: line).unicodeScalars.prefix(count)))
}

/// Completes the word before the cursor: the list begins with what all have in common, and ends with a null pointer.
private func completeWords(_ begun: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32) -> EditingLibrary
  .Words?
{
  guard let library = Callbacks.library, let ending = begun, let line = library.lineBuffer.pointee else {
    return nil
  }
  let before = beginning(of: line, upTo: Int(max(0, start)), inCharacters: library.countsCharacters)
  let begun = String(cString: ending)
  let word = BegunWord(endOf: before + begun)
  let found = word.flatMap { Callbacks.completions?($0) } ?? Completions()
  // The libraries know the names of files.
  library.completionIsOver?.pointee = found.areFiles && found.all.isEmpty ? 0 : 1
  guard let typed = word.flatMap({ found.typed(for: begun, in: $0) }) else { return nil }
  let list = [typed.common] + typed.shown
  guard let memory = calloc(list.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride) else {
    return nil
  }
  let result = memory.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  for (index, word) in list.enumerated() { result[index] = strdup(word) }
  return result
}
