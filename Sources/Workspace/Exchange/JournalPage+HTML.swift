extension Journal {
  /// Returns pages as one HTML document that needs nothing else: no script, no style sheet, no picture.
  ///
  /// Titles, names and notes are text and nothing else, whatever is in them, and only links to the web and to mail
  /// addresses can be followed.
  public static func html(of pages: some Sequence<JournalPage>) -> String {
    String(decoding: htmlBytes(of: pages), as: UTF8.self)
  }

  /// Returns the UTF-8 of ``html(of:)``: a long one need not be made a text to be put in a file.
  package static func htmlBytes(of pages: some Sequence<JournalPage>) -> [UInt8] {
    var html = WrittenText()
    html.append(
      """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <title>Journal</title>
      </head>
      <body>

      """
    )
    for page in pages { html.append(asHTML: page) }
    html.append("</body>\n</html>\n")
    return html.bytes
  }
}

extension WrittenText {
  /// Writes a page as a section of an HTML document.
  fileprivate mutating func append(asHTML page: JournalPage) {
    append("<section>\n<h1>\(page.day)</h1>\n")
    for group in page.groups {
      append("<h2>")
      append(marked: group.name)
      append("</h2>\n<ul>\n")
      for todo in group.todos { append(asHTML: todo) }
      append("</ul>\n")
    }
    if !page.notes.isEmpty {
      append("<h2>Notes</h2>\n<ul>\n")
      for note in page.notes {
        append("<li><time>\(note.time.timeOfDay)</time> ")
        for (number, line) in lines(of: String(note.text)).enumerated() {
          if number > 0 { append("<br>") }
          append(marked: line)
        }
        append("</li>\n")
      }
      append("</ul>\n")
    }
    append("</section>\n")
  }

  private mutating func append(asHTML todo: Todo) {
    switch todo.ending?.kind {
    case nil: append("<li>☐ ")
    case .done: append("<li>☑ ")
    case .abandoned: append("<li>☒ <s>")
    }
    if let url = todo.url {
      append(marked: todo.title, leadingTo: url)
    } else {
      append(marked: todo.title)
    }
    append(todo.ending?.kind == .abandoned ? "</s></li>\n" : "</li>\n")
  }

  private mutating func append(marked title: String, leadingTo url: String) {
    let isLink = isSafeLink(url)
    if isLink {
      append("<a href=\"")
      append(escaped: url)
      append("\">")
    }
    append(marked: title)
    if isLink { return append("</a>") }
    append(" (")
    append(marked: url)
    append(")")
  }

  /// Writes text that a person wrote; what runs from right to left in it does not reorder what stands around it.
  private mutating func append(marked text: String) {
    append("<bdi>")
    append(escaped: text)
    append("</bdi>")
  }

  private mutating func append(escaped text: String) {
    append(line: text, escaping: { $0.entity != nil }) { byte, html in
      if let entity = byte.entity { html.append(entity) }
    }
  }
}

extension UInt8 {
  /// What stands in HTML for a sign that could begin or end something there; nil of others.
  fileprivate var entity: String? {
    switch self {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
