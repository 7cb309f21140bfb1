import Foundation
import TestSupport

/// The texts in the sources of this package: what stands between quotation marks.
enum SourceTexts {
  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The sources of a module, file by file.
  static func sources(of module: String, ending: String = "swift") throws -> [(name: String, text: String)] {
    let folder = package.appendingPathComponent("Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let urls = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == ending }
    return try urls.sorted { $0.path < $1.path }.map {
      ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  /// The texts in a source, with … for what is put into them.
  static func texts(in source: String) -> [String] {
    var reader = Reader(source: Array(source.utf8))
    return reader.texts()
  }

  /// Goes over a source by its bytes.
  private struct Reader {
    let source: [UInt8]
    var place = 0

    private func isNext(_ text: StaticString) -> Bool {
      guard source.count - place >= text.utf8CodeUnitCount else { return false }
      for offset in 0..<text.utf8CodeUnitCount where source[place + offset] != text.utf8Start[offset] {
        return false
      }
      return true
    }

    /// - Parameter depth: How many parentheses end the reading, inside a text; nil for a whole source.
    mutating func texts(inside depth: Int? = nil) -> [String] {
      var (found, depth): ([String], Int?) = ([], depth)
      while place < source.count {
        switch source[place] {
        case UInt8(ascii: "/") where isNext("//"):
          while place < source.count, !isNext("\n") { place += 1 }
        case UInt8(ascii: "\"") where isNext("\"\"\""): found += text(endingWith: "\"\"\"")
        case UInt8(ascii: "\""): found += text(endingWith: "\"")
        case UInt8(ascii: "#") where isNext("#\""):
          place += 1
          found += text(endingWith: "\"", isRaw: true)
        default:
          if isNext("(") { depth = depth.map { $0 + 1 } }
          if isNext(")") { depth = depth.map { $0 - 1 } }
          place += 1
          if depth == 0 { return found }
        }
      }
      return found
    }

    private mutating func text(endingWith end: StaticString, isRaw: Bool = false) -> [String] {
      place += end.utf8CodeUnitCount
      var (text, others): ([UInt8], [String]) = ([], [])
      while place < source.count, !isNext(end) {
        if isRaw || !isNext("\\") {
          text.append(source[place])
          place += 1
        } else if isNext("\\(") {
          place += 2
          others += texts(inside: 1)
          text += "…".utf8
        } else if isNext("\\\n") {
          // The text goes on behind the spaces of the next line.
          place += 2
          while place < source.count, isNext(" ") { place += 1 }
        } else {
          text.append(isNext("\\n") ? UInt8(ascii: "\n") : source[place + 1])
          place += 2
        }
      }
      place += end.utf8CodeUnitCount
      return [String(decoding: text, as: UTF8.self)] + others
    }
  }
}
