import StrataCore
import StrataInspection
import TestSupport
import Testing

@Suite("Hidden characters in a page")
struct HiddenCharactersTests {
  /// The control characters, the bidirectional controls, and characters that have no shape.
  static let hidden: [Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x0...0x8, 0xB...0x1F, 0x7F...0x9F, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180E...0x180E, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164,
      0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xE0001...0xE0001, 0xE0020...0xE007F,
    ]
    return ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }
  }()

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page that has the characters in its title, in a value, in an author and in the name of a checkpoint.
  static func page(of characters: [Unicode.Scalar], in folder: TemporaryFolder) throws -> Inspection {
    let text = String(String.UnicodeScalarView(characters))
    let band = try folder.band(steps: 0)
    try band.store.send(.write(1, text), as: Author(rawValue: "x\(text)"))
    try band.store.checkpoint("y\(text)")
    try band.close()
    return try Inspection(of: band.path)
  }

  @Test("The file of a page has none of them")
  func file() throws {
    let inspection = try Self.page(of: Self.hidden, in: folder)
    let title = String(String.UnicodeScalarView(Self.hidden))
    let page = String(decoding: HistoryPage(of: inspection, title: title).html, as: UTF8.self)
    let found = Set(page.unicodeScalars).intersection(Self.hidden)
    #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
    #expect(page.contains("\\u202e") && page.contains("\\udb40\\udc41"))
  }
}

extension PageTests {
  @Suite("Hidden characters on the page")
  struct ShownHiddenCharactersTests {
    @Test("The page shows each of them by its number, and leaves joiners in words")
    func shown() throws {
      let folder = try TemporaryFolder()
      let browser = try Browser.shared.get()
      let words = "می\u{200C}خواهم 👩\u{200D}👧 क्\u{200D}ष"
      let hidden = HiddenCharactersTests.hidden
      let inspection = try HiddenCharactersTests.page(of: hidden, in: folder)
      let title = words + String(String.UnicodeScalarView(hidden))
      try browser.load(folder.page(of: inspection, title: title))
      let text = try browser.evaluate("document.body.innerText + document.title") as? String ?? ""
      let found = Set(text.unicodeScalars).intersection(hidden)
      #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
      let numbers = hidden.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
      #expect(try browser.evaluate("document.title") as? String == words + numbers)
      #expect(browser.complaints == [])
    }
  }
}
