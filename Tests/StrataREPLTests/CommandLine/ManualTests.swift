import Testing

@testable import StrataREPL

@Suite("The manual and the help at any width")
struct ManualTests {
  private static func letters(_ lines: [String]) -> String { lines.joined().filter { !$0.isWhitespace } }

  /// What each width has to have, in which order.
  private static let manualLetters = letters(manualText(width: 1000))
  private static let usageLetters = letters([usageText])
  private static let usageWords = Set(usageText.split(whereSeparator: \.isWhitespace))

  @Test("The manual has how each command is typed, what it does and its examples")
  func commands() {
    for verb in Verb.all {
      for text in [verb.usage + verb.summary] + verb.examples {
        #expect(Self.manualLetters.contains(Self.letters([text])), "\(verb.name)")
      }
    }
  }

  @Test(
    "No line of the manual is wider than the window, and nothing is lost",
    arguments: Array(20...60) + [79, 80, 100, 120, 200]
  )
  func manual(width: Int) {
    let lines = manualText(width: width)
    #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(lines.filter { displayWidth($0) > width })")
    #expect(Self.letters(lines) == Self.manualLetters)
  }

  @Test(
    "What --help says keeps all its words, in their order, and breaks between them",
    arguments: Array(20...60) + [79, 80, 117, 118, 200]
  )
  func help(width: Int) {
    let lines = laidOut(usageText, to: width)
    #expect(lines.allSatisfy { displayWidth($0) <= width })
    #expect(Self.letters(lines) == Self.usageLetters)
    if width >= 30 {
      #expect(lines.allSatisfy { $0.split(separator: " ").allSatisfy { Self.usageWords.contains($0) } })
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
