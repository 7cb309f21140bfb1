import Testing

@testable import StrataMacros

@Suite("Tokens of Swift source")
struct TokenTests {
  private func texts(_ source: String) throws -> [String] { try Token.tokens(of: source).map(\.text) }

  @Test("Words, signs and arrows are tokens; comments and spaces are not")
  func simple() throws {
    #expect(
      try texts("let a: [Int] // none\n= /* a /* b */ c */ f(x) -> `in`") == [
        "let", "a", ":", "[", "Int", "]", "=", "f", "(", "x", ")", "->", "`in`",
      ]
    )
    #expect(try texts("größe\u{1F600}") == ["größe\u{1F600}"])
  }

  @Test(
    "A text is one token, whatever is in it",
    arguments: [
      #""a { b""#, #""a \" b""#, #""\(f("}"))""#, #""\(a ? "(" : ")")""#, #""\(a ? ")" : b)""#,
      "\"\"\"\n a \" b\n \"\"\"",
      ##"#"a " \ b"#"##,
      ##"#"a \#(f("x")) b"#"##, ##"#"""#"##, #""\(/* ) */ a)""#, "\"\"",
      "\"\"\"\n\\(\"\"\"\n}\n\"\"\")\n\"\"\"",
    ]
  )
  func strings(source: String) throws {
    #expect(try texts("x = \(source) y") == ["x", "=", source, "y"])
  }

  @Test("A token knows whether a space or a line's end stands before it")
  func spaces() throws {
    let tokens = try Token.tokens(of: "a<b\n c/* \n */d")
    #expect(tokens.map(\.hasSpaceBefore) == [false, false, false, true, true])
    #expect(tokens.map(\.hasNewlineBefore) == [true, false, false, true, true])
  }

  @Test(
    "A comment or a string without an end is an error with its place",
    arguments: ["ab /* c", #"ab "c"#, "ab \"c\n\"", #"ab "\(c"#]
  )
  func endless(source: String) {
    let error = #expect(throws: Unreadable.self) { try Token.tokens(of: source) }
    #expect((3...5).contains(error?.offset ?? 0))
  }
}
