import Strata
import StrataInspection
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

/// Asks for questions about a history, and answers them, until there are no more.
final class InspectSitting {
  private let inspector: Inspector
  private let task: InspectTask
  private let output: Output
  private let input: Input
  private var unseen = UnseenLines()
  private var hasFailed = false

  init(_ inspector: Inspector, _ task: InspectTask, _ signals: Signals?) {
    (self.inspector, self.task) = (inspector, task)
    let output = Output(STDOUT_FILENO, signals: signals)
    let prompt = "inspect> "
    let plain = DescriptorLines(STDIN_FILENO, signals: signals) {
      if task.isInteractive { output.write(prompt, terminator: "") }
      return output.flush()
    }
    let edited =
      task.isInteractive && task.isOnScreen
      ? EditedLines(
        prompt: prompt,
        library: environment("STRATA_LINE_EDITOR"),
        history: LineHistory(named: "questions"),
        signals: signals,
        completions: { [inspector] in inspector.completions($0) },
        willWait: output.flush
      ) : nil
    (self.output, input) = (output, Input(edited ?? plain, signals: signals))
  }

  func run() -> EndStatus {
    if task.isInteractive && !task.options.isJSON {
      let count = inspector.inspection.moments.count
      output.write(
        "\(printable(inspector.title)): \(grouped(count)) moments. help shows what can be asked; quit leaves."
      )
    }
    while true {
      switch input.next() {
      case .line(let line): if carryOut(line) { return end() }
      case .unreadable(let reason): fail("\(reason)")
      case .signal(SIGINT) where task.isInteractive: interrupted()
      case .signal(let number): return .signal(number)
      case .failed(let number):
        complain("strata: the input cannot be read: \(SystemError(number))")
        return .inputBroken
      case .unheard: break
      case .end:
        if task.isInteractive { output.write("") }
        return end()
      }
      if hasFailed && !task.isInteractive { return end() }
      switch output.failure {
      case nil: break
      case .signal(SIGINT)? where task.isInteractive: interrupted()
      case .signal(let number)?: return .signal(number)
      case .broken?, .unread?, .notDurable?: return .outputBroken
      }
    }
  }

  /// The person wants to see no more of an answer.
  private func interrupted() {
    unseen = UnseenLines()
    output.goOnAfterSignal()
    output.write("")
  }

  private func end() -> EndStatus {
    output.flush()
    return hasFailed && !task.isInteractive ? .commandFailed : .fine
  }

  /// Returns whether it was the last line.
  private func carryOut(_ line: String) -> Bool {
    do {
      let words = try words(of: line).map(\.text)
      if words.isEmpty || words.first?.hasPrefix("#") == true {
        if words.isEmpty, !unseen.isEmpty { show() }
        return false
      }
      let isMore = !unseen.isEmpty
      unseen = UnseenLines()
      if isMore && words == ["q"] { return false }
      let command = try InspectCommand(words)
      if command == .quit { return true }
      let answer = try inspector.answer(command)
      if task.options.isJSON {
        if let plain = answer.plain { output.write(task.line(of: plain), terminator: "") }
        return false
      }
      unseen = UnseenLines(Rows(task.lines(of: answer, in: Window(STDOUT_FILENO))))
      show()
    } catch {
      fail(task.told(error).joined(separator: " "))
    }
    return false
  }

  private func show() {
    let window = task.isInteractive && task.isOnScreen ? Window(STDOUT_FILENO) : nil
    unseen.next(window, task.style).forEach { output.write($0) }
  }

  private func fail(_ text: String) {
    hasFailed = true
    if task.options.isJSON {
      let line = PlainValue.integer(Int64(input.place.line))
      output.write(task.line(of: ["error": .text(text), "line": line]), terminator: "")
    } else {
      output.flush()
      complain(task.isInteractive ? text : "line \(input.place.line): \(text)")
    }
  }
}

extension Inspector {
  /// What can stand where a word has been begun: a command, a moment's name, a place in the state.
  func completions(_ word: BegunWord) -> Completions {
    guard let verb = word.before.first?.text else {
      let names = InspectCommand.forms.map(\.name).filter { $0.hasPrefix(word.text) }
      return Completions(all: names.map { Completion($0) })
    }
    if "page".hasPrefix(verb) { return Completions(areFiles: true) }
    var texts = inspection.moments.compactMap(\.checkpoint) + ["present", "saved", "oldest"]
    if let state = try? inspection.state(at: inspection.present) {
      texts += places(in: state, begun: word.text)
    }
    return Completions(all: texts.filter { $0.hasPrefix(word.text) }.prefix(200).map { Completion($0) })
  }

  /// The paths to what is inside of what a begun path leads to.
  private func places(in state: PlainValue, begun text: String) -> [String] {
    let end = text.lastIndex { $0 == "." || $0 == "[" } ?? text.startIndex
    guard let path = ValuePath(String(text[..<end])) else { return [] }
    return inspection.ways(to: path).flatMap { way -> [String] in
      guard case .record(let record)? = state.value(at: way) else { return [] }
      return record.members.map { "\(ValuePath(path.components + [$0.name]))" }
    }
  }
}
