import StrataCore

/// A page for a browser in which one travels through a history: one file, which needs no network.
///
///     let history = try Inspection(of: store).omitting(["people"])
///     let page = try HistoryPage(of: history, title: "What led to the bug").html
///
/// It has the tree of moments, the state at each with what changed there, filters by place and author, and a link to each
/// moment (`page.html#moment=42`). It draws everything from the present state and the steps, and loads nothing; whatever
/// stands in titles and values is shown and never run.
///
/// It is smaller than three times the files of the history and its own 54 KB, which draw it.
public struct HistoryPage: Sendable {
  /// The inspection that the page shows.
  public let inspection: Inspection
  /// The title of the page.
  public let title: String

  /// A page of a history.
  public init(of inspection: Inspection, title: String) {
    (self.inspection, self.title) = (inspection, title)
  }

  /// The page, in UTF-8.
  ///
  /// - Complexity: O(size of the state and of all steps).
  public var html: [UInt8] {
    var page: [UInt8] = []
    page += Self.dense(PageMarkup.beginning + "<style>\n\(PageStyle.text)\n</style>\n" + PageMarkup.body)
    page += #"<script type="application/json" id="history">"#.utf8
    page += PageData(of: inspection, title: title).json
    page += "</script>\n<script>\n\"use strict\";\n(() => {\n".utf8
    for part in [
      PageScript.values, PageScript.patches, PageScript.moments, PageScript.timeline, PageScript.state,
      PageScript.travel,
    ] { page += Self.dense(part) }
    page += "})();\n</script>\n</body>\n</html>\n".utf8
    return page
  }

  /// The page's own code without what only its readers here need: blanks that lines begin with, and remarks of whole lines.
  private static func dense(_ code: String) -> [UInt8] {
    code.split(separator: "\n").flatMap { line -> [UInt8] in
      let line = line.drop { $0 == " " }
      return line.isEmpty || line.hasPrefix("//") ? [] : Array(line.utf8) + [0x0A]
    }
  }
}
