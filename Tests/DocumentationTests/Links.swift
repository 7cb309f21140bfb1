import Foundation
import Testing

/// A page of a catalog, as its links are written.
///
/// A link in the text has a name, `[The store][TheStore]`, and leads where a line at the page's beginning says, for who
/// reads the file on the web, and where a line at its end says, for the documentation. Neither sees the other's.
struct LinkedPage: CustomTestStringConvertible {
  /// The file, from the package's root.
  var path: String
  var text: String

  var testDescription: String { path }

  static var all: [LinkedPage] {
    get throws {
      try DocumentedCode.pages.filter { $0 != "README.md" }
        .map { LinkedPage(path: $0, text: try DocumentedCode.text(of: $0)) }
    }
  }

  var module: String { String(path.split(separator: "/")[1]) }

  /// The page's name, by which others link to it.
  var name: String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }

  /// The names that stand behind links and pictures of the text.
  var used: Set<String> { Set(prose.matches(of: /\]\[([\w#-]+)\]/).map { String($0.1) }) }

  /// The lines that the web reads.
  var onTheWeb: [String: String] {
    guard let head = text.firstRange(of: "@Comment {"), let end = text.firstRange(of: "<!--\n}\n<!-- -->")
    else { return [:] }
    return definitions(in: text[head.upperBound..<end.lowerBound])
  }

  /// The lines that the documentation reads: those behind all of the text.
  var inDocumentation: [String: String] {
    let end = text.firstRange(of: "<!--\n}\n<!-- -->")?.upperBound ?? text.startIndex
    return definitions(in: text[end...])
  }

  /// What headings are called in an address on the web.
  var anchors: Set<String> {
    Set(
      prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        heading.drop(while: { $0 == "#" || $0 == " " }).lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
      }
    )
  }

  /// The text outside of blocks of code.
  var prose: String {
    var isFenced = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      return !isFenced
    }.joined(separator: "\n")
  }

  private func definitions(in part: Substring) -> [String: String] {
    let found = part.matches(of: /\n\[([\w#-]+)\]: (\S+)/).map { (String($0.1), String($0.2)) }
    return Dictionary(found, uniquingKeysWith: { _, last in last })
  }
}
