import Foundation
import Testing

@testable import HistoryCosts

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The report")
struct ReportTests {
  /// Reads a page as XML, and counts its elements.
  final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var references: [String] = []
    /// The elements that were begun and not ended: the parser of Linux does not mind when the text is over.
    private var open: [String] = []

    func parser(
      _: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      references += ["src", "href"].compactMap { attributes[$0] }
      open.append(name)
    }

    func parser(_: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      if open.last == name { open.removeLast() }
    }

    /// Returns what is wrong with the text; nil when nothing is.
    func read(_ text: String) -> String? {
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = self
      guard parser.parse() else {
        return "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")"
      }
      return open.isEmpty ? nil : "left open: \(open)"
    }
  }

  @Test("The page is well-formed, and needs no script, no other file and no network")
  func page() {
    let html = ReportPage(Sample.results()).html
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    let reader = Reader()
    #expect(reader.read(html) == nil)
    #expect(reader.elements["script"] == nil && reader.elements["link"] == nil && reader.references == [])
    #expect(!html.contains("@import") && !html.contains("url("))
  }

  @Test("Every subject has a chart of every scenario, and a table that has every combination")
  func complete() {
    let html = ReportPage(Sample.results()).html
    let reader = Reader()
    #expect(reader.read(html) == nil)
    // Bytes by items and by steps, and actions, in ten scenarios each; undos and jumps in three. A text has one. And the
    // one with which the page begins.
    #expect(reader.elements["figure"] == 3 * (3 * 11 + 2 * 3) + 3 + 1)
    #expect(html.components(separatedBy: "231 lines").count == 4)
    // All but that one is folded: what the seven are, five kinds of charts, two tables, and all figures of each subject.
    #expect(reader.elements["details"] == 1 + 5 + 2 + SubjectName.allCases.count)
    #expect(reader.elements["details"] == reader.elements["h2"])
    for text in [
      "A &lt;fast&gt; processor &amp; co", "1,000,000 steps would keep &lt; 2 GB &amp; more", "0123456789ab",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test("A run of a few combinations gives a page, too")
  func few() {
    let all = Sample.results(sizes: [100])
    for rows in [[], all.rows.filter { $0.subject == .todos && $0.scenario == .typing }] {
      let html = ReportPage(Results(all.circumstances, rows)).html
      #expect(Reader().read(html) == nil)
      // Lines by steps are there, and none by items.
      #expect(html.contains("This was a quick run, at 100 items alone") == !rows.isEmpty)
      #expect(!html.contains("by items"))
    }
  }

  @Test("The page has a light and a dark face")
  func colours() {
    let style = Palette.style
    #expect(style.contains("prefers-color-scheme: dark"))
    for index in StrategyName.allCases.indices {
      #expect(style.components(separatedBy: "--s\(index): #").count == 3)
    }
  }

  @Test("The picture stands alone")
  func picture() {
    let svg = Picture(Sample.results()).svg
    let reader = Reader()
    #expect(reader.read(svg) == nil)
    #expect(reader.elements["svg"] == 1 && reader.elements["style"] == 1)
    #expect(svg.contains("xmlns=\"http://www.w3.org/2000/svg\""))
  }
}
