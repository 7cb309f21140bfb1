import Foundation
import Testing

/// A piece of Swift in a page of documentation.
struct DocumentedCode: CustomTestStringConvertible {
  var page: String
  var line: Int
  var code: String

  var testDescription: String { "\(page):\(line)" }

  /// Every fenced Swift block of the README and of the DocC pages.
  static var all: [DocumentedCode] {
    get throws {
      try pages.flatMap { page in blocks(of: try text(of: page), page: page) }
    }
  }

  /// Every line outside of fenced blocks, with the page that it is on in front.
  static var prose: [String] {
    get throws {
      try pages.flatMap { page in
        var isFenced = false
        return try text(of: page).split(separator: "\n").compactMap { line in
          if line.hasPrefix("```") { isFenced.toggle() }
          return isFenced ? nil : "\(page): \(line)"
        }
      }
    }
  }

  /// The README and the pages of all catalogs, from the package's root.
  static var pages: [String] {
    get throws { try ["README.md"] + paths(under: "Sources").filter { $0.hasSuffix(".md") } }
  }

  /// The Swift files that the compiler sees beside this one, in which every block has to stand.
  static var compiled: [String] {
    get throws {
      try paths(under: "Tests/DocumentationTests").filter { $0.hasSuffix(".swift") }.map(text(of:))
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func paths(under folder: String) throws -> [String] {
    let base = root.appendingPathComponent(folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: base).sorted().map { folder + "/" + $0 }
  }

  /// Whether there is such a file, from the package's root.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func blocks(of text: String, page: String) -> [DocumentedCode] {
    var blocks: [DocumentedCode] = []
    var open: DocumentedCode?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else if line == "```swift" {
          open = DocumentedCode(page: page, line: number + 1, code: "")
        }
      } else {
        open?.code += line + "\n"
      }
    }
    return blocks
  }
}
