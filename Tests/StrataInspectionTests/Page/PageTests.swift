import StrataInspection
import TestSupport
import Testing

/// Tests of the page in one browser, one after the other.
@Suite(
  "The page, in a browser",
  .enabled(if: Browser.path != nil, "There is no Chromium here: apt-get install chromium"),
  .serialized
)
enum PageTests {}

extension TemporaryFolder {
  /// Writes a page, and returns its path.
  func page(of inspection: Inspection, title: String = "A page") throws -> String {
    try write(bytes: HistoryPage(of: inspection, title: title).html, to: "page.html")
    return file("page.html")
  }
}
