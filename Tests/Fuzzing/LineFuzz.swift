// What libFuzzer calls with bytes of its invention; see .ci/fuzz.

import StrataCore
import Workspace

@testable import StrataREPL

/// Bytes that are read as lines are commands, or errors in words; what they ask for is done or refused, and can be
/// shown, as text without anything that could command a terminal, and as JSON that can be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func carryOutAnyLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let day = Day("2026-11-21") else { preconditionFailure("The calendar has lost a day") }
  var context = Context(state: AppState(), now: .noon(of: day))
  for line in text.split(separator: "\n").prefix(10) {
    check(words: String(line))
    check(completionsOf: String(line), in: context)
    do {
      switch try Command.parse(String(line), in: context) {
      case .send(let action)?: try context.state.reduce(action)
      case .show(let view)?: try check(view, of: context.state)
      default: break
      }
    } catch let error as Misunderstood {
      for width in [20, 80] {
        let complaint = PointedComplaint(of: error)
        for text in complaint.text(of: String(line), behind: 8, width: width) { check(shown: text) }
      }
    } catch {
      check(shown: printable("\(error)"))
    }
  }
  do {
    for view: Command.View in [.page, .future, .categories, .bundles, .canvas, .people, .exported(.json)] {
      try check(view, of: context.state)
    }
    let document = try Document(importing: context.state.document.json())
    precondition(document == context.state.document, "What was exported is another document")
  } catch {
    preconditionFailure("A workspace that came about by lines cannot be shown: \(error)")
  }
  return 0
}

private func check(_ view: Command.View, of state: AppState) throws {
  guard let answer = try Answer(view, of: state) else { return }
  let isExport = if case .exported = view { true } else { false }
  for line in answer.text() where !isExport { check(shown: line) }
  if let plain = try answer.plain() {
    let read = try PlainValue(json: Array("\(plain)".utf8))
    precondition(read == plain, "An answer is read as another one")
  }
}

private func check(shown: String) {
  for scalar in shown.unicodeScalars {
    let isCommand = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    precondition(!isCommand, "What is shown could command a terminal")
  }
}

/// What is offered where a line ends can be shown, and a list of it is what begins as was begun.
private func check(completionsOf line: String, in context: Context) {
  guard let word = BegunWord(endOf: line) else { return }
  let moments = [Completion("1", shown: "1  Start")]
  let found = Completions(of: word, in: context) { moments }
  guard let typed = found.typed(for: word.raw, in: word) else { return }
  for shown in typed.shown { check(shown: shown) }
}

/// Words that are quoted again are the same words.
private func check(words line: String) {
  guard let read = try? words(of: line) else { return }
  let quoted = read.map { word in
    "\"" + word.text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
  let again = try? words(of: quoted.joined(separator: " "))
  precondition(again?.map(\.text) == read.map(\.text), "Words are read as others when they are quoted")
}
