// libFuzzer calls this with invented bytes; see .ci/fuzz.

import Foundation
import StrataStorage
import Workspace

@testable import StrataCore
@testable import StrataREPL

/// Runs invented lines in a session. Each line is understood, or refused with a sentence; its answer is printable text, and
/// readable JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func runInventedLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let folder = FileManager.default.temporaryDirectory.path + "/strata-fuzz-\(getpid())"
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  guard let day = Day("2026-11-21"),
    let session = try? WorkspaceSession(opening: folder + "/w.json", now: { .noon(of: day) })
  else { preconditionFailure("A session must begin") }
  for line in text.split(separator: "\n").prefix(10) { run(String(line), in: session) }
  for line in [
    "list", "future", "category list", "bundle list", "canvas list", "people list", "history", "diff oldest",
  ] {
    run(line, in: session)
  }
  do {
    let document = session.store.state.document
    let copy = try Document(importing: document.json())
    precondition(copy == document, "An exported document is another one")
    try session.opened.close()
  } catch {
    preconditionFailure("A workspace that lines have made cannot be exported: \(error)")
  }
  return 0
}

private func run(_ line: String, in session: WorkspaceSession) {
  check(words: line)
  if let word = PartialWord(endOf: line) {
    let typed = session.completions(of: word).typed(for: word.text, in: word)
    for shown in typed?.shown ?? [] { check(printable(shown)) }
  }
  do {
    let words = try StrataREPL.words(of: line)
    // An invented name of a file is not tried.
    if !words.isEmpty, let command = try? WorkspaceSession.commands.command(for: words),
      ["import", "export", "source"].contains(command.name)
    {
      _ = try WorkspaceSession.commands.action(for: line, in: session.context)
      return
    }
    guard let answer = try WorkspaceSession.commands.action(for: line, in: session.context)?(session) else {
      return
    }
    for width in [20, 80] { for line in try answer.rows(Style(width: width)).all { check(line) } }
    if let plain = try answer.json() {
      let read = try PlainValue(json: Array("\(plain)".utf8))
      precondition(read == plain, "JSON is read as another value")
    }
  } catch let error as CommandError {
    for width in [20, 80] {
      for line in error.lines(for: line, after: 8, width: width, Style()) { check(line) }
    }
  } catch {
    check(printable(session.explain(error)))
  }
}

private func check(_ shown: String) {
  for scalar in shown.unicodeScalars {
    let isCommand = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    precondition(!isCommand, "A shown text could command a terminal")
  }
}

/// Words that are quoted again are the same words.
private func check(words line: String) {
  guard let read = try? words(of: line) else { return }
  let quoted = read.map { word in
    "\"" + word.text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
  let again = try? words(of: quoted.joined(separator: " "))
  precondition(again?.map(\.text) == read.map(\.text), "Quoted words are read as others")
}
