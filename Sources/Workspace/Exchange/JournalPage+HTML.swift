extension Journal {
  /// Returns pages as one HTML document that needs nothing else: no script, no style sheet, no picture.
  ///
  /// Titles, names and notes are text and nothing else, whatever is in them, and only links to the web and to mail
  /// addresses can be followed.
  public static func html(of pages: some Sequence<JournalPage>) -> String {
    let body = pages.map(\.html).joined()
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <title>Journal</title>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }
}

extension JournalPage {
  /// The page as a section of an HTML document.
  fileprivate var html: String {
    let groups = groups.map { group in
      "<h2>\(text(group.name))</h2>\n<ul>\n\(group.todos.map(html).joined())</ul>\n"
    }
    let remarks = notes.map { "<li><time>\($0.time.timeOfDay)</time> \(text(String($0.text)))</li>\n" }
    let notes = remarks.isEmpty ? "" : "<h2>Notes</h2>\n<ul>\n\(remarks.joined())</ul>\n"
    return "<section>\n<h1>\(day)</h1>\n\(groups.joined())\(notes)</section>\n"
  }

  private func html(_ todo: Todo) -> String {
    var title = text(todo.title)
    if let url = todo.url {
      let address = escaped(onOneLine(url))
      title = isSafeLink(url) ? "<a href=\"\(address)\">\(title)</a>" : "\(title) (\(text(url)))"
    }
    return switch todo.ending?.kind {
    case nil: "<li>☐ \(title)</li>\n"
    case .done: "<li>☑ \(title)</li>\n"
    case .abandoned: "<li>☒ <s>\(title)</s></li>\n"
    }
  }

  /// Text that a person wrote; what runs from right to left in it does not reorder what stands around it.
  private func text(_ text: String) -> String {
    "<bdi>\(escaped(onOneLine(text)))</bdi>"
  }

  private func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
