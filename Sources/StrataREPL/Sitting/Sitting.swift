import Strata
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

/// Asks for lines, has them carried out, and says what came of it, until there are no more.
final class Sitting {
  private let repl: REPL
  private let input: Input
  private let output: Output
  private let manner: Manner
  private let editor: TextEditor?
  private var hasFailed = false
  private var toldOf: StateFileError?
  /// What is left of the last answer.
  private var unseen = UnseenLines()
  /// Whether the end of it was asked for, so that a person may still mean it.
  private var isAtEnd = false

  /// - Parameter editor: In what notes are written.
  init(_ repl: REPL, _ input: Input, _ output: Output, _ manner: Manner, editor: TextEditor? = nil) {
    (self.repl, self.input, self.output, self.manner) = (repl, input, output, manner)
    self.editor = editor
  }

  /// Shows what a person sees first, as much of it as the window has room for.
  func greet() {
    unseen = UnseenLines(Rows(greeting(repl, manner.style)), width: Window(STDOUT_FILENO)?.columns)
    show()
  }

  /// Goes on until the lines end, a signal comes, or what is said is not read any more.
  func run() -> EndStatus {
    while true {
      let status: EndStatus?
      switch input.next() {
      case .line(let line): status = carryOut(line)
      case .unreadable(let reason): status = failed(reason)
      case .signal(SIGINT) where manner.isInteractive: status = interrupted()
      case .signal(let number): status = .signal(number)
      case .failed(let number):
        complain("strata: the input cannot be read: \(SystemError(number))")
        status = .inputBroken
      case .unheard: status = nil
      case .end:
        // The shell's prompt begins on a line of its own.
        if manner.isInteractive { output.write("") }
        status = hasFailed ? .commandFailed : .fine
      }
      if let status {
        output.flush()
        return outputStatus ?? status
      }
      if let status = outputStatus { return status }
      tellOfTrouble()
    }
  }

  /// Returns how the sitting ends where it does.
  private func carryOut(_ line: String) -> EndStatus? {
    do {
      if let news = try repl.follow(), !manner.isJSON {
        wrapped(news, to: Window(STDOUT_FILENO)?.columns).forEach { output.write($0) }
      }
      switch try command(in: line) {
      case nil: return nil
      case .quit?: return hasFailed ? .commandFailed : .fine
      case .clear?:
        if manner.isOnScreen { output.write("\u{1B}[H\u{1B}[2J\u{1B}[3J", terminator: "") }
      case .source(let path)?: try input.open(path)
      case .compose(let note)?: try compose(note)
      case let command?: try say(repl.answer(command))
      }
      return nil
    } catch let stop as Interrupted {
      guard stop.number == SIGINT, manner.isInteractive else { return .signal(stop.number) }
      if !manner.isJSON { output.write("\(stop)") }
      input.leaveFiles()
      return nil
    } catch {
      return failed(error, in: line)
    }
  }

  /// Lets the person write a note in their editor.
  private func compose(_ note: Int?) throws {
    guard mayAsk else { throw NotEdited.noTerminal }
    guard let editor else { throw NotEdited.noEditor }
    let old = try repl.textOfNote(note)
    output.flush()
    try editor.edit(old) { text in
      if text == old || note == nil && text.allSatisfy(\.isWhitespace) {
        try say(.done("Nothing was written, so nothing has changed."))
      } else {
        try say(
          repl.answer(.send(.journal(.note(note.map { .edit(id: $0, text) } ?? .add(text, at: repl.now())))))
        )
      }
    }
  }

  /// The command of a line; nil for a line that only shows more of the last answer.
  private func command(in line: String) throws(Misunderstood) -> Command? {
    let (isMore, wasAtEnd) = (!unseen.isEmpty, isAtEnd)
    isAtEnd = false
    if isMore && word(of: line).isEmpty {
      show()
      isAtEnd = unseen.isEmpty
      return nil
    }
    unseen = UnseenLines()
    if (isMore || wasAtEnd) && word(of: line) == "q" { return nil }
    return try repl.command(line)
  }

  private func word(of line: String) -> String { line.lowercased().filter { !$0.isWhitespace } }

  /// Whether a person is there to be asked.
  private var mayAsk: Bool { manner.isInteractive && !manner.isJSON && !input.isInFile }

  private func say(_ answer: Answer) throws {
    guard !manner.isJSON else {
      if let plain = try answer.plain() { write(plain) }
      return
    }
    let window = Window(STDOUT_FILENO)
    var (answer, style) = (answer, manner.style)
    style.width = window?.columns
    if mayAsk, let window, case .history(let view) = answer, view.last == nil {
      // The newest moments are what a person looks for, and all of them can be asked for.
      answer = .history(view.end(in: window, style))
    }
    unseen = UnseenLines(answer.rows(style), width: window?.columns)
    show()
  }

  /// Shows as much as the window has room for, where a person is there to ask for more.
  private func show() {
    let window = mayAsk && manner.isOnScreen ? Window(STDOUT_FILENO) : nil
    repeat {
      unseen.next(window, manner.style).forEach { output.write($0) }
    } while window == nil && !unseen.isEmpty && output.failure == nil
  }

  private func write(_ plain: PlainValue) {
    output.write(String(decoding: printable(json: Array("\(plain)".utf8)), as: UTF8.self))
  }

  /// Says what is wrong. A person goes on with the next line; a pipe ends here, unless it is to go on.
  ///
  /// - Parameter line: The line that it is about, where there is one.
  private func failed(_ error: any Error, in line: String? = nil) -> EndStatus? {
    let isTyped = manner.isInteractive && !input.isInFile
    let place = input.place
    if manner.isJSON {
      write(plain(error, at: place))
    } else {
      let name = place.file.map { "\($0), line " } ?? "line "
      let head = isTyped ? "" : "\(name)\(place.line): "
      if let error = error as? Misunderstood, let line {
        complain(PointedComplaint(of: error), in: line, behind: isTyped ? "" : head)
      } else if let line, let pointed = PointedComplaint(of: error, in: line, repl.context) {
        complain(pointed, in: line, behind: isTyped ? "" : head)
      } else {
        complain("\(head)\(told(error, in: repl.context))")
      }
    }
    if manner.isInteractive {
      if !manner.keepsGoing { input.leaveFiles() }
      return nil
    }
    hasFailed = true
    return manner.keepsGoing ? nil : .commandFailed
  }

  private func plain(_ error: any Error, at place: Input.Place) -> PlainValue {
    let file = place.file.map { PlainValue.text($0) } ?? .null
    return .record([
      "error": .text(told(error, in: repl.context)), "file": file, "line": .integer(Int64(place.line)),
    ])
  }

  /// A person wants the line, or what is going on, to end, and not the sitting.
  private func interrupted() -> EndStatus? {
    unseen = UnseenLines()
    input.leaveFiles()
    output.goOnAfterSignal()
    output.write("")
    return nil
  }

  /// What saving in the background ran into, once.
  private func tellOfTrouble() {
    guard let failure = repl.opened.failure, failure != toldOf else { return }
    toldOf = failure
    complain(told(failure))
  }

  private func complain(_ text: String) {
    // What was said before comes first where both go to the same place.
    output.flush()
    StrataREPL.complain(text, manner.errorStyle)
  }

  /// Says what is wrong with a word of a line: on a terminal with a caret under it, elsewhere on one line.
  private func complain(_ pointed: PointedComplaint, in line: String, behind head: String) {
    guard let width = Window(STDERR_FILENO)?.columns else {
      return complain("\(head)\(pointed.sentence)" + (pointed.usage.map { " (usage: \($0))" } ?? ""))
    }
    output.flush()
    if !head.isEmpty { complain(head) }
    let prompt = head.isEmpty ? manner.prompt.count : nil
    StrataREPL.complain(lines: pointed.text(of: line, behind: prompt, width: width, manner.errorStyle))
  }

  private var outputStatus: EndStatus? {
    switch output.failure {
    case nil: return nil
    case .signal(SIGINT) where manner.isInteractive: return interrupted()
    case .signal(let number): return .signal(number)
    case .unread: return .outputBroken
    case .broken(let number):
      StrataREPL.complain("strata: the output cannot be written: \(SystemError(number))")
      return .outputBroken
    case .notDurable(let error):
      // The sitting ends, and what its end cannot save either has a way out of its own.
      StrataREPL.complain("strata: \(happening(of: error))")
      return .notSaved
    }
  }
}

/// How a sitting speaks.
struct Manner {
  /// Whether a person sits there.
  var isInteractive = false
  var isJSON = false
  /// Whether the terminal can be told to empty its window.
  var isOnScreen = false
  /// What asks a person for a line.
  var prompt = "strata> "
  /// Whether lines follow on one that failed, where no person decides.
  var keepsGoing = false
  var style = Style()
  var errorStyle = Style()
}
