import Testing

@Suite("The sizes of the three apps")
struct ThreeAppsPageTests {
  /// How many lines of an app's page are what.
  struct Count {
    var (fields, actions, actionLines, whole, tests) = (0, 0, 0, 0, 0)

    /// Counts the lines of code on a page: blank ones, imports and comments that stand alone are none.
    init(page: String) throws {
      let path = "Sources/StrataCore/StrataCore.docc/\(page).md"
      let blocks = try DocumentedCode.all.filter { $0.page == path }
      for block in blocks {
        let isTest = block.code.contains("@Suite")
        var open: [Part] = []
        for line in block.code.split(separator: "\n") {
          let text = line.drop { $0 == " " }
          let depth = (line.count - text.count) / 2
          if text.isEmpty || text.hasPrefix("//") || text.hasPrefix("import ") { continue }
          if isTest {
            tests += 1
            continue
          }
          whole += 1
          open.removeAll { depth < $0.depth || (depth == $0.depth && text != "}") }
          if let kind = Part.Kind(beginning: text) { open.append(Part(kind: kind, depth: depth)) }
          add(text, depth, in: open)
          if text == "}" { open.removeAll { $0.depth == depth } }
        }
      }
    }

    private mutating func add(_ text: Substring, _ depth: Int, in open: [Part]) {
      // A computed property keeps nothing.
      if text.hasPrefix("var "), depth == open.count, !text.contains("{"),
        open.allSatisfy({ $0.kind == .type })
      {
        fields += 1
      }
      switch open.last?.kind {
      case .actions:
        actionLines += 1
        if text.hasPrefix("case ") { actions += 1 }
      case .reducing: actionLines += 1
      case .type, nil: break
      }
    }

    /// A row of the table.
    func row(_ name: String) -> String {
      "| \(name) | \(whole) | \(fields) | \(actions) | \(actionLines) | \(tests) |"
    }
  }

  /// A stretch of code that lies in braces.
  struct Part {
    enum Kind {
      case type, actions, reducing

      init?(beginning text: Substring) {
        if text.hasPrefix("enum Action") {
          self = .actions
        } else if text.hasPrefix("mutating func reduce(") || text.hasPrefix("func recording(") {
          self = .reducing
        } else if text.hasPrefix("struct "), !text.contains(": Error") {
          self = .type
        } else {
          return nil
        }
      }
    }

    var kind: Kind
    var depth: Int
  }

  @Test(
    "The table says what is there",
    arguments: [
      ("ACounterThatAsks", "the counter"), ("AnEditorThatSurvives", "the editor"),
      ("FourBoxOffices", "the box offices"),
    ]
  )
  func counted(page: String, name: String) throws {
    let table = try DocumentedCode.text(of: "Sources/StrataCore/StrataCore.docc/ThreeApps.md")
    let row = try Count(page: page).row(name)
    #expect(table.contains(row + "\n"), "the row is now: \(row)")
  }
}
