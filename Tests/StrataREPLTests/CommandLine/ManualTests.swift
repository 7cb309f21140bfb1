import Testing

@testable import StrataREPL

@Suite("The manual and the help at any width")
struct ManualTests {
  private func letters(_ lines: [String]) -> String { lines.joined().filter { !$0.isWhitespace } }

  @Test(
    "No line of the manual is wider than the window, and nothing is lost",
    arguments: Array(20...60) + [79, 80, 100, 120, 200]
  )
  func manual(width: Int) {
    let lines = manualText(width: width)
    #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(lines.filter { displayWidth($0) > width })")
    let all = letters(lines)
    #expect(all == letters(manualText(width: 1000)))
    for verb in Verb.all {
      #expect(all.contains(letters([verb.usage, verb.summary])), "\(verb.name)")
      for example in verb.examples { #expect(all.contains(letters([example])), "\(example)") }
    }
  }

  @Test(
    "What --help says keeps all its words, in their order, and breaks between them",
    arguments: Array(20...60) + [79, 80, 117, 118, 200]
  )
  func help(width: Int) {
    let lines = laidOut(usageText, to: width)
    #expect(lines.allSatisfy { displayWidth($0) <= width })
    #expect(letters(lines) == letters([usageText]))
    if width >= 30 {
      let words = Set(usageText.split(whereSeparator: \.isWhitespace))
      #expect(lines.allSatisfy { $0.split(separator: " ").allSatisfy { words.contains($0) } })
    }
  }

  @Test("As wide as it is written, --help is as it is written; a list goes on below what it says")
  func lists() {
    #expect(
      laidOut(usageText, to: 118).prefix(4)
        == usageText.split(separator: "\n").prefix(4).map(String.init)[...]
    )
    let text = "Words\n\n  --one  a b c d e f g h i j k l m n o p\n  two    x\nEnd\n"
    #expect(
      laidOut(text, to: 26) == [
        "Words", "", "  --one  a b c d e f g h i", "         j k l m n o p", "  two    x", "End",
      ]
    )
    #expect(laidOut("a b c d\ne f", to: 20, writtenTo: 8) == ["a b c d e f"])
    #expect(laidOut("a b c d\ne f", to: 20, writtenTo: 9) == ["a b c d", "e f"])
  }

  @Test("The program prints it, in a pipe as wide as a sheet of paper")
  func program() throws {
    let end = try Program().shell("\"$STRATA\" --manual")
    #expect(
      end.status == 0 && end.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }
    )
    for part in [
      "The exit status:", "The environment:", "The history:", "JSON, version 1:", "VISUAL, EDITOR",
      "TODO: {id",
    ] {
      #expect(end.output.contains(part), "\(part)")
    }
  }
}
