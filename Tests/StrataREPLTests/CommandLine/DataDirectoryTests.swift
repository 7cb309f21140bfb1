import Testing

@testable import StrataREPL

@Suite("The folder of the workspace")
struct DataDirectoryTests {
  @Test("Without a home there is a sentence, not a guess", arguments: [[:], ["HOME": "home"]])
  func noHome(environment: [String: String]) {
    let error = #expect(throws: DataDirectory.Unavailable.self) { try DataDirectory.path { environment[$0] } }
    #expect(
      error?.description == "HOME is not set to a path that begins with /. Name a file instead: strata FILE"
    )
  }

  @Test("A folder that cannot be made is named")
  func notMade() {
    let error = #expect(throws: DataDirectory.Unavailable.self) { try DataDirectory.make("/dev/null/strata") }
    #expect(
      error?.description == "Cannot make /dev/null/strata: Not a directory. Name a file instead: strata FILE"
    )
  }

  #if os(Linux)
    @Test("XDG_DATA_HOME is heeded when it is absolute")
    func xdg() throws {
      let home = ["HOME": "/home/someone"]
      #expect(try DataDirectory.path { home[$0] } == "/home/someone/.local/share/strata")
      let relative = home.merging(["XDG_DATA_HOME": "data"]) { $1 }
      #expect(try DataDirectory.path { relative[$0] } == "/home/someone/.local/share/strata")
      let absolute = home.merging(["XDG_DATA_HOME": "/data"]) { $1 }
      #expect(try DataDirectory.path { absolute[$0] } == "/data/strata")
    }
  #endif
}
