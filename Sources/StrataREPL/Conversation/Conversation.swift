import Strata

/// A subject that commands ask about: the workspace, or a history that is inspected.
protocol CommandSubject: AnyObject {
  static var commands: CommandList<Self> { get }
  /// The text that asks a person for a line.
  static var prompt: String { get }
  /// The names that a line can use.
  var context: Context { get }
  /// The first lines that a person sees.
  func greeting(_ style: Style) -> [String]
  /// Called before each line; returns a sentence when another program has changed the subject.
  func news() throws -> String?
  /// An error that happened in the background; reported once.
  var failure: (any Error)? { get }
  /// The known values of a placeholder.
  func values(of placeholder: Placeholder, for command: String) -> [Completion]
  /// The sentences for an error: what happened, and what to type next.
  func explain(_ error: any Error) -> String
}

extension CommandSubject {
  func news() throws -> String? { nil }
  var failure: (any Error)? { nil }

  /// The texts that can complete a word.
  func completions(of word: PartialWord) -> Completions {
    Self.commands.completions(of: word) { values(of: $0, for: $1) }
  }
}

/// The settings of a conversation.
struct Settings {
  /// Whether a person types the lines.
  var isInteractive = false
  /// Whether answers and errors are JSON, a value a line.
  var isJSON = false
  /// Whether the terminal can move its cursor.
  var isOnScreen = false
  /// Whether piped lines continue after a line that failed.
  var keepsGoing = false
  var style = Style()
  var errorStyle = Style()
}

/// Asks for lines, runs their commands, and shows the answers, until the lines end.
final class Conversation<Subject: CommandSubject> {
  private let subject: Subject
  private let input: Input
  private let output: Output
  private let settings: Settings
  private var hasFailed = false
  private var reported = ""
  /// The rest of the last answer.
  private var unseen = UnseenLines()
  /// Whether the last answer has just been read to its end, so that `q` may still come.
  private var isAtEnd = false

  init(_ subject: Subject, _ input: Input, _ output: Output, _ settings: Settings) {
    (self.subject, self.input, self.output, self.settings) = (subject, input, output, settings)
  }

  /// A conversation on the standard input and output.
  ///
  /// - Parameters:
  ///   - history: The file for the lines that a person types; nil to keep none.
  ///   - willWrite: Called before answers are written.
  convenience init(
    _ subject: Subject,
    _ settings: Settings,
    history: String?,
    signals: Signals?,
    willWrite: @escaping () throws -> Void = {}
  ) {
    let output = Output(signals: signals, willWrite: willWrite)
    var lines: any LineSource = DescriptorLines(STDIN_FILENO, signals: signals) {
      if settings.isInteractive { output.write(Subject.prompt, terminator: "") }
      return output.flush()
    }
    if settings.isOnScreen {
      let edited = EditedLines(
        prompt: Subject.prompt,
        library: environment("STRATA_LINE_EDITOR"),
        history: history,
        signals: signals,
        completions: subject.completions,
        willWait: { output.flush() }
      )
      lines = edited ?? lines
    }
    self.init(subject, Input(lines, signals: signals), output, settings)
  }

  /// Runs until the lines end, a signal comes, or the answers have no reader.
  func run() -> ExitStatus {
    if settings.isInteractive && !settings.isJSON { try? show(Rows(subject.greeting(style))) }
    while true {
      var status: ExitStatus?
      switch input.next() {
      case .line(let line): status = run(line)
      case .unreadable(let reason): status = failed(reason)
      case .signal(SIGINT) where settings.isInteractive: interrupted()
      case .signal(let number): status = .signal(number)
      case .failed(let number):
        complain("strata: cannot read the input: \(SystemError(number))")
        status = .inputBroken
      case .outputFailed: break
      case .end:
        // The shell's prompt begins on a line of its own.
        if settings.isInteractive { output.write("") }
        status = hasFailed ? .commandFailed : .fine
      }
      if case .signal(SIGINT)? = output.failure, settings.isInteractive { interrupted() }
      if let status { return output.finish() ?? status }
      if output.failure != nil { return output.finish() ?? .outputBroken }
      if let failure = subject.failure.map(subject.explain), failure != reported {
        reported = failure
        complain(failure)
      }
    }
  }

  /// Answers one command, whose words are arguments of the program.
  func answer(_ words: [String]) -> ExitStatus {
    do {
      let words = words.map { Word(text: $0, place: 0..<0) }
      try show(Subject.commands.action(for: words, in: subject.context)(subject))
      return output.finish() ?? .fine
    } catch {
      if settings.isJSON {
        write(["error": .text(subject.explain(error))])
      } else {
        complain("strata: \(subject.explain(error))")
      }
      return output.finish() ?? (error is CommandError ? .notUnderstood : .commandFailed)
    }
  }

  /// Runs a line; returns how the conversation ends if it does.
  private func run(_ line: String) -> ExitStatus? {
    do {
      if let news = try subject.news(), !settings.isJSON {
        wrapped(news, to: Window(STDOUT_FILENO)?.columns).forEach { output.write($0) }
      }
      if try readsOn(line) { return nil }
      guard let action = try Subject.commands.action(for: line, in: subject.context) else { return nil }
      let answer = try action(subject)
      try show(answer)
      switch answer.next {
      case .line: return nil
      case .lines(let path): try input.open(path)
      case .end: return hasFailed ? .commandFailed : .fine
      }
      return nil
    } catch let stop as Interrupted {
      guard stop.number == SIGINT, settings.isInteractive else { return .signal(stop.number) }
      unseen = UnseenLines()
      if !settings.isJSON { output.write("\(stop)") }
      input.leaveFiles()
      return nil
    } catch {
      return failed(error, in: line)
    }
  }

  /// Whether a line only asks for more of the last answer, or for no more of it.
  private func readsOn(_ line: String) throws -> Bool {
    let (isMore, wasAtEnd) = (!unseen.isEmpty, isAtEnd)
    isAtEnd = false
    let word = line.lowercased().filter { !$0.isWhitespace }
    if word.isEmpty {
      if isMore { try showMore() }
      isAtEnd = wasAtEnd || isMore && unseen.isEmpty
      return true
    }
    unseen = UnseenLines()
    return (isMore || wasAtEnd) && word == "q"
  }

  /// The window in which a person reads page by page.
  private var window: Window? {
    settings.isInteractive && settings.isOnScreen && !settings.isJSON && !input.isInFile
      ? Window(STDOUT_FILENO) : nil
  }

  private var style: Style {
    var style = settings.style
    (style.width, style.height) = (Window(STDOUT_FILENO)?.columns, window?.rows)
    return style
  }

  private func show(_ answer: Answer) throws {
    guard settings.isJSON else { return try show(answer.rows(style)) }
    try answer.json().map(write)
  }

  private func show(_ rows: Rows) throws {
    unseen = UnseenLines(rows, width: Window(STDOUT_FILENO)?.columns)
    try showMore()
  }

  private func showMore() throws {
    let window = window
    repeat {
      try unseen.next(window, settings.style).forEach { output.write($0) }
    } while window == nil && !unseen.isEmpty && output.failure == nil
  }

  private func write(_ value: PlainValue) {
    output.write(bytes: printable(json: Array("\(value)".utf8)))
    output.write("")
  }

  /// Reports an error. A person goes on with the next line; a pipe ends here, unless it keeps going.
  ///
  /// - Parameter line: The line that failed, if it was read.
  private func failed(_ error: any Error, in line: String? = nil) -> ExitStatus? {
    let isTyped = settings.isInteractive && !input.isInFile
    let place = input.place
    let head = isTyped ? "" : (place.file.map { "\($0), line " } ?? "line ") + "\(place.line): "
    if settings.isJSON {
      let file = place.file.map { PlainValue.text($0) } ?? .null
      write(["error": .text(subject.explain(error)), "file": file, "line": .integer(Int64(place.line))])
    } else if let error = error as? CommandError, let line, let window = Window(STDERR_FILENO) {
      output.flush()
      if !head.isEmpty { complain(head) }
      let prompt = head.isEmpty ? Subject.prompt.count : nil
      StrataREPL.complain(
        lines: error.lines(for: line, after: prompt, width: window.columns, settings.errorStyle)
      )
    } else {
      complain(head + subject.explain(error))
    }
    if settings.isInteractive {
      if !settings.keepsGoing { input.leaveFiles() }
      return nil
    }
    hasFailed = true
    return settings.keepsGoing ? nil : .commandFailed
  }

  /// Control-C ends a line or an answer, not the conversation.
  private func interrupted() {
    unseen = UnseenLines()
    input.leaveFiles()
    output.resumeAfterSignal()
    output.write("")
  }

  private func complain(_ text: String) {
    // Both outputs may be one terminal: answers come first.
    output.flush()
    // A conflict has a line for each value; a file name with a line feed has none.
    for line in text.split(separator: "\n") { StrataREPL.complain(String(line), settings.errorStyle) }
  }
}
