import Strata
import StrataInspection
import StrataStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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
      for sentence in told(error) { complain("strata: \(sentence)") }
      return .notOpened
    }
    if !options.isJSON {
      for remark in inspector.inspection.remarks { complain("strata: \(path): \(remark)") }
    }
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
      for sentence in told(error) { complain("strata: \(sentence)") }
      return error is NotInspected ? .notUnderstood : .commandFailed
    }
  }

  /// An answer as the lines that a window has room for.
  func lines(of answer: InspectAnswer, in window: Window?) -> [String] {
    var style = style
    style.width = window?.columns
    return answer.text(style).flatMap { wrapped($0, to: window?.columns) }
  }

  /// What an error says, and then what a person can do about it where there is something.
  func told(_ error: any Error) -> [String] {
    [happening(of: error), Undertaking.inspecting.wayOut(of: error, at: path)].compactMap { $0 }
  }

  /// A value as a line of JSON.
  func line(of plain: PlainValue) -> String {
    String(decoding: printable(json: Array("\(plain)".utf8)), as: UTF8.self) + "\n"
  }
}
