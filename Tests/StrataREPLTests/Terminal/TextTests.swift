import StrataCore
import Testing

@testable import StrataREPL

@Suite("Texts on a terminal")
struct TextTests {
  @Test(
    "A line breaks between words and goes on under its first letter",
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("  one two three", 9, ["  one two", "  three"]),
      ("one", 20, ["one"]), ("abcdefghij klm", 4, ["abcd", "efgh", "ij", "klm"]), ("a  b", 20, ["a  b"]),
      ("牛乳 牛乳", 8, ["牛乳", "牛乳"]), ("牛乳牛乳", 5, ["牛乳", "牛乳"]), ("", 20, [""]),
      ("  3  [ ] Buy oat milk", 20, ["  3  [ ] Buy oat", "     milk"]),
      ("\u{1B}[1mone two\u{1B}[0m three", 7, ["\u{1B}[1mone two\u{1B}[0m", "three"]),
    ]
  )
  func wrapping(line: String, width: Int, lines: [String]) {
    #expect(wrapped(line, to: width).map(trimmed) == lines)
    #expect(wrapped(line, to: nil) == [line])
  }

  private func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

  @Test("No line is wider than the window, and no letter is lost", arguments: Array(1...60) + [79, 80, 200])
  func widths(width: Int) {
    for line in [
      "│  ├─ 1  abc defgh ij", "  12  " + String(repeating: "牛乳 rice ", count: 9), "  + todo 3  [ ] Buy milk",
    ] {
      let lines = wrapped(line, to: width)
      if width > 2 { #expect(lines.allSatisfy { displayWidth(trimmed($0)) <= width }, "\(lines)") }
      #expect(lines.joined().filter { $0 != " " } == line.filter { $0 != " " })
    }
  }

  @Test(
    "Texts are as wide as a terminal shows them",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("牛乳", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧", 2),
      ("❤️", 2), ("❤", 1), ("🇫🇷", 2), ("ｱ", 1), ("Ａ", 2), ("→█▏", 3), ("\u{1B}[38;5;208mab\u{1B}[0m", 2),
      ("", 0),
    ]
  )
  func width(text: String, columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test("A text is cut where the window ends, between characters of two columns", arguments: 1...12)
  func cutting(width: Int) {
    let text = cut("a牛b乳c", to: width)
    #expect(displayWidth(text) <= width && (text.hasSuffix("…") == (width < 7)))
  }

  @Test(
    "Bars are as long as a share, and numbers have groups of three digits",
    arguments: [(0, 10, ""), (10, 10, "████"), (5, 10, "██"), (1, 1_000_000, "▏"), (7, 32, "▉"), (1, 0, "")]
  )
  func bars(part: Int, whole: Int, shown: String) {
    #expect(bar(part, of: whole, width: 4) == shown)
    #expect(grouped(1_234_567) == "1,234,567" && grouped(-1_000) == "-1,000" && grouped(999) == "999")
    #expect(counted(1, "step") == "1 step" && counted(2000, "step") == "2,000 steps")
  }
}
