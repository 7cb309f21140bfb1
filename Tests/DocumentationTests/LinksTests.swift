import Foundation
import Testing

@Suite("The links of the book")
struct LinksTests {
  @Test("Each leads to the same place on the web and in the documentation", arguments: try LinkedPage.all)
  func sameTwice(page: LinkedPage) throws {
    #expect(
      Set(page.onTheWeb.keys) == page.used,
      "the lines at the page's beginning are not those of its links"
    )
    #expect(
      Set(page.inDocumentation.keys) == page.used,
      "the lines at the page's end are not those of its links"
    )
    let pages = try LinkedPage.all
    for (name, address) in page.onTheWeb {
      let (file, anchor) = split(address)
      let path = normalized(page.path, file)
      let documented = try #require(page.inDocumentation[name])
      guard let target = pages.first(where: { $0.path == path }) else {
        #expect(DocumentedCode.exists(path), "\(name) leads nowhere: \(address)")
        #expect(file.hasSuffix("svg") && documented == file.split(separator: "/").last.map(String.init))
        continue
      }
      let (place, heading) = split(documented)
      #expect(
        place
          == (target.module == page.module ? "doc:\(target.name)" : "doc:/\(target.module)/\(target.name)")
      )
      #expect((anchor == nil) == (heading == nil))
      if let anchor, let heading {
        #expect(target.anchors.contains(anchor), "\(address) has no such heading")
        #expect(heading.lowercased() == anchor)
      }
    }
  }

  @Test("No page has a link that one of its readers cannot follow", arguments: try LinkedPage.all)
  func plain(page: LinkedPage) {
    #expect(page.prose.firstMatch(of: /<doc:|\]\(doc:/) == nil)
    #expect(page.prose.firstMatch(of: /\]\([^)]*\.md/) == nil)
    #expect(
      page.prose.firstMatch(of: /\n@(?!Comment \{)\w+/) == nil,
      "a directive cuts the lines at the end off"
    )
  }

  @Test("The README leads to files that are there")
  func readme() throws {
    let text = try DocumentedCode.text(of: "README.md")
    let links = text.matches(of: /\]\(([^)#]+)(#[^)]*)?\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("http") }
    #expect(links.count > 10)
    for link in links { #expect(DocumentedCode.exists(link), "the README leads to \(link)") }
  }

  @Test("Every page is named by another one, and every picture has words beside it")
  func found() throws {
    let pages = try LinkedPage.all
    let readme = try DocumentedCode.text(of: "README.md")
    let named = pages.flatMap { page in page.onTheWeb.values.map { normalized(page.path, split($0).file) } }
    for page in pages where !page.text.hasPrefix("# ``") {
      #expect(
        named.contains(page.path) || readme.contains("](\(page.path))"),
        "\(page.path) is named nowhere"
      )
    }
    for page in pages {
      #expect(page.prose.firstMatch(of: /!\[\s*\]/) == nil, "\(page.path) has a picture without words")
    }
  }

  private func split(_ address: String) -> (file: String, anchor: String?) {
    let parts = address.split(separator: "#", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private func normalized(_ page: String, _ link: String) -> String {
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
