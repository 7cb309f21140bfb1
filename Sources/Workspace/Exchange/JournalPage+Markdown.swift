extension Journal {
  /// Returns pages as a Markdown document.
  ///
  /// Titles, names and notes are text and nothing else, whatever is in them, and only links to the web and to mail
  /// addresses can be followed.
  public static func markdown(of pages: some Sequence<JournalPage>) -> String {
    pages.map(\.markdown).joined(separator: "\n")
  }
}

extension JournalPage {
  /// The page as a section of a Markdown document.
  fileprivate var markdown: String {
    var lines = ["# \(day)"]
    for group in groups {
      lines += ["", "## \(escaped(group.name))", ""] + group.todos.map(markdown)
    }
    if !notes.isEmpty {
      lines += ["", "## Notes", ""] + notes.map { "- \($0.time.timeOfDay) \(escaped(String($0.text)))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func markdown(_ todo: Todo) -> String {
    var title = escaped(todo.title)
    if let url = todo.url {
      title = isSafeLink(url) ? "[\(title)](<\(address(url))>)" : "\(title) (\(escaped(url)))"
    }
    return switch todo.ending?.kind {
    case nil: "- [ ] \(title)"
    case .done: "- [x] \(title)"
    case .abandoned: "- [x] ~~\(title)~~"
    }
  }

  /// Puts a backslash before everything that Markdown could take for a sign of its own.
  private func escaped(_ text: String) -> String {
    let line = onOneLine(text)
    guard line.utf8.contains(where: \.isSign) else { return line }
    var result: [UInt8] = []
    for byte in line.utf8 {
      if byte.isSign { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
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
