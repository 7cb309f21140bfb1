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

/// What `strata inspect` does: one question, a page, or a sitting.
struct InspectTask {
  let options: InspectOptions
  let path: String
  let style: Style
  let isInteractive: Bool
  /// Whether the terminal can be told to move its cursor.
  let isOnScreen: Bool

  /// Returns how the program ends.
  func run(_ signals: Signals?) -> EndStatus {
    let inspector: Inspector
    do {
      inspector = try Inspector(options, at: path)
    } catch {
      let isAnswer = options.isJSON && (options.page != nil || !options.words.isEmpty)
      // That nothing stands where something is to be left out is no trouble with the files.
      return fail(error, error is InspectionError ? .commandFailed : .notOpened, isAnswer: isAnswer)
    }
    for remark in inspector.inspection.remarks { complain("strata: \(path): \(remark)") }
    if let page = options.page { return carryOut(["page", page], inspector) }
    if !options.words.isEmpty { return carryOut(options.words, inspector) }
    return InspectSitting(inspector, self, signals).run()
  }

  private func carryOut(_ words: [String], _ inspector: Inspector) -> EndStatus {
    do {
      let answer = try inspector.answer(InspectCommand(words))
      if options.isJSON { return answer.plain.flatMap { put(line(of: $0)) } ?? .fine }
      let window = Window(STDOUT_FILENO)
      let lines = lines(of: answer, in: window)
      if let window, lines.count >= window.rows, let pager = Pager(environment), pager.show(lines) {
        return .fine
      }
      return put(lines.map { $0 + "\n" }.joined()) ?? .fine
    } catch {
      return fail(error, error is NotInspected ? .notUnderstood : .commandFailed, isAnswer: options.isJSON)
    }
  }

  /// Says what went wrong, as the answer or beside it; returns how the program ends.
  private func fail(_ error: any Error, _ status: EndStatus, isAnswer: Bool) -> EndStatus {
    let sentences = told(error)
    if isAnswer { return put(line(of: ["error": .text(sentences.joined(separator: " "))])) ?? status }
    for sentence in sentences { complain("strata: \(sentence)") }
    return status
  }

  /// An answer as the lines that a window has room for.
  func lines(of answer: InspectAnswer, in window: Window?) -> [String] {
    var style = style
    style.width = window?.columns
    return answer.text(style).flatMap { wrapped($0, to: window?.columns) }
  }

  /// What an error says, and then what a person can do about it where there is something.
  func told(_ error: any Error) -> [String] {
    let wayOut = Undertaking.inspecting.wayOut(of: error, at: path)
    return [happening(of: error), wayOut ?? Self.nextQuestion(after: error)].compactMap { $0 }
  }

  /// What can be asked where a question has no answer.
  private static func nextQuestion(after error: any Error) -> String? {
    switch error {
    case InspectionError.noMoment: "See: timeline"
    case InspectionError.noValue: "See: show"
    default: nil
    }
  }

  /// A value as a line of JSON.
  func line(of plain: PlainValue) -> String {
    String(decoding: printable(json: Array("\(plain)".utf8)), as: UTF8.self) + "\n"
  }
}
