import Strata

// Both forms of export keep titles, names and notes plain text, whatever they contain. Characters that control a terminal,
// reorder a line or hide appear as escapes, such as \u{202e}. Only links to the web and to mail addresses can be followed.

extension Journal {
  /// Returns pages as one HTML document without scripts, style sheets or pictures.
  public static func html(of pages: some Sequence<JournalPage>) -> String {
    var html = """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <title>Journal</title>
      </head>
      <body>

      """
    for page in pages { html += page.html }
    return html + "</body>\n</html>\n"
  }

  /// Returns the UTF-8 of ``html(of:)``.
  package static func htmlBytes(of pages: some Sequence<JournalPage>) -> [UInt8] {
    Array(html(of: pages).utf8)
  }

  /// Returns pages as a Markdown document.
  public static func markdown(of pages: some Sequence<JournalPage>) -> String {
    pages.map(\.markdown).joined(separator: "\n")
  }

  /// Returns the UTF-8 of ``markdown(of:)``.
  package static func markdownBytes(of pages: some Sequence<JournalPage>) -> [UInt8] {
    Array(markdown(of: pages).utf8)
  }
}

extension JournalPage {
  /// The page as a section of an HTML document.
  fileprivate var html: String {
    var html = "<section>\n<h1>\(day)</h1>\n"
    for group in groups {
      html += "<h2>\(asHTML(group.name))</h2>\n<ul>\n"
      for todo in group.todos { html += "<li>\(todo.html)</li>\n" }
      html += "</ul>\n"
    }
    if !notes.isEmpty {
      html += "<h2>Notes</h2>\n<ul>\n"
      for note in notes {
        let lines = lines(of: note).map(asHTML).joined(separator: "<br>")
        html += "<li><time>\(note.time.timeOfDay)</time> \(lines)</li>\n"
      }
      html += "</ul>\n"
    }
    return html + "</section>\n"
  }

  /// The page as a section of a Markdown document.
  fileprivate var markdown: String {
    var markdown = "# \(day)\n"
    for group in groups {
      markdown += "\n## \(asMarkdown(group.name))\n\n"
      for todo in group.todos { markdown += "- \(todo.markdown)\n" }
    }
    if !notes.isEmpty { markdown += "\n## Notes\n\n" }
    for note in notes {
      // A backslash breaks the line; the next line is still part of the list.
      let lines = lines(of: note).map(asMarkdown).joined(separator: "\\\n  ")
      markdown += "- \(note.time.timeOfDay) \(lines)\n"
    }
    return markdown
  }
}

extension Todo {
  fileprivate var html: String {
    let title: String =
      switch url {
      case nil: asHTML(self.title)
      case let url? where isSafeLink(url):
        "<a href=\"\(escapedHTML(encoded(url)))\">\(asHTML(self.title))</a>"
      case let url?: "\(asHTML(self.title)) (\(asHTML(url)))"
      }
    return switch ending?.kind {
    case nil: "☐ \(title)"
    case .done: "☑ \(title)"
    case .abandoned: "☒ <s>\(title)</s>"
    }
  }

  fileprivate var markdown: String {
    let title: String =
      switch url {
      case nil: asMarkdown(self.title)
      case let url? where isSafeLink(url): "[\(asMarkdown(self.title))](<\(bracketed(url))>)"
      case let url?: "\(asMarkdown(self.title)) (\(asMarkdown(url)))"
      }
    return switch ending?.kind {
    case nil: "[ ] \(title)"
    case .done: "[x] \(title)"
    case .abandoned: "[x] ~~\(title)~~"
    }
  }
}

/// Returns a text as HTML; letters that run from right to left do not reorder its surroundings.
private func asHTML(_ text: String) -> String { "<bdi>\(escapedHTML(text))</bdi>" }

private func escapedHTML(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: nil
    }
  }
}

/// Returns a text as Markdown, with a backslash before all punctuation and symbols of ASCII.
private func asMarkdown(_ text: String) -> String {
  escaped(text) { scalar in
    switch scalar {
    case "!"..."/", ":"..."@", "["..."`", "{"..."~": "\\\(scalar)"
    default: nil
    }
  }
}

/// Returns a URL that leads to the same place, with hidden characters percent-encoded.
private func encoded(_ url: String) -> String {
  guard url.unicodeScalars.contains(where: \.isHidden) else { return url }
  return url.unicodeScalars.reduce(into: "") { result, scalar in
    guard scalar.isHidden else { return result.unicodeScalars.append(scalar) }
    for byte in UTF8.encode(scalar) ?? .init() {
      result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// Returns a URL as Markdown has it between angle brackets.
private func bracketed(_ url: String) -> String {
  escaped(encoded(url)) { scalar in
    switch scalar {
    case "<": "%3C"
    case ">": "%3E"
    case "\\": "%5C"
    default: nil
    }
  }
}

/// Returns a text as ``onOneLine(_:)`` does, with the escape of each character that has one.
private func escaped(_ text: String, by escape: (Unicode.Scalar) -> String?) -> String {
  let line = onOneLine(text)
  if line.unicodeScalars.allSatisfy({ escape($0) == nil }) { return line }
  var result = ""
  for scalar in line.unicodeScalars {
    if let escape = escape(scalar) { result += escape } else { result.unicodeScalars.append(scalar) }
  }
  return result
}

/// Returns a text as one printable line: line breaks and tabs become spaces.
///
/// Exports are for reading. The document and its JSON keep the text exactly.
func onOneLine(_ text: String) -> String {
  // Nearly all texts are plain.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  let line = text.unicodeScalars.map { scalar -> Unicode.Scalar in
    switch scalar {
    case "\n", "\r", "\t", "\u{2028}", "\u{2029}": " "
    default: scalar
    }
  }
  return printable(String(String.UnicodeScalarView(line)))
}

/// Returns the lines of a note; empty lines at its end are left out.
private func lines(of note: Note) -> [String] {
  var lines = String(note.text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    .map(String.init)
  while lines.count > 1, lines.last == "" { lines.removeLast() }
  return lines
}

/// Whether a URL may become a link: only schemes that show a page or a letter, and run nothing.
private func isSafeLink(_ url: String) -> Bool {
  guard let scheme = url.split(separator: ":", maxSplits: 1).first else { return false }
  return ["http", "https", "mailto"].contains(scheme.lowercased())
}
