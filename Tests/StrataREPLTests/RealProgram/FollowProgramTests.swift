import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The program that follows changes")
struct FollowProgramTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  private func lines(_ output: String) throws -> [PlainValue] {
    try output.split(separator: "\n").map { try PlainValue(json: $0.utf8) }
  }

  /// The lines up to the last line feed.
  private func whole(_ output: String) throws -> [PlainValue] {
    try lines(String(output[..<(output.lastIndex(of: "\n") ?? output.startIndex)]))
  }

  private func member(_ name: String, of value: PlainValue) -> PlainValue? {
    if case .record(let record) = value { record[name] } else { nil }
  }

  /// Applies the lines of a feed; returns the resulting state and the last position.
  private func taken(_ lines: some Sequence<PlainValue>) throws -> (state: PlainValue, position: String) {
    var (state, position) = (PlainValue.null, "")
    for line in lines {
      if let whole = member("state", of: line) { state = whole }
      if let patch = member("patch", of: line) { try state.apply(try Patch(json: patch.json)) }
      if case .text(let text)? = member("position", of: line) { position = text }
    }
    return (state, position)
  }

  private func state() throws -> PlainValue {
    let end = try program.start("\"$STRATA\" inspect \"$FILE\" show --json").finish()
    let answer = try #require(member("value", of: try PlainValue(json: end.output.utf8)))
    return try #require(member("value", of: answer))
  }

  @Test("Each change of another process follows once and in order; a second feed continues after a position")
  func twoProcesses() throws {
    _ = try program.run("start today", "quit")
    let follower = try RunningProgram(
      Program.path,
      ["follow", program.file],
      environment: program.environment
    )
    var output = ""
    func wait(for text: String) {
      while !output.contains(text), case let more = follower.waitForOutput(), !more.isEmpty { output += more }
    }
    wait(for: "\"reason\"")
    let session = try program.run(
      "add \"Rain\u{2028}all day\"",
      "as agent add Oats",
      "undo by agent",
      "redo",
      "checkpoint \"Last one\"",
      "quit"
    )
    #expect(session.status == 0 && session.errors == "", "\(session)")
    wait(for: "Last one")
    follower.signal(SIGINT)
    let stopped = follower.finish()
    #expect(stopped.status == 130 && stopped.errors == "")
    output += stopped.output
    let followed = try lines(output)
    #expect(followed.first == ["format": .text("strata-feed-1")])
    #expect(!output.contains("\u{2028}"))
    let (state, last) = try taken(followed)
    // The first feed was stopped before the session's end.
    let further = try RunningProgram(
      Program.path,
      ["follow", "--after", last, program.file],
      environment: program.environment
    )
    let end = try program.run("add Bread", "quit")
    #expect(end.status == 0)
    let now = try self.state()
    var rest = ""
    while try taken([["state": state]] + whole(rest)).state != now, case let more = further.waitForOutput(),
      !more.isEmpty
    { rest += more }
    further.signal(SIGINT)
    rest += further.finish().output
    #expect(try taken([["state": state]] + lines(rest)).state == now)
    #expect(try lines(rest).allSatisfy { member("state", of: $0) == nil }, "begun anew: \(rest)")
    var seen: Set<String> = []
    for line in followed.dropFirst() {
      let start = member("state", of: line) != nil ? "{position: POSITION or null" : "{gone?: [COUNT]"
      let form = try self.form(start)
      #expect(try JSONFormsTests.flaw(of: line, JSONFormsTests.form(form), &seen) == nil, "\(line)")
    }
    let kinds = followed.compactMap { member("kind", of: $0) }
    #expect(
      kinds.contains(.text("step")) && kinds.contains(.text("movement"))
        && kinds.contains(.text("checkpoint"))
    )
  }

  /// A form of the help, in words that `JSONFormsTests` knows.
  private func form(_ start: String) throws -> String {
    let help = usageText(.follow)
    let one = try documentedForm("{change?: COUNT", in: help)
    let moment = try documentedForm("{id: COUNT", in: help).replacing("SWITCH", with: one)
    return try documentedForm(start, in: help).replacing("POSITION", with: "TEXT")
      .replacing("PATCH", with: "ANY").replacing("TOLD", with: moment)
  }

  @Test("It ends at once and quietly when its reader is gone, also when nothing changes")
  func unread() throws {
    _ = try program.run("start today", "add Milk", "quit")
    let end = try program.shell("\"$STRATA\" follow \"$FILE\" | head -n 2 | wc -l; echo done")
    #expect(end.output.filter { !$0.isWhitespace } == "2done" && end.errors == "")
    let status = try program.shell("(\"$STRATA\" follow \"$FILE\"; echo $? > status) | head -n 1; cat status")
    #expect(status.lines.last == "0" && status.errors == "")
    let killed = try program.shell(
      "\"$STRATA\" follow \"$FILE\" > all & wait_for [ -s all ]; kill $!; wait $!; echo $?"
    )
    #expect(killed.lines.last == "143" && killed.errors == "")
  }

  @Test("After a position that is no longer there, the feed begins with the state and a reason")
  func gone() throws {
    _ = try program.run("start today", "add Milk", "add Oats", "quit")
    func first(after position: String) throws -> PlainValue {
      let end = try program.shell("\"$STRATA\" follow \"$FILE\" --after \(position) | head -n 2 | tail -n 1")
      return try PlainValue(json: end.output.utf8)
    }
    let end = try program.shell("\"$STRATA\" follow \"$FILE\" | head -n 2 | tail -n 1")
    let beginning = try PlainValue(json: end.output.utf8)
    #expect(member("reason", of: beginning) == .text("beginning"))
    let (_, last) = try taken([beginning])
    let position = try #require(ChangePosition(last))
    #expect(member("reason", of: try first(after: "0123456789abcdef-1")) == .text("behind"))
    // The log once had a further change, or another change at this position.
    let lost = "\(position.log)-\(position.number + 1)"
    #expect(member("reason", of: try first(after: lost)) == .text("rolledBack"))
    #expect(
      member("reason", of: try first(after: "\(position.log)-\(position.number)-00000000"))
        == .text("rolledBack")
    )
  }

  @Test("A wrong command line ends with 2, a missing or damaged file with 3")
  func trouble() throws {
    let unknown = try program.shell("\"$STRATA\" follow --afte 1 \"$FILE\"; echo $?")
    #expect(unknown.output == "2\n")
    #expect(unknown.errors.contains("Unknown option '--afte'. Did you mean --after?"), "\(unknown)")
    let odd = try program.shell("\"$STRATA\" follow --after 12 \"$FILE\"; echo $?")
    #expect(odd.output == "2\n" && odd.errors.contains("'12' is not a position. A position is such as "))
    let bare = try program.shell("\"$STRATA\" follow \"$FILE\" --after; echo $?")
    #expect(bare.output == "2\n" && bare.errors.contains("--after needs a position."))
    let missing = try program.shell("\"$STRATA\" follow \"$FILE\"; echo $?")
    #expect(missing.output == "3\n" && missing.errors.contains("There is no file"))
    try program.folder.write(bytes: "{\"format\":\"strata-state-1\",\n".utf8, to: "workspace.json")
    let damaged = try program.shell("\"$STRATA\" follow \"$FILE\"; echo $?")
    #expect(damaged.lines.last == "3" && damaged.errors.contains("strata check"), "\(damaged)")
    let help = try program.shell("\"$STRATA\" follow --help")
    #expect(help.status == 0 && help.output == alike(usageText(.follow)) + "\n")
  }

  @Test("A file with an odd name and a document in a folder can be followed")
  func files() throws {
    let end = try program.shell(
      "printf 'start today\\nquit\\n' | \"$STRATA\" -- --odd.json > none; \"$STRATA\" follow -- --odd.json | head -n 1"
    )
    #expect(end.lines.last == FeedItem.formatLine && end.errors == "")
    var options = OpeningOptions()
    options.isFolder = true
    let folder = program.folder.file("Paper.strata")
    let document = try DurableStore(at: folder, undoing: \.self, startingWith: Paper(), options: options)
    try document.store.send(7)
    try document.close()
    let feed = try program.shell("\"$STRATA\" follow Paper.strata | head -n 2 | tail -n 1")
    #expect(member("state", of: try PlainValue(json: feed.output.utf8)) == ["number": .integer(7)])
  }
}

/// A state of another app.
private struct Paper: Reducible, Described {
  var number = 0

  static func describe(_ field: inout Fields<Paper>) { field("number", \.number) }
  mutating func reduce(_ action: Int) { number = action }
}
