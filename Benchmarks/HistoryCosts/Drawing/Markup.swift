/// A piece of a page or a drawing: text, or an element with what is in it.
///
/// Made of values, so that what is opened is closed and what is text is escaped, whoever writes it.
enum Markup: Equatable, Sendable {
  case text(String)
  indirect case element(String, [Attribute], [Markup])

  struct Attribute: Equatable, Sendable {
    var name: String
    var value: String
  }

  /// An element with children.
  static func tag(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    _ children: [Markup] = []
  ) -> Markup {
    .element(name, attributes.map { Attribute(name: $0.key, value: $0.value) }, children)
  }

  /// An element with text in it.
  static func tag(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    _ text: String
  ) -> Markup {
    tag(name, attributes, [.text(text)])
  }

  /// The piece as it is written into a file.
  var source: String {
    var source = ""
    write(to: &source)
    return source
  }

  private func write(to source: inout String) {
    switch self {
    case .text(let text): source += Self.escaped(text)
    case .element(let name, let attributes, let children):
      source += "<\(name)"
      for attribute in attributes { source += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
      if children.isEmpty && Self.emptyNames.contains(name) {
        source += "/>"
      } else {
        source += ">"
        for child in children { child.write(to: &source) }
        source += "</\(name)>"
      }
      if Self.blockNames.contains(name) { source += "\n" }
    }
  }

  /// Elements that never have anything in them; all others are closed by a tag, as HTML wants it.
  private static let emptyNames: Set = [
    "meta", "link", "br", "img", "line", "path", "rect", "polyline", "circle",
  ]
  /// Elements behind which a line ends, for those who look at the file.
  private static let blockNames: Set = [
    "svg", "g", "tr", "p", "section", "figure", "h1", "h2", "h3", "style", "head", "table", "li", "text",
    "path", "line",
  ]

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
