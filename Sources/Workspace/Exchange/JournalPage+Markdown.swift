extension Journal {
  /// Returns pages as a Markdown document.
  ///
  /// Titles, names and notes are text and nothing else, whatever is in them, and only links to the web and to mail
  /// addresses can be followed.
  public static func markdown(of pages: some Sequence<JournalPage>) -> String {
    String(decoding: markdownBytes(of: pages), as: UTF8.self)
  }

  /// Returns the UTF-8 of ``markdown(of:)``: a long one need not be made a text to be put in a file.
  package static func markdownBytes(of pages: some Sequence<JournalPage>) -> [UInt8] {
    var markdown = WrittenText()
    for page in pages {
      if !markdown.bytes.isEmpty { markdown.append("\n") }
      markdown.append(asMarkdown: page)
    }
    return markdown.bytes
  }
}

extension WrittenText {
  /// Writes a page as a section of a Markdown document.
  fileprivate mutating func append(asMarkdown page: JournalPage) {
    append("# \(page.day)\n")
    for group in page.groups {
      append("\n## ")
      append(escaped: group.name)
      append("\n\n")
      for todo in group.todos { append(asMarkdown: todo) }
    }
    if page.notes.isEmpty { return }
    append("\n## Notes\n\n")
    for note in page.notes {
      append("- \(note.time.timeOfDay) ")
      for (number, line) in lines(of: String(note.text)).enumerated() {
        // A backslash at the end of a line breaks it there; the next one is still in the list.
        if number > 0 { append("\\\n  ") }
        append(escaped: line)
      }
      append("\n")
    }
  }

  private mutating func append(asMarkdown todo: Todo) {
    switch todo.ending?.kind {
    case nil: append("- [ ] ")
    case .done: append("- [x] ")
    case .abandoned: append("- [x] ~~")
    }
    if let url = todo.url {
      append(escaped: todo.title, leadingTo: url)
    } else {
      append(escaped: todo.title)
    }
    append(todo.ending?.kind == .abandoned ? "~~\n" : "\n")
  }

  private mutating func append(escaped title: String, leadingTo url: String) {
    guard isSafeLink(url) else {
      append(escaped: title)
      append(" (")
      append(escaped: url)
      return append(")")
    }
    append("[")
    append(escaped: title)
    append("](<\(address(url))>)")
  }

  /// Puts a backslash before everything that Markdown could take for a sign of its own.
  private mutating func append(escaped text: String) {
    append(line: text, escaping: \.isSign) { byte, markdown in
      markdown.append(byte: UInt8(ascii: "\\"))
      markdown.append(byte: byte)
    }
  }

  /// A URL between angle brackets may hold anything but these.
  private func address(_ url: String) -> String {
    var result = ""
    for scalar in onOneLine(url).unicodeScalars {
      switch scalar {
      case "<": result += "%3C"
      case ">": result += "%3E"
      case "\\": result += "%5C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension UInt8 {
  /// Whether this is punctuation or a symbol of ASCII: just what a backslash can be put before.
  fileprivate var isSign: Bool {
    switch self {
    case UInt8(ascii: "!")...UInt8(ascii: "/"), UInt8(ascii: ":")...UInt8(ascii: "@"),
      UInt8(ascii: "[")...UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
