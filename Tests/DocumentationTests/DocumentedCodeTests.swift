import Testing

@Suite("The documentation's code")
struct DocumentedCodeTests {
  @Test(
    "Every Swift block of the README and of the pages is compiled here",
    arguments: try DocumentedCode.all
  )
  func compiled(block: DocumentedCode) throws {
    let wanted = essentialLines(of: block.code)
    #expect(!wanted.isEmpty)
    let isCompiled = try DocumentedCode.compiled.contains { file in
      let lines = essentialLines(of: file)
      return lines.indices.contains { lines[$0...].starts(with: wanted) }
    }
    #expect(isCompiled, "\(block.page), line \(block.line), is not in Tests/DocumentationTests as it stands")
  }

  @Test("Swift that is set in by blanks, where no reader would look for it, is not on any page")
  func fenced() throws {
    let hidden = try DocumentedCode.prose.filter { line in
      ["let", "var", "try", "func", "for"].contains { line.contains(":     \($0) ") }
    }
    #expect(hidden == [])
  }

  @Test("There are blocks to look for")
  func found() throws {
    let pages = Set(try DocumentedCode.all.map(\.page))
    #expect(pages.contains("README.md"))
    #expect(pages.contains("Sources/StrataCore/StrataCore.docc/StrataCore.md"))
    #expect(pages.contains { $0.hasSuffix("StructuralSharing.md") })
  }

  /// The lines without their indentation, without blank ones, and without imports, which stand at the top of a
  /// file that is compiled.
  private func essentialLines(of code: String) -> [Substring] {
    code.split(separator: "\n").compactMap { line in
      let trimmed = line.drop(while: { $0 == " " })
      return trimmed.isEmpty || trimmed.hasPrefix("import ") ? nil : trimmed
    }
  }
}
