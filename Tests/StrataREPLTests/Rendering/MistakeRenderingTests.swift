import Testing

@testable import StrataREPL

@Suite("A mistake is shown under the line")
struct MistakeRenderingTests {
  func lines(_ line: String, prompt: Int? = 8, width: Int) throws -> [String] {
    let mistake = try #require(MistakeTests.mistake(line))
    return PointedComplaint(of: mistake).text(of: line, behind: prompt, width: width)
  }

  @Test("The caret stands under the word as it was typed; what is wrong and the usage follow")
  func typed() throws {
    #expect(
      try lines("move 4 someday", width: 80) == [
        "               ^~~~~~~",
        "'someday' is not a day. Write today, tomorrow, yesterday or one such as",
        "2026-11-20.", "  move IDS DAY",
      ]
    )
    #expect(try lines("add", width: 80)[0] == "           ^")
    #expect(try lines("add 牛乳 --onn", width: 80)[0] == "                 ^~~~~")
    #expect(try lines("add e\u{301}e\u{301} --onn", width: 80)[0] == "               ^~~~~")
  }

  @Test("Where the line is not right above, or shown otherwise than typed, it is shown once more")
  func repeated() throws {
    #expect(try Array(lines("undo abc", prompt: nil, width: 80).prefix(2)) == ["  undo abc", "       ^~~"])
    #expect(
      try Array(lines("add \u{1B} --onn", width: 80).prefix(2)) == [
        #"  add \u{1b} --onn"#, "             ^~~~~",
      ]
    )
    let long = "add \"\(String(repeating: "long ", count: 30))\" --onn today"
    let shown = try lines(long, width: 40)
    #expect(shown[0].hasPrefix("  …") && shown[0].contains("--onn"))
  }

  @Test(
    "At any width, no line is wider, and the caret is under the word",
    arguments: Array(20...44) + [51, 60, 79, 80, 100, 120, 199, 200]
  )
  func widths(width: Int) throws {
    let all = MistakeTests.names + MistakeTests.texts + MistakeTests.kinds + MistakeTests.options
    let long = [("add \"\(String(repeating: "牛乳 ", count: 60))\" --categroy Work", "--categroy", "")]
    for (line, word, _) in all + long {
      for prompt in [8, nil] {
        let shown = try lines(line, prompt: prompt, width: width)
        #expect(shown.allSatisfy { displayWidth($0) <= width }, "\(line): \(shown)")
        let row = shown.firstIndex { $0.contains("^") && $0.allSatisfy { " ^~".contains($0) } }
        let marks = try #require(row.map { shown[$0] })
        let caret = marks.prefix { $0 == " " }.count
        let above = row == 0 ? String(repeating: " ", count: prompt ?? 0) + line : shown[0]
        var (column, marked) = (0, "")
        for piece in pieces(of: above) {
          if column >= caret && column < marks.count { marked += piece.text }
          column += piece.width
        }
        if word.count > 1, word.allSatisfy({ $0.isASCII && $0 != "\0" }) {
          #expect(marked.filter { $0 != "\"" }.hasPrefix(word.prefix(5)), "\(line): \(shown)")
        }
      }
    }
  }

  @Test(
    "Lines break between words, and go on as far in as they began",
    arguments: [
      ("one two three", 8, ["one two", "three"]), ("  one two three", 9, ["  one two", "  three"]),
      ("one", 20, ["one"]), ("abcdefghij klm", 4, ["abcd", "efgh", "ij", "klm"]), ("a  b", 20, ["a  b"]),
      ("牛乳 牛乳", 8, ["牛乳", "牛乳"]), ("牛乳牛乳", 5, ["牛乳", "牛乳"]), ("", 20, [""]),
      ("│  ├─ 12  abc def", 17, ["│  ├─ 12  abc def"]),
      ("│  ├─ 1  abc defgh ij", 19, ["│  ├─ 1  abc defgh", "│  │  ij"]),
      ("  3  [ ] Buy oat milk", 20, ["  3  [ ] Buy oat", "     milk"]),
      ("  + todo 3  [ ] Buy milk", 20, ["  + todo 3  [ ] Buy", "    milk"]),
      ("  \u{1B}[31m- one two three\u{1B}[0m", 14, ["  \u{1B}[31m- one two", "    three\u{1B}[0m"]),
      ("+ one two", 8, ["+ one", "  two"]), ("+1 apples", 8, ["+1", "apples"]),
      ("12  03:34  Add a Todo", 16, ["12  03:34  Add a", "    Todo"]),
      ("2 apples and", 8, ["2 apples", "and"]),
      ("  1234567  abc def", 16, ["  1234567  abc", "  def"]),
      ("  1  abcdefgh ij", 11, ["  1", "  abcdefgh", "  ij"]),
      ("  \u{1B}[2m3\u{1B}[0m  one two", 16, ["  \u{1B}[2m3\u{1B}[0m  one two"]),
      ("  \u{1B}[2m3\u{1B}[0m  one two sixes", 17, ["  \u{1B}[2m3\u{1B}[0m  one two", "     sixes"]),
      ("\u{1B}[1mone two\u{1B}[0m three", 7, ["\u{1B}[1mone two\u{1B}[0m", "three"]),
    ]
  )
  func wrapping(line: String, width: Int, lines: [String]) {
    #expect(wrapped(line, to: width) == lines)
    #expect(wrapped(line, to: nil) == [line])
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
}
