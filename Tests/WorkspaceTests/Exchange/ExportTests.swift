import Testing

@testable import Workspace

@Suite("Exports for reading")
struct ExportTests {
  /// A page with everything on it.
  static func page() throws -> JournalPage {
    let day = day("2026-11-21")
    let desk = try Desk(pages: day)
    try desk.journal(.category(.add(name: "Work", color: .blue)))
    try desk.add(NewTodo("Write", category: 1, url: "https://example.org/a?b=c&d=e"))
    try desk.add(NewTodo("Send", category: 1))
    try desk.add(NewTodo("Sleep"))
    try desk.journal(
      .complete([3], at: time("2026-11-21T10:00:00")),
      .abandon([4], at: time("2026-11-21T11:00:00")),
      .note(.add("Rain", at: time("2026-11-21T09:05:00")))
    )
    return desk.journal.page(of: day)
  }

  /// A page with one todo, in a category and with a note, all called the same.
  static func page(named name: String, url: String? = nil) throws -> JournalPage {
    let day = day("2026-11-21")
    let desk = try Desk(pages: day)
    try desk.journal(.category(.add(name: name, color: .blue)))
    try desk.add(NewTodo(name, category: 1, url: url))
    // Of a note, lines stay lines.
    let line = name.unicodeScalars.map { Character($0).isNewline ? " " : $0 }
    let note = String(String.UnicodeScalarView(line))
    try desk.journal(.note(.add(note, at: time("2026-11-21T09:05:00"))))
    return desk.journal.page(of: day)
  }

  @Test("A page as Markdown")
  func markdown() throws {
    #expect(
      Journal.markdown(of: [try Self.page()]) == #"""
        # 2026-11-21

        ## Work

        - [ ] [Write](<https://example.org/a?b=c&d=e>)
        - [x] Send

        ## Other

        - [x] ~~Sleep~~

        ## Notes

        - 09:05 Rain

        """#
    )
  }

  @Test("A page as HTML")
  func html() throws {
    #expect(
      Journal.html(of: [try Self.page()]) == #"""
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <title>Journal</title>
        </head>
        <body>
        <section>
        <h1>2026-11-21</h1>
        <h2><bdi>Work</bdi></h2>
        <ul>
        <li>☐ <a href="https://example.org/a?b=c&amp;d=e"><bdi>Write</bdi></a></li>
        <li>☑ <bdi>Send</bdi></li>
        </ul>
        <h2><bdi>Other</bdi></h2>
        <ul>
        <li>☒ <s><bdi>Sleep</bdi></s></li>
        </ul>
        <h2>Notes</h2>
        <ul>
        <li><time>09:05</time> <bdi>Rain</bdi></li>
        </ul>
        </section>
        </body>
        </html>

        """#
    )
  }

  @Test("Several pages follow each other, the oldest first")
  func severalPages() throws {
    let desk = try Desk(pages: day("2026-11-20"), day("2026-11-21"))
    try desk.add("One")
    let pages = desk.journal.allPages()
    #expect(Journal.markdown(of: pages) == "# 2026-11-20\n\n# 2026-11-21\n\n## Other\n\n- [ ] One\n")
    let html = Journal.html(of: pages)
    #expect(html.split(separator: "<section>").count == 3)
    #expect(Journal.markdown(of: []) == "")
  }

  @Test("The lines of a note stay lines, and none of them is a sign of its own")
  func linesOfNotes() throws {
    let (day, desk) = (day("2026-11-21"), try Desk(pages: day("2026-11-21")))
    let note = "Rain,\r\n# and <b>more</b>\n\n- [ ] rain\u{2028}1. all day\n\n"
    try desk.journal(.note(.add(note, at: time("2026-11-21T09:05:00"))))
    let pages = [desk.journal.page(of: day)]
    #expect(
      Journal.markdown(of: pages).hasSuffix(
        ##"""
        - 09:05 Rain\,\
          \# and \<b\>more\<\/b\>\
          \
          \- \[ \] rain\
          1\. all day

        """##
      )
    )
    let html = [
      "Rain,", "# and &lt;b&gt;more&lt;/b&gt;", "", "- [ ] rain", "1. all day",
    ]
    #expect(
      Journal.html(of: pages)
        .contains("<time>09:05</time> \(html.map { "<bdi>\($0)</bdi>" }.joined(separator: "<br>"))</li>\n")
    )
  }

  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "</title></ul>",
    "&lt;b&gt;",
    "a\n# Title", "a\r\n- [x] b", "**bold** _it_ `code`", "[link](javascript:alert(1))", "![x](y)",
    "<!-- x -->",
    "a\u{202E}b", "\u{1B}[31mred\u{7}", "1. one", "~~~\ncode", "\\", "| a | b |", "a\u{2028}# b",
    "https://x.y",
    "---", "&amp; &#60;", "]]>", "$$x$$",
  ]

  @Test(
    "Hostile titles are text in HTML: no tag, attribute, entity or control character comes of them",
    arguments: hostile
  )
  func hostileHTML(title: String) throws {
    let html = Journal.html(of: [try Self.page(named: title)])
    let harmless = Journal.html(of: [try Self.page(named: "x")])
    #expect(html.count(where: { $0 == "<" }) == harmless.count(where: { $0 == "<" }))
    #expect(html.count(where: { $0 == ">" }) == harmless.count(where: { $0 == ">" }))
    #expect(html.split(separator: "\n").count == harmless.split(separator: "\n").count)
    #expect(!html.unicodeScalars.contains { $0.properties.isBidiControl })
    #expect(!html.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    // Read as a browser reads it, every place says what the title says.
    let shown = html.split(separator: "<bdi>").dropFirst().compactMap { $0.split(separator: "</bdi>").first }
    #expect(shown.count == 3)
    for text in shown { #expect(unescaped(text) == onOneLine(title)) }
  }

  @Test(
    "Hostile titles are text in Markdown: every sign of its own stands behind a backslash",
    arguments: hostile
  )
  func hostileMarkdown(title: String) throws {
    let markdown = Journal.markdown(of: [try Self.page(named: title)])
    let lines = markdown.split(separator: "\n")
    try #require(lines.count == 5)
    for (line, prefix) in [(lines[1], "## "), (lines[2], "- [ ] "), (lines[4], "- 09:05 ")] {
      #expect(line.hasPrefix(prefix))
      var rest = line.dropFirst(prefix.count).unicodeScalars[...]
      var text = ""
      while let scalar = rest.popFirst() {
        let isSign =
          (0x21...0x2F).contains(scalar.value) || (0x3A...0x40).contains(scalar.value)
          || (0x5B...0x60).contains(scalar.value) || (0x7B...0x7E).contains(scalar.value)
        if scalar == "\\", let next = rest.popFirst() {
          text.unicodeScalars.append(next)
        } else {
          #expect(!isSign, "\(scalar) in \(line)")
          text.unicodeScalars.append(scalar)
        }
      }
      #expect(text == onOneLine(title))
    }
  }

  @Test(
    "Only links to the web and to mail addresses can be followed; others are shown",
    arguments: [
      ("https://example.org", true), ("HTTP://example.org", true), ("mailto:a@example.org", true),
      ("javascript:alert(1)", false), ("data:text/html,x", false), ("file:///etc/passwd", false),
      ("vbscript:x", false),
    ]
  )
  func links(url: String, isLink: Bool) throws {
    let page = try Self.page(named: "x", url: url)
    #expect(Journal.html(of: [page]).contains("<a href=\"\(url)\">") == isLink)
    #expect(Journal.markdown(of: [page]).contains("[x](<\(url)>)") == isLink)
    #expect(Journal.html(of: [page]).contains(url))
  }

  @Test("A URL cannot leave its quotation marks or angle brackets")
  func hostileLinks() throws {
    let url = "https://x/\"><b>'\\>)"
    let page = try Self.page(named: "x", url: url)
    #expect(Journal.html(of: [page]).contains("<a href=\"https://x/&quot;&gt;&lt;b&gt;&#39;\\&gt;)\">"))
    #expect(Journal.markdown(of: [page]).contains("[x](<https://x/\"%3E%3Cb%3E'%5C%3E)>)"))
  }

  @Test("Each hidden character of a title is a visible escape in HTML and in Markdown")
  func hiddenCharacters() throws {
    let hidden = Self.hidden.filter { ![0x9, 0xA, 0xD, 0x2028, 0x2029].contains($0.value) }
    for scalar in hidden {
      let page = try Self.page(named: "a\(scalar)b")
      let code = String(scalar.value, radix: 16)
      let (html, markdown) = (Journal.html(of: [page]), Journal.markdown(of: [page]))
      for text in [html, markdown] { #expect(!text.unicodeScalars.contains { $0 == scalar }, "\(code)") }
      #expect(html.contains("<bdi>a\\u{\(code)}b</bdi>"), "\(code)")
      #expect(markdown.contains("a\\\\u\\{\(code)\\}b"), "\(code)")
    }
  }

  @Test("A link with hidden characters leads to the same place by visible ones")
  func hiddenLinks() throws {
    let page = try Self.page(named: "x", url: "https://x.y/\u{202E}\u{200B}a\u{FEFF}")
    let link = "https://x.y/%E2%80%AE%E2%80%8Ba%EF%BB%BF"
    #expect(Journal.html(of: [page]).contains("<a href=\"\(link)\">"))
    #expect(Journal.markdown(of: [page]).contains("[x](<\(link)>)"))
  }

  @Test(
    "Joiners and soft hyphens remain in an export",
    arguments: ["می\u{200C}خواهم", "क्\u{200D}ष", "👩\u{200D}👧", "Donau\u{AD}schiff"]
  )
  func legitimate(title: String) throws {
    let page = try Self.page(named: title)
    #expect(Journal.html(of: [page]).contains("<bdi>\(title)</bdi>"))
    #expect(Journal.markdown(of: [page]).contains("- [ ] \(title)\n"))
  }

  /// The control characters, the bidirectional controls, and characters that have no shape.
  private static let hidden: [Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x1...0x1F, 0x7F...0x9F, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180E...0x180E,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
      0xFFF9...0xFFFB, 0xE0001...0xE0001, 0xE0020...0xE007F,
    ]
    return ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
  }()

  private func unescaped(_ text: Substring) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(String(text)) { text, entity in
      text.split(separator: entity.0, omittingEmptySubsequences: false).joined(separator: entity.1)
    }
  }
}
