import StrataInspection
import TestSupport
import Testing

@Suite("How large the page is")
struct PageSizeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("It is smaller than three times the files, and loads nothing")
  func size() throws {
    let kitchen = try folder.kitchen(steps: 300)
    try kitchen.close()
    let inspection = try Inspection(of: kitchen.path)
    let page = HistoryPage(of: inspection, title: "A page").html
    #expect(inspection.fileBytes > 30_000 && page.count < 3 * inspection.fileBytes)
    let text = String(decoding: page, as: UTF8.self)
    // The one address names SVG, and is never loaded.
    #expect(text.components(separatedBy: "http://").count == 2)
    #expect(!text.contains("https://") && !text.contains("src="))
  }

  @Test(
    "Of the smallest history it is three times the files and its own code, which is written without what it can do without"
  )
  func smallest() throws {
    let kitchen = try folder.kitchen(steps: 1)
    try kitchen.close()
    let inspection = try Inspection(of: kitchen.path)
    let page = HistoryPage(of: inspection, title: "A page").html
    #expect(inspection.fileBytes < 2_000 && page.count < 3 * inspection.fileBytes + 54_000)
    #expect(!String(decoding: page, as: UTF8.self).contains("\n "))
  }
}
