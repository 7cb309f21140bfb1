extension Verb {
  static let files = [
    Verb("save", "", "mark the present moment as saved; on the disk it is anyway") { _ in .save },
    Verb(
      "import",
      "FILE",
      "read a document that was exported as JSON; a step like any other",
      "import old.json"
    ) { arguments throws(Misunderstood) in .importDocument(path: try arguments.path()) },
    Verb(
      "export",
      "FILE [--replace]",
      "write all to a file: .json, or all pages as .md or .html",
      "export journal.md",
      "export copy.json --replace"
    ) { arguments throws(Misunderstood) in
      let isReplacing = arguments.flag("--replace")
      let word = try arguments.peek(.file)
      let path = try arguments.path()
      let formats: [(String, Command.Format)] = [
        (".md", .markdown), (".markdown", .markdown), (".html", .html), (".json", .json),
      ]
      guard let format = formats.first(where: { path.lowercased().hasSuffix($0.0) })?.1 else {
        throw Misunderstood(.noFormat(path), word)
      }
      return .export(format, path: path, isReplacing: isReplacing)
    },
    Verb("export markdown", "", "show all pages as Markdown") { _ in .show(.exported(.markdown)) },
    Verb("export html", "", "show all pages as HTML") { _ in .show(.exported(.html)) },
    Verb("export json", "", "show the whole document as JSON") { _ in .show(.exported(.json)) },
    Verb("source", "FILE", "carry out the lines of a file, up to the first that fails", "source monday.txt") {
      arguments throws(Misunderstood) in .source(path: try arguments.path())
    },
  ]

  static let program = [
    Verb("help", "[COMMAND]", "show all commands, or one with examples", "help", "help add", "help canvas") {
      arguments throws(Misunderstood) in
      .show(.help(arguments.isEmpty || arguments.takes("all") ? nil : try arguments.command()))
    },
    Verb("clear", "", "begin with an empty window") { _ in .clear },
    Verb("quit", "", "leave; everything is saved") { _ in .quit },
  ]
}
